"""Agents at many tables at once: each decides for all its rows in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import Agent, ManyTablesAgent
from boardgame_envs.core.batch import Batch
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.states import copy_states
from boardgame_envs.core.table import Table
from boardgame_envs.matches.referee import NO_ACTION, Asked, Referee, forfeit_returns
from boardgame_envs.matches.rng import TableRng

Rows: TypeAlias = NDArray[np.int64]
Observations: TypeAlias = NDArray[np.float32]
Masks: TypeAlias = NDArray[np.bool_]
# asks the agent of a number about some rows, of which it is given observations and masks
Ask: TypeAlias = Callable[[int, Rows, Observations, Masks], NDArray[np.int64]]


def decide_by_agent(
    deciding: NDArray[np.int64], observation: Observations, mask: Masks, ask: Ask
) -> NDArray[np.int64]:
    """Return an action for each row; ``deciding`` has the number of the agent to be asked.

    Each agent is asked once, about all its rows, in the order of the numbers.
    """
    numbers = np.unique(deciding)
    if numbers.size == 1:
        return ask(int(numbers[0]), np.arange(deciding.size), observation, mask)
    actions = np.zeros(deciding.size, np.int64)
    for number in numbers.tolist():
        rows = np.flatnonzero(deciding == number)
        actions[rows] = ask(number, rows, observation[rows], mask[rows])
    return actions


class FinishedGame(NamedTuple):
    """How a game at one of the tables ended."""

    table: int
    returns: NDArray[np.float32]
    state: Record  # the last one, which knows what returns may not say
    forfeited_by: int | None = None  # the seat that gave it up


class ManyTables:
    """Agents play one game at each of many tables.

    ``seated[table, seat]`` is the place in ``agents`` of who sits there, ``seeds`` are those of
    the games, and ``rngs`` has the generator of each agent that sits somewhere. The referee
    asks the agents.
    """

    def __init__(
        self,
        table: Table,
        agents: Sequence[Agent],
        seated: NDArray[np.int64],
        seeds: NDArray[np.uint64],
        rngs: Mapping[int, TableRng],
        referee: Referee | None = None,
    ) -> None:
        self.agents, self.seated, self.rngs = agents, seated, rngs
        self.table, self.referee = table, referee or Referee()
        num_players, options = table.num_players, table.options
        self.batch = Batch(table.game, len(seeds), num_players=num_players, **options)
        self.batch.reset_to(seeds)
        self.playing = np.ones(len(seeds), np.bool_)

    def play(self) -> Iterator[FinishedGame]:
        """Play all games to their ends; some deals are over before anybody decides."""
        yield from self._finish()
        while self.playing.any():
            actions = self._decide()
            yield from self._forfeit(actions)
            self.batch.step(actions)
            yield from self._finish()

    def _finish(self) -> Iterator[FinishedGame]:
        """Go through the games that have just ended."""
        batch = self.batch
        for i in np.flatnonzero(batch.done & self.playing).tolist():
            state = copy_states(batch.finished[i : i + 1])[0]
            yield FinishedGame(i, batch.final_returns[i].copy(), state)
        self.playing &= ~batch.done

    def _forfeit(self, actions: NDArray[np.int64]) -> Iterator[FinishedGame]:
        """Go through the games that somebody forfeits; their tables go on with any action."""
        batch = self.batch
        for i in np.flatnonzero(actions == NO_ACTION).tolist():
            seat, state = int(batch.seat[i]), copy_states(batch.states[i : i + 1])[0]
            returns = forfeit_returns(self.table, seat, batch.returns[i].tolist())
            yield FinishedGame(i, returns, state, forfeited_by=seat)
            self.playing[i] = False
            actions[i] = batch.mask[i].argmax()

    def _decide(self) -> NDArray[np.int64]:
        """Return an action for each table."""
        batch = self.batch
        deciding = self.seated[np.arange(batch.num_tables), batch.seat]
        deciding[~self.playing] = NOBODY
        return decide_by_agent(deciding, batch.observation, batch.mask, self._ask)

    def _ask(
        self, number: int, rows: Rows, observation: Observations, mask: Masks
    ) -> NDArray[np.int64]:
        """Return what an agent does at its tables."""
        if number == NOBODY:
            # a table whose game is over goes on with another one that nobody looks at
            return np.asarray(mask.argmax(axis=1), np.int64)
        agent = cast(ManyTablesAgent, self.agents[number])

        def ask(some: Rows) -> NDArray[np.int64]:
            return agent.choose_many(
                observation[some], mask[some], self.rngs[number].at(rows[some])
            )

        asked = Asked(observation, mask, self.batch.seat[rows].tolist())
        return self.referee.decide_many(number, ask, asked)
