"""Duplicate play: the same deals with every seating, so that luck in the deal cancels out.

A lineup says which agent sits in each seat. All lineups play the same deals (a deal is a
seed of the table), and what an agent gets on average from the lineups of one deal is one
sample: an interval over deals then counts no luck that the seatings share.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import Agent, ManyTablesAgent
from boardgame_envs.core.batch import Batch
from boardgame_envs.core.chance import next_seed
from boardgame_envs.core.compiled import Buffer, wrapping_rule
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.table import Table, check_seed

Lineup = tuple[int, ...]  # for each seat the agent in it, as its place in a list of agents

# how many games are in progress at once, unless asked otherwise
DEFAULT_BATCH = 1024
# of a normal distribution, 95 % lies within so many standard deviations of the mean
NORMAL_95 = 1.959963984540054
# what a seed is used for, so that no two uses share random numbers
DEALS, DICE = range(2)


class GameResult(NamedTuple):
    """What each seat got in one game: the lineup and the deal by their place in the lists."""

    lineup: int
    deal: int
    returns: NDArray[np.float32]


# told each game that ends, and how many there will be, as a progress bar must be
Watch = Callable[[Iterable[GameResult], int], Iterable[GameResult]]


def unwatched(results: Iterable[GameResult], total: int) -> Iterable[GameResult]:
    """Let games end without telling anybody."""
    return results


# --- who plays what ---


def deal_seeds(seed: int, number: int) -> NDArray[np.uint64]:
    """Return the seeds of so many deals; fewer of them are the first ones of more."""
    sequence = np.random.SeedSequence(check_seed(seed), spawn_key=(DEALS,))
    return sequence.generate_state(number, np.uint64).astype(np.uint64)


def alone_lineups(agent: int, others: int, num_players: int) -> list[Lineup]:
    """Return the lineups in which an agent is the only one among others, in each seat once."""
    return [
        tuple(agent if seat == own_seat else others for seat in range(num_players))
        for own_seat in range(num_players)
    ]


def duplicate_lineups(first: int, second: int, num_players: int) -> list[Lineup]:
    """Return all lineups in which one of two agents is the only one among the other's.

    With two players that is each seat once: two games a deal, and not four.
    """
    both = alone_lineups(first, second, num_players) + alone_lineups(second, first, num_players)
    return list(dict.fromkeys(both))


def self_play_lineup(agent: int, num_players: int) -> Lineup:
    """Return the lineup in which one agent has all seats, as cooperative games need it."""
    return (agent,) * num_players


def check_lineups(lineups: Sequence[Lineup], num_players: int, num_agents: int) -> None:
    """Refuse a lineup that does not seat an agent in each seat."""
    for lineup in lineups:
        if len(lineup) != num_players or not all(0 <= agent < num_agents for agent in lineup):
            raise ValueError(
                f"a lineup names one of the agents 0 to {num_agents - 1} for each of the "
                f"{num_players} seats, not {lineup!r}"
            )


# --- playing ---


@dataclass(frozen=True, eq=False)
class DuplicateResults:
    """How all lineups did on the same deals: ``returns[lineup, deal, seat]``."""

    lineups: list[Lineup]
    returns: NDArray[np.float64]

    @property
    def num_deals(self) -> int:
        """How many deals every lineup played."""
        return int(self.returns.shape[1])

    def shares(self, cooperative: bool = False) -> NDArray[np.float64]:
        """Return what share in the win each seat had: ``shares[lineup, deal, seat]``."""
        return win_shares(self.returns, cooperative)

    def per_deal(
        self, values: NDArray[np.float64], agent: int, lineups: Sequence[Lineup]
    ) -> NDArray[np.float64]:
        """Return for each deal the mean over an agent's seats in some of the lineups."""
        places = [
            values[self.lineups.index(lineup), :, seat]
            for lineup in lineups
            for seat, sitting in enumerate(lineup)
            if sitting == agent
        ]
        if not places:
            raise ValueError(f"agent {agent} sits in none of the lineups {lineups}")
        means: NDArray[np.float64] = np.mean(places, axis=0)
        return means


