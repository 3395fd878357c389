"""Agents at many tables at once, some of which decide on all that a seat knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import WORDS, Agent, InformedAgent, ManyTablesAgent
from boardgame_envs.core.states import copy_states
from boardgame_envs.core.table import Table
from boardgame_envs.matches.many_tables import FinishedGame
from boardgame_envs.matches.referee import NO_ACTION, Asked, Referee, forfeit_returns
from boardgame_envs.matches.rng import TableRng


class InformedTables:
    """Agents play one game at each of many tables; the arguments are those of ``ManyTables``.

    Each agent decides for all its tables in one call, on rows or on information states.
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
        self.referee = referee or Referee()
        self.tables = [Table(table.game, table.num_players, **table.options) for _ in seeds]
        for each, seed in zip(self.tables, seeds, strict=True):
            each.reset(int(seed))
        self.playing = list(range(len(self.tables)))

    def play(self) -> Iterator[FinishedGame]:
        """Play all games to their ends."""
        yield from self._finish()
        while self.playing:
            yield from self._step()
            yield from self._finish()

    def _finish(self) -> Iterator[FinishedGame]:
        """Go through the games that have just ended."""
        ended = [n for n in self.playing if self.tables[n].over]
        self.playing = [n for n in self.playing if not self.tables[n].over]
        for n in ended:
            table = self.tables[n]
            # as exact as in a batch, so that equal games are equal
            returns = np.array(table.returns, np.float32)
            yield FinishedGame(n, returns, copy_states(table.states)[0])

    def _step(self) -> Iterator[FinishedGame]:
        """Let every game take one action; go through those that somebody forfeits."""
        # a game that is forfeited leaves the list while it is gone through
        playing = list(self.playing)
        deciding = [int(self.seated[n, self.tables[n].seat]) for n in playing]
        for number in sorted(set(deciding)):
            rows = [n for n, who in zip(playing, deciding, strict=True) if who == number]
            for n, action in zip(rows, self._decide(number, rows), strict=True):
                if action == NO_ACTION:
                    yield self._forfeit(n)
                else:
                    self.tables[n].step(action)

    def _forfeit(self, n: int) -> FinishedGame:
        """End a game that the seat to act has forfeited."""
        self.playing.remove(n)
        table = self.tables[n]
        returns = forfeit_returns(table, table.seat, list(table.returns))
        return FinishedGame(n, returns, copy_states(table.states)[0], forfeited_by=table.seat)

    def _decide(self, number: int, rows: list[int]) -> list[int]:
        """Return what an agent does at its tables, as the referee sees it."""
        tables = [self.tables[n] for n in rows]
        asked = Asked(*seen_at(tables), [table.seat for table in tables])

        def ask(some: NDArray[np.int64]) -> list[int]:
            return self._ask(number, [rows[i] for i in some])

        decided: list[int] = self.referee.decide_many(number, ask, asked).tolist()
        return decided

    def _ask(self, number: int, rows: list[int]) -> list[int]:
        """Return what an agent does at its tables."""
        agent, tables = self.agents[number], [self.tables[n] for n in rows]
        rng = self.rngs[number].at(np.array(rows))
        if isinstance(agent, InformedAgent):
            seeds = (rng.random(len(rows)) * WORDS).astype(np.int64).tolist()
            known = [table.information(past=agent.needs_past) for table in tables]
            return agent.choose_together(known, seeds)
        assert isinstance(agent, ManyTablesAgent)
        actions: list[int] = agent.choose_many(*seen_at(tables), rng).tolist()
        return actions


def seen_at(tables: Sequence[Table]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return what is seen and what is legal at some tables, a row for each."""
    observation = np.array([table.observation for table in tables])
    return observation, np.array([table.mask for table in tables])
