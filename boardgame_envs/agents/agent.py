"""The protocol of all agents."""

from __future__ import annotations

from typing import Protocol

from boardgame_envs.core.information import InformationState


class Agent(Protocol):
    """Decides for a seat."""

    def begin_game(self, seed: int) -> None:
        """Prepare for a new game; all chance in the agent's play comes from the seed."""

    def choose(self, information: InformationState) -> int:
        """Return one of the legal actions."""