def play_lineups(
    table: Table,
    agents: Sequence[Agent],
    lineups: Sequence[Lineup],
    seeds: Sequence[int] | NDArray[np.uint64],
    seed: int = 0,
    batch: int = DEFAULT_BATCH,
    watch: Watch = unwatched,
) -> DuplicateResults:
    """Let every lineup play every deal, at tables with the players and options of this one.

    The seeds are the deals; ``seed`` fixes the agents' own dice. ``batch`` is how many games
    are in progress at once; they come out the same, whatever it is.
    """
    lineups = list(dict.fromkeys(lineups))
    check_lineups(lineups, table.num_players, len(agents))
    check_seed(seed)
    deals = np.array([check_seed(deal) for deal in seeds], np.uint64)
    returns = np.full((len(lineups), len(deals), table.num_players), np.nan)
    results = play_games(table, agents, lineups, deals, seed, batch)
    for result in watch(results, len(lineups) * len(deals)):
        returns[result.lineup, result.deal] = result.returns
    return DuplicateResults(lineups, returns)


def play_games(
    table: Table,
    agents: Sequence[Agent],
    lineups: Sequence[Lineup],
    deals: NDArray[np.uint64],
    seed: int,
    batch: int,
) -> Iterator[GameResult]:
    """Play all games, many at once where all agents of a lineup can do that."""
    many: list[tuple[int, int]] = []
    for number, lineup in enumerate(lineups):
        games = [(number, deal) for deal in range(len(deals))]
        if all(isinstance(agents[agent], ManyTablesAgent) for agent in lineup):
            many += games
        else:
            yield from play_at_table(table, agents, lineups, deals, seed, games)
    for start in range(0, len(many), batch):
        part = many[start : start + batch]
        yield from ManyGames(table, agents, lineups, deals, seed, part).play()


def play_at_table(
    table: Table,
    agents: Sequence[Agent],
    lineups: Sequence[Lineup],
    deals: NDArray[np.uint64],
    seed: int,
    games: Sequence[tuple[int, int]],
) -> Iterator[GameResult]:
    """Play games one after the other, with agents that want to know more than numbers."""
    for number, deal in games:
        lineup = lineups[number]
        table.reset(int(deals[deal]))
        for agent in sorted(set(lineup)):
            agents[agent].begin_game(int(first_word(seed, agent, lineup) ^ deals[deal]))
        while not table.over:
            table.step(agents[lineup[table.seat]].choose(table.information()))
        # as exact as in a batch, so that equal games are equal
        yield GameResult(number, deal, np.array(table.returns, np.float32))


class ManyGames:
    """Games in progress at once, one at each table of a batch."""

    def __init__(
        self,
        table: Table,
        agents: Sequence[Agent],
        lineups: Sequence[Lineup],
        deals: NDArray[np.uint64],
        seed: int,
        games: Sequence[tuple[int, int]],
    ) -> None:
        self.games, self.agents = games, agents
        seeds = deals[[deal for _, deal in games]]
        self.batch = batch_with_deals(table, seeds)
        self.sitting = np.array([lineups[number] for number, _ in games], np.int64)
        self.playing = np.ones(len(games), np.bool_)
        self.dice: dict[int, TableDice] = {}
        for agent in np.unique(self.sitting).tolist():
            words = {
                number: first_word(seed, agent, lineups[number])
                for number in sorted({number for number, _ in games})
            }
            own = np.array([words[number] for number, _ in games], np.uint64)
            self.dice[agent] = TableDice(own ^ seeds)

    def play(self) -> Iterator[GameResult]:
        """Play all games to their ends."""
        while self.playing.any():
            self.batch.step(self._choose())
            for i in np.flatnonzero(self.batch.done & self.playing).tolist():
                yield GameResult(*self.games[i], self.batch.final_returns[i].copy())
            self.playing &= ~self.batch.done

    def _choose(self) -> NDArray[np.int64]:
        """Return an action for each table; each agent decides for all its tables at once."""
        batch = self.batch
        # a table whose game is over goes on with another one that nobody looks at
        actions: NDArray[np.int64] = batch.mask.argmax(axis=1)
        deciding = self.sitting[np.arange(batch.num_tables), batch.seat]
        deciding[~self.playing] = NOBODY
        for agent, dice in self.dice.items():
            tables = np.flatnonzero(deciding == agent)
            if tables.size:
                chooser = cast(ManyTablesAgent, self.agents[agent])
                actions[tables] = chooser.choose_many(
                    batch.observation[tables], batch.mask[tables], dice.at(tables)
                )
        return actions


