"""Agents at many tables at once, some of which decide on all that a seat knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import WORDS, Agent, InformedAgent, ManyTablesAgent
from boardgame_envs.core.states import copy_states
from boardgame_envs.core.table import Table
from boardgame_envs.matches.many_tables import FinishedGame
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
    ) -> None:
        self.agents, self.seated, self.rngs = agents, seated, rngs
        self.tables = [Table(table.game, table.num_players, **table.options) for _ in seeds]
        for each, seed in zip(self.tables, seeds, strict=True):
            each.reset(int(seed))
        self.playing = list(range(len(self.tables)))

    def play(self) -> Iterator[FinishedGame]:
        """Play all games to their ends."""
        yield from self._finish()
        while self.playing:
            self._step()
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

    def _step(self) -> None:
        """Let every game take one action."""
        deciding = [int(self.seated[n, self.tables[n].seat]) for n in self.playing]
        for number in sorted(set(deciding)):
            rows = [n for n, who in zip(self.playing, deciding, strict=True) if who == number]
            for n, action in zip(rows, self._ask(number, rows), strict=True):
                self.tables[n].step(action)

    def _ask(self, number: int, rows: list[int]) -> list[int]:
        """Return what an agent does at its tables."""
        agent, tables = self.agents[number], [self.tables[n] for n in rows]
        rng = self.rngs[number].at(np.array(rows))
        if isinstance(agent, InformedAgent):
            seeds = (rng.random(len(rows)) * WORDS).astype(np.int64).tolist()
            known = [table.information(past=agent.needs_past) for table in tables]
            return agent.choose_together(known, seeds)
        assert isinstance(agent, ManyTablesAgent)
        observation = np.array([table.observation for table in tables])
        mask = np.array([table.mask for table in tables])
        actions: list[int] = agent.choose_many(observation, mask, rng).tolist()
        return actions
