"""A series of games: every lineup of agents plays every deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import Agent, InformedAgent, ManyTablesAgent
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.numbers import MOST_TABLES, check_count
from boardgame_envs.core.states import copy_states
from boardgame_envs.core.table import Table
from boardgame_envs.matches.informed_tables import InformedTables
from boardgame_envs.matches.lineups import Lineup
from boardgame_envs.matches.many_tables import ManyTables
from boardgame_envs.matches.one_table import play_lineup
from boardgame_envs.matches.referee import Referee, forfeit_returns
from boardgame_envs.matches.rng import TableRng, first_word

# how many games are in progress at once, unless asked otherwise
DEFAULT_BATCH = 1024


class GameResult(NamedTuple):
    """How one game ended: the lineup and the deal by their place in the lists."""

    lineup: int
    deal: int
    returns: NDArray[np.float32]
    state: Record  # the last one, which knows what returns may not say
    forfeited_by: int | None = None  # the seat that gave it up


@dataclass(frozen=True, eq=False)
class Series:
    """Every lineup plays every deal, at tables with the players and options of ``table``.

    The deals are seeds of the table; ``seed`` fixes the agents' own random numbers. The referee
    asks the agents.
    """

    table: Table
    agents: Sequence[Agent]
    lineups: Sequence[Lineup]
    deals: NDArray[np.uint64]
    seed: int
    referee: Referee = field(default_factory=Referee)

    def play(self, batch: int = DEFAULT_BATCH) -> Iterator[GameResult]:
        """Play all games, many at once where all agents of a lineup can do that."""
        check_count("batch", batch, 1, MOST_TABLES)
        at_many: list[tuple[int, int]] = []
        informed: list[tuple[int, int]] = []
        for number, lineup in enumerate(self.lineups):
            games = [(number, deal) for deal in range(len(self.deals))]
            kinds = [self._kind(self.agents[agent]) for agent in lineup]
            if None in kinds:
                yield from self._play_in_turn(games)
            elif InformedAgent in kinds:
                informed += games
            else:
                at_many += games
        for kind, games in ((ManyTables, at_many), (InformedTables, informed)):
            most = self._most_at_once(games, batch)
            for start in range(0, len(games), most):
                yield from self._play_at_once(kind, games[start : start + most])

    def _most_at_once(self, games: Sequence[tuple[int, int]], batch: int) -> int:
        """Return how many games are in progress at once: few where more would only take longer."""
        playing = {agent for number, _ in games for agent in self.lineups[number]}
        return min([batch, *(getattr(self.agents[agent], "at_once", batch) for agent in playing)])

    def _kind(self, agent: Agent) -> type | None:
        """Return how an agent decides for many tables at once; None if it does not."""
        kinds = (ManyTablesAgent, InformedAgent)
        return next((kind for kind in kinds if isinstance(agent, kind)), None)

    def _play_in_turn(self, games: Sequence[tuple[int, int]]) -> Iterator[GameResult]:
        """Play games one after the other, with agents that want to know more than numbers."""
        table = self.table
        for number, deal in games:
            lineup, seed = self.lineups[number], self.deals[deal]
            table.reset(int(seed))
            for agent in sorted(set(lineup)):
                begins_with = int(first_word(self.seed, agent, lineup) ^ seed)
                self.referee.begin(agent, self.agents[agent], begins_with)
            forfeiter = play_lineup(table, self.agents, lineup, self.referee)
            # as exact as in a batch, so that equal games are equal
            returns = np.array(table.returns, np.float32)
            if forfeiter is not None:
                returns = forfeit_returns(table, forfeiter, list(table.returns))
            yield GameResult(number, deal, returns, copy_states(table.states)[0], forfeiter)

    def _play_at_once(
        self, kind: type[ManyTables] | type[InformedTables], games: Sequence[tuple[int, int]]
    ) -> Iterator[GameResult]:
        """Play games side by side, one at each of many tables."""
        numbers = [number for number, _ in games]
        seated = np.array([self.lineups[number] for number in numbers], np.int64)
        seeds = self.deals[[deal for _, deal in games]]
        rngs = {
            agent: TableRng(self._first_words(agent, numbers) ^ seeds)
            for agent in np.unique(seated).tolist()
        }
        tables = kind(self.table, self.agents, seated, seeds, rngs, self.referee)
        for table, *ended in tables.play():
            yield GameResult(*games[table], *ended)

    def _first_words(self, agent: int, numbers: Sequence[int]) -> NDArray[np.uint64]:
        """Return the word that an agent's random numbers begin with, for each lineup."""
        words = {
            number: first_word(self.seed, agent, self.lineups[number])
            for number in dict.fromkeys(numbers)
        }
        return np.array([words[number] for number in numbers], np.uint64)