def batch_with_deals(table: Table, seeds: NDArray[np.uint64]) -> Batch:
    """Return a batch in which each game begins with a seed of our choice."""
    batch = Batch(table.game, len(seeds), num_players=table.num_players, **table.options)
    batch.reset_to(seeds)
    return batch


# --- dice ---


def first_word(seed: int, agent: int, lineup: Lineup) -> np.uint64:
    """Return the word that an agent's dice in a lineup begin with, apart from the deal."""
    sequence = np.random.SeedSequence(seed, spawn_key=(DICE, agent, *lineup))
    return cast(np.uint64, sequence.generate_state(1, np.uint64)[0])


class TableDice(np.random.Generator):
    """Dice of one agent for many tables: at each table they fall as if it were the only one.

    That holds for ``random`` with a row for each table, which is how agents should draw. All
    else comes from one generator for all tables, and then depends on which are in play.
    """

    def __init__(self, words: NDArray[np.uint64]) -> None:
        super().__init__(np.random.PCG64(words.tolist()))
        self.words = words
        self.tables: NDArray[np.int64] = np.arange(len(words))

    def at(self, tables: NDArray[np.int64]) -> TableDice:
        """Make these tables the rows of what is drawn next."""
        self.tables = tables
        return self

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """Return random numbers from 0 to 1 (exclusive); the first axis goes over tables."""
        shape = (size,) if isinstance(size, int | np.integer) else tuple(size or ())
        if shape[:1] != (len(self.tables),) or dtype is not np.float64 or out is not None:
            return super().random(size, dtype, out)
        draws = np.empty((shape[0], math.prod(shape[1:])))
        write_draws(self.words, self.tables, draws)
        return draws.reshape(shape)


@wrapping_rule
def write_draws(words: Buffer, tables: Buffer, draws: Buffer) -> None:
    """Write a row of random numbers for each table, and move its dice on."""
    for row in range(draws.shape[0]):
        word = words[tables[row]]
        for column in range(draws.shape[1]):
            word = next_seed(word)
            # the upper 53 bits are all that a number between 0 and 1 has room for
            draws[row, column] = np.float64(word >> np.uint64(11)) * 2.0**-53
        words[tables[row]] = word


# --- counting ---


def win_shares(returns: NDArray[Any], cooperative: bool = False) -> NDArray[np.float64]:
    """Return each seat's share in the win, from returns with the seats on the last axis.

    Who has the highest return wins; if several have it, they share, so that a draw gives
    everybody the same. In a cooperative game all win who earn something: 1 each, or 0.
    """
    if cooperative:
        return (returns > 0).astype(np.float64)
    winners = returns == returns.max(axis=-1, keepdims=True)
    shares: NDArray[np.float64] = winners / winners.sum(axis=-1, keepdims=True)
    return shares


@dataclass(frozen=True)
class Estimate:
    """A mean over deals, and how far the truth may be from it: 95 % are within."""

    mean: float
    half_width: float
    deals: int

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.half_width

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.half_width

    def as_json(self) -> dict[str, float]:
        """Return the figures by name."""
        return {"mean": self.mean, "low": self.low, "high": self.high, "deals": self.deals}


def estimate(samples: NDArray[np.float64]) -> Estimate:
    """Return the mean of one sample per deal with its 95 % interval (normal approximation)."""
    if len(samples) < 2:
        raise ValueError(f"an interval needs at least 2 deals, not {len(samples)}")
    error = float(samples.std(ddof=1)) / math.sqrt(len(samples))
    return Estimate(float(samples.mean()), NORMAL_95 * error, len(samples))
