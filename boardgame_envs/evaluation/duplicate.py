"""Duplicate play: the same deals with every seating, so that luck in the deal cancels out.

All lineups play the same deals, and what an agent gets on average from the lineups of one deal
is one sample: an interval over deals then counts no luck that the seatings share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import Agent
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.game import TEAM_WINS, Game
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.estimates import Estimate, estimate, estimate_rate
from boardgame_envs.matches.lineups import Lineup, check_lineups
from boardgame_envs.matches.referee import Referee
from boardgame_envs.matches.series import DEFAULT_BATCH, GameResult, Series

# is given each game that ends, and how many there will be, as a progress bar must be
Watch: TypeAlias = Callable[[Iterable[GameResult], int], Iterable[GameResult]]


def unwatched(results: Iterable[GameResult], total: int) -> Iterable[GameResult]:
    """Let games end without reporting them to anybody."""
    return results


def play_lineups(
    table: Table,
    agents: Sequence[Agent],
    lineups: Sequence[Lineup],
    seeds: Sequence[int] | NDArray[np.uint64],
    seed: int = 0,
    batch: int = DEFAULT_BATCH,
    watch: Watch = unwatched,
    referee: Referee | None = None,
) -> DuplicateResults:
    """Let every lineup play every deal, at tables with the players and options of this one.

    The seeds are the deals; ``seed`` fixes the agents' own random numbers. ``batch`` is how many
    games are in progress at once; they come out the same, whatever it is. A ``referee`` that is
    given asks the agents in the place of one who trusts them.
    """
    lineups = list(dict.fromkeys(lineups))
    check_lineups(lineups, table.num_players, len(agents))
    check_seed(seed)
    deals = np.array([check_seed(deal) for deal in seeds], np.uint64)
    returns = np.full((len(lineups), len(deals), table.num_players), np.nan)
    teams = TeamOutcomes.unknown(*returns.shape[:2]) if table.is_cooperative else None
    results = Series(table, agents, lineups, deals, seed, referee or Referee()).play(batch)
    for result in watch(results, len(lineups) * len(deals)):
        returns[result.lineup, result.deal] = result.returns
        if teams is not None:
            teams.note(table.game, result)
    return DuplicateResults(lineups, returns, teams)


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


def win_shares(returns: NDArray[Any]) -> NDArray[np.float64]:
    """Return each seat's share in the win, from returns with the seats on the last axis.

    Who has the highest return wins; if several have it, they share, so that a draw gives
    everybody the same.
    """
    winners = returns == returns.max(axis=-1, keepdims=True)
    shares: NDArray[np.float64] = winners / winners.sum(axis=-1, keepdims=True)
    return shares


# --- teams ---


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
        won, self.scores[place] = team_outcome(game, result.state)
        self.wins[place] = won and result.forfeited_by is None


def team_outcome(game: Game, state: Record) -> tuple[bool, int]:
    """Return whether a team has won a finished game, and the points on the table.

    Returns cannot say so: a reward for progress may be above 0 in a game that is lost.
    """
    (score,) = game.notation.read_scores(state)
    return game.notation.read_result(state) == TEAM_WINS, score
