"""A tournament: every agent against every other, on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import Agent
from boardgame_envs.core.numbers import MOST_DEALS, check_count, whole_number
from boardgame_envs.core.problems import shortened
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import (
    DuplicateResults,
    Watch,
    play_lineups,
    unwatched,
)
from boardgame_envs.evaluation.estimates import (
    Estimate,
    estimate,
    estimate_difference,
    estimate_share,
)
from boardgame_envs.matches.lineups import Lineup, alone_lineups, deal_seeds, duplicate_lineups
from boardgame_envs.matches.referee import Referee
from boardgame_envs.matches.series import DEFAULT_BATCH


@dataclass(frozen=True, eq=False)
class Matchup:
    """How one agent did as the only one among others: a sample for each deal."""

    agent: int
    against: int
    games: int
    shares: NDArray[np.float64]
    returns: NDArray[np.float64]

    @property
    def win_rate(self) -> Estimate:
        """The mean share in the win."""
        return estimate_share(self.shares)

    @property
    def mean_return(self) -> Estimate:
        """What the agent earns in a game."""
        return estimate(self.returns)


@dataclass(frozen=True, eq=False)
class Tournament:
    """The results of a round robin, by the places of the agents in ``labels``."""

    labels: list[str]
    num_players: int
    num_deals: int
    num_games: int
    matchups: dict[tuple[int, int], Matchup]

    @property
    def equal_share(self) -> float:
        """The win rate of an agent that is as good as the others."""
        return 1 / self.num_players

    def difference(self, agent: int, against: int) -> Estimate:
        """Return how much more one agent wins among others than they do among copies of it."""
        there, back = self.matchups[agent, against], self.matchups[against, agent]
        return estimate_difference(there.shares - back.shares)

    def overall(self, agent: int) -> tuple[Estimate, Estimate]:
        """Return an agent's win rate and mean return, all opponents counting the same."""
        own = [matchup for matchup in self.matchups.values() if matchup.agent == agent]
        shares = np.mean([matchup.shares for matchup in own], axis=0)
        returns = np.mean([matchup.returns for matchup in own], axis=0)
        return estimate_share(shares), estimate(returns)


def play_tournament(
    table: Table,
    agents: Sequence[Agent],
    labels: Sequence[str],
    num_deals: int,
    seed: int = 0,
    batch: int = DEFAULT_BATCH,
    watch: Watch = unwatched,
    referee: Referee | None = None,
) -> Tournament:
    """Let every two agents play the same deals in duplicate; the seed fixes everything."""
    if table.is_cooperative:
        raise ValueError(
            f"in {table.game.name} with these options all win or lose together: "
            f"evaluate teams, there is no tournament"
        )
    check_entries("a tournament", 2, agents, labels, num_deals)
    lineups = round_robin(len(agents), table.num_players)
    deals = deal_seeds(seed, num_deals)
    results = play_lineups(table, agents, lineups, deals, seed, batch, watch, referee)
    pairs = permutations(range(len(agents)), 2)
    return Tournament(
        labels=list(labels),
        num_players=table.num_players,
        num_deals=num_deals,
        num_games=len(lineups) * num_deals,
        matchups=match_up(results, list(pairs)),
    )


def check_entries(
    what: str, fewest: int, agents: Sequence[Agent], labels: Sequence[str], num_deals: int
) -> None:
    """Refuse too few agents or deals, and labels that do not tell the agents apart."""
    if len(agents) < fewest or len(labels) != len(agents) or len(set(labels)) != len(labels):
        raise ValueError(
            f"{what} needs at least {fewest} agent{'s' if fewest > 1 else ''}, each with a label "
            f"of its own, not {len(agents)} with {list(labels)}"
        )
    if whole_number(num_deals) is None or num_deals < 2:
        raise ValueError(f"an interval needs at least 2 deals, not {shortened(num_deals)}")
    check_count("the number of deals", num_deals, 2, MOST_DEALS)


def round_robin(num_agents: int, num_players: int) -> list[Lineup]:
    """Return the lineups of every two agents."""
    pairs = combinations(range(num_agents), 2)
    return [lineup for pair in pairs for lineup in duplicate_lineups(*pair, num_players)]


def match_up(
    results: DuplicateResults, pairs: Sequence[tuple[int, int]]
) -> dict[tuple[int, int], Matchup]:
    """Return how agents did as the only ones among others, pair by pair."""
    all_shares, matchups = results.shares(), {}
    for agent, against in pairs:
        lineups = alone_lineups(agent, against, results.returns.shape[2])
        matchups[agent, against] = Matchup(
            agent,
            against,
            games=len(lineups) * results.num_deals,
            shares=results.per_deal(all_shares, agent, lineups),
            returns=results.per_deal(results.returns, agent, lineups),
        )
    return matchups


def unique_labels(names: Sequence[str]) -> list[str]:
    """Return the names, with a number after those that were there before."""
    labels: list[str] = []
    for name in names:
        label, number = name, 1
        while label in labels:
            number += 1
            label = f"{name} ({number})"
        labels.append(label)
    return labels
