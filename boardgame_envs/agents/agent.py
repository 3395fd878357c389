"""The protocols of agents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.information import InformationState
from boardgame_envs.core.table import Table

# random numbers are made whole by so much: as many as a number between 0 and 1 has room for
WORDS = 2**53


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


@runtime_checkable
class InformedAgent(Agent, Protocol):
    """An agent that decides on what seats know, at many tables at once.

    With ``needs_past`` it is given information states that have their past.
    """

    needs_past: bool

    def choose_together(
        self, informations: Sequence[InformationState], seeds: Sequence[int]
    ) -> list[int]:
        """Return a legal action for each; all chance in it comes from its seed."""


class BatchAgent:
    """Lets an agent that decides by ``choose_many`` sit at one table: it is a batch of one row."""

    def __init__(self) -> None:
        self.begin_game(0)

    def begin_game(self, seed: int) -> None:
        """Begin a new sequence of choices."""
        self._seed: int | Callable[[], int] = seed
        self._begun_rng: np.random.Generator | None = None

    @property
    def _rng(self) -> np.random.Generator:
        """The random numbers of this game; not every agent draws any, so they are made late."""
        if self._begun_rng is None:
            seed = self._seed() if callable(self._seed) else self._seed
            self._begun_rng = np.random.default_rng(seed)
        return self._begun_rng

    def choose(self, information: InformationState) -> int:
        """Return one of the legal actions, chosen as for many tables."""
        return self.choose_row(information.observation, information.mask)

    def choose_row(self, observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> int:
        """Return what is chosen for one row, which is all that such an agent needs to see."""
        many: Any = self
        return int(many.choose_many(observation[None], mask[None], self._rng)[0])


def choose_at(table: Table, agent: Agent) -> int:
    """Return what an agent does in the seat to act.

    One that needs nothing but a row is given that alone, in arrays of its own: to work out all
    that a seat knows takes longer than most decisions.
    """
    if getattr(agent.choose, "__func__", None) is BatchAgent.choose:
        row = table.observation.copy(), table.mask.copy()
        return cast(BatchAgent, agent).choose_row(*row)
    return agent.choose(table.information(past=getattr(agent, "needs_past", False)))


def decides_for_many(agent: Any) -> bool:
    """Tell whether an agent can sit at many tables at once."""
    return isinstance(agent, ManyTablesAgent | InformedAgent)


def choose_at_many(
    agent: Any,
    table_at: Callable[[int], Table],
    rows: NDArray[np.int64],
    observation: NDArray[np.float32],
    mask: NDArray[np.bool_],
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    """Return what an agent does in the seat to act at some of many tables.

    One that needs nothing but observations and masks is given these; another one all that the
    seats know, of the tables that ``table_at`` makes of their numbers.
    """
    if hasattr(agent, "choose_many"):
        actions: NDArray[np.int64] = agent.choose_many(observation, mask, rng)
        return actions
    informed = cast(InformedAgent, agent)
    # tables of a batch have no past, so none is given to those who would like one
    informations = [table_at(int(row)).information(past=informed.needs_past) for row in rows]
    seeds = (rng.random(len(rows)) * WORDS).astype(np.int64).tolist()
    return np.array(informed.choose_together(informations, seeds), np.int64)
