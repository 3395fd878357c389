"""The protocols of agents."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.information import InformationState


class Agent(Protocol):
    """Decides for a seat."""

    def begin_game(self, seed: int) -> None:
        """Prepare for a new game; all chance in the agent's play comes from the seed."""

    def choose(self, information: InformationState) -> int:
        """Return one of the legal actions."""


@runtime_checkable
class ManyTablesAgent(Agent, Protocol):
    """An agent that needs nothing but observation and mask, and so decides for many at once."""

    def choose_many(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return a legal action for each row; all chance in it comes from ``rng``."""


class BatchAgent:
    """Lets an agent that decides by ``choose_many`` sit at one table: it is a batch of one row."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng(0)

    def begin_game(self, seed: int) -> None:
        """Begin a new sequence of choices."""
        self._rng = np.random.default_rng(seed)

    def choose(self, information: InformationState) -> int:
        """Return one of the legal actions, chosen as for many tables."""
        many: Any = self
        rows = information.observation[None], information.mask[None]
        return int(many.choose_many(*rows, self._rng)[0])
