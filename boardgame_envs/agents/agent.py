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
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_], dice: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return a legal action for each row."""


def seed_of_agent(seed: int, seat: int) -> int:
    """Return a seed for the agent in a seat, which tells nothing about the dice of the table."""
    sequence = np.random.SeedSequence(seed, spawn_key=(seat,))
    return int(sequence.generate_state(1, np.uint64)[0])


class BatchAgent:
    """Lets an agent for many tables sit at one: it has dice of its own there."""

    def __init__(self) -> None:
        self._dice = np.random.default_rng(0)

    def begin_game(self, seed: int) -> None:
        """Begin a new sequence of choices."""
        self._dice = np.random.default_rng(seed)

    def choose(self, information: InformationState) -> int:
        """Decide as for many tables, of which this is the only one."""
        many: Any = self
        rows = information.observation[None], information.mask[None]
        return int(many.choose_many(*rows, self._dice)[0])
