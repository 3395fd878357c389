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
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.game import TEAM_WINS, Game
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.table import Table, check_seed
from boardgame_envs.matches.rng import DEALS, TableRng, first_word

Lineup = tuple[int, ...]  # for each seat the agent in it, as its place in a list of agents

# how many games are in progress at once, unless asked otherwise
DEFAULT_BATCH = 1024
# of a normal distribution, 95 % lies within so many standard deviations of the mean
NORMAL_95 = 1.959963984540054


class GameResult(NamedTuple):
    """How one game ended: the lineup and the deal by their place in the lists."""

    lineup: int
    deal: int
    returns: NDArray[np.float32]
    state: Record  # the last one, which knows what returns may not say


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
    """Return the lineup in which one agent has all seats: a team of its like."""
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
class TeamSamples:
    """How teams did, a sample for each deal: what share of them won, and their mean score."""

    wins: NDArray[np.float64]
    scores: NDArray[np.float64]
    games_a_deal: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.games_a_deal * len(self.wins)

    @property
    def win_rate(self) -> Estimate:
        """What share of the games is won."""
        return estimate_rate(self.wins, self.games_a_deal)

    @property
    def score(self) -> Estimate:
        """The points on the table at the end."""
        return estimate(self.scores)


@dataclass(frozen=True, eq=False)
class TeamOutcomes:
    """How cooperative games ended: ``wins[lineup, deal]`` and ``scores[lineup, deal]``."""

    wins: NDArray[np.float64]
    scores: NDArray[np.float64]

    @classmethod
    def unknown(cls, lineups: int, deals: int) -> TeamOutcomes:
        """Return room for the outcomes of games that are not played yet."""
        return cls(np.full((lineups, deals), np.nan), np.full((lineups, deals), np.nan))

    def note(self, game: Game, result: GameResult) -> None:
        """Write down what the last state of a game says."""
        place = result.lineup, result.deal
        self.wins[place], self.scores[place] = team_outcome(game, result.state)


@dataclass(frozen=True, eq=False)
class DuplicateResults:
    """How all lineups did on the same deals: ``returns[lineup, deal, seat]``.

    Where all win or lose together, ``teams`` has what the finished games say of that.
    """

    lineups: list[Lineup]
    returns: NDArray[np.float64]
    teams: TeamOutcomes | None = None

    @property
    def num_deals(self) -> int:
        """How many deals every lineup played."""
        return int(self.returns.shape[1])

    def shares(self) -> NDArray[np.float64]:
        """Return what share in the win each seat had: ``shares[lineup, deal, seat]``.

        In a team all have won or none: 1 each, or 0.
        """
        if self.teams is None:
            return win_shares(self.returns)
        return np.repeat(self.teams.wins[:, :, None], self.returns.shape[2], axis=2)

    def of_teams(self, lineups: Sequence[Lineup]) -> TeamSamples:
        """Return how some of the lineups did as teams."""
        if self.teams is None:
            raise ValueError("there are teams only in games that all win or lose together")
        rows = [self.lineups.index(lineup) for lineup in lineups]
        wins, scores = self.teams.wins[rows], self.teams.scores[rows]
        return TeamSamples(wins.mean(axis=0), scores.mean(axis=0), len(rows))

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
    teams = TeamOutcomes.unknown(*returns.shape[:2]) if is_cooperative(table) else None
    results = play_games(table, agents, lineups, deals, seed, batch)
    for result in watch(results, len(lineups) * len(deals)):
        returns[result.lineup, result.deal] = result.returns
        if teams is not None:
            teams.note(table.game, result)
    return DuplicateResults(lineups, returns, teams)


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
        returns = np.array(table.returns, np.float32)
        yield GameResult(number, deal, returns, table.states[0].copy())


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
        self.dice: dict[int, TableRng] = {}
        for agent in np.unique(self.sitting).tolist():
            words = {
                number: first_word(seed, agent, lineups[number])
                for number in sorted({number for number, _ in games})
            }
            own = np.array([words[number] for number, _ in games], np.uint64)
            self.dice[agent] = TableRng(own ^ seeds)

    def play(self) -> Iterator[GameResult]:
        """Play all games to their ends."""
        while self.playing.any():
            self.batch.step(self._choose())
            for i in np.flatnonzero(self.batch.done & self.playing).tolist():
                returns, state = self.batch.final_returns[i], self.batch.finished[i]
                yield GameResult(*self.games[i], returns.copy(), state.copy())
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


