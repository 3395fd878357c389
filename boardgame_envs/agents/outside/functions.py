"""Functions and plain objects as agents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from boardgame_envs.core.information import InformationState


class FunctionAgent:
    """Plays by a function of what a seat knows; it sits at as many tables as one likes."""

    needs_past = False

    def __init__(self, function: Callable[[InformationState], int]) -> None:
        self.function = function

    def begin_game(self, seed: int) -> None:
        """Do nothing: a function keeps no notes."""

    def choose(self, information: InformationState) -> int:
        """Return what the function answers."""
        return self.function(information)

    def choose_together(
        self, informations: Sequence[InformationState], seeds: Sequence[int]
    ) -> list[int]:
        """Return what the function answers at each of many tables."""
        return [self.function(information) for information in informations]


class ChoosingAgent:
    """Plays as an object with ``choose`` does that need not be told of new games."""

    def __init__(self, chooser: Any) -> None:
        self.chooser = chooser
        self.needs_past = bool(getattr(chooser, "needs_past", False))

    def begin_game(self, seed: int) -> None:
        """Do nothing: the object does not want to know."""

    def choose(self, information: InformationState) -> int:
        """Return what the object chooses."""
        action: int = self.chooser.choose(information)
        return action