# --- counting ---


def is_cooperative(table: Table) -> bool:
    """Tell whether all at a table win or lose together."""
    return table.game.is_cooperative(table.options)


def team_outcome(game: Game, state: Record) -> tuple[bool, int]:
    """Return whether a team has won a finished game, and the points on the table.

    Returns cannot say so: a reward for progress may be above 0 in a game that is lost.
    """
    (score,) = game.notation.read_scores(state)
    return game.notation.read_result(state) == TEAM_WINS, score


def win_shares(returns: NDArray[Any]) -> NDArray[np.float64]:
    """Return each seat's share in the win, from returns with the seats on the last axis.

    Who has the highest return wins; if several have it, they share, so that a draw gives
    everybody the same.
    """
    winners = returns == returns.max(axis=-1, keepdims=True)
    shares: NDArray[np.float64] = winners / winners.sum(axis=-1, keepdims=True)
    return shares


@dataclass(frozen=True)
class Estimate:
    """A mean over deals, and the interval that the truth is in with 95 %."""

    mean: float
    low: float
    high: float
    deals: int

    @property
    def half_width(self) -> float:
        """How far the ends of the interval are from its middle."""
        return (self.high - self.low) / 2

    def as_json(self) -> dict[str, float]:
        """Return the figures by name."""
        return {"mean": self.mean, "low": self.low, "high": self.high, "deals": self.deals}


def estimate(samples: NDArray[np.float64]) -> Estimate:
    """Return the mean of one sample per deal with its 95 % interval (normal approximation)."""
    check_samples(samples)
    mean = float(samples.mean())
    half_width = NORMAL_95 * float(samples.std(ddof=1)) / math.sqrt(len(samples))
    return Estimate(mean, mean - half_width, mean + half_width, len(samples))


def estimate_rate(samples: NDArray[np.float64], games_a_deal: int = 1) -> Estimate:
    """Return a share of games, of which each deal has so many, with Wilson's 95 % interval.

    It stays between 0 and 1, and no win in 100 games does not make it sure that there is none.
    """
    check_samples(samples)
    rate, squared = float(samples.mean()), NORMAL_95**2
    trials = independent_trials(samples, games_a_deal)
    middle = (rate + squared / (2 * trials)) / (1 + squared / trials)
    spread = math.sqrt(rate * (1 - rate) / trials + squared / (4 * trials**2))
    half_width = NORMAL_95 * spread / (1 + squared / trials)
    # a rounding error must not put the rate, or what cannot be, outside
    low, high = min(middle - half_width, rate), max(middle + half_width, rate)
    return Estimate(rate, max(low, 0.0), min(high, 1.0), len(samples))


def independent_trials(samples: NDArray[np.float64], games_a_deal: int) -> float:
    """Return how many independent games are worth as much as these.

    The games of one deal are alike, so together they count as one game at least and as all
    of them at most; where all came out the same, nothing shows how alike they are: one.
    """
    rate, variance = samples.mean(), samples.var(ddof=1)
    if rate in (0.0, 1.0):
        return float(len(samples))
    worth = games_a_deal if variance == 0 else rate * (1 - rate) / variance
    return float(len(samples) * min(max(worth, 1.0), games_a_deal))


def check_samples(samples: NDArray[np.float64]) -> None:
    """Refuse so few samples that there is no interval."""
    if len(samples) < 2:
        raise ValueError(f"an interval needs at least 2 deals, not {len(samples)}")
