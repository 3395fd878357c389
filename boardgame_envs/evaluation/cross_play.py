"""Teams of agents in games that all win or lose together, on the same deals.

An agent is measured as a whole team, in all seats, and as the only one among others: who does
well with copies of itself alone has learned private conventions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from boardgame_envs.agents.agent import Agent
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import (
    TeamSamples,
    Watch,
    play_lineups,
    unwatched,
)
from boardgame_envs.evaluation.estimates import Estimate, estimate, estimate_difference
from boardgame_envs.evaluation.tournament import check_entries
from boardgame_envs.matches.lineups import Lineup, alone_lineups, deal_seeds, self_play_lineup
from boardgame_envs.matches.referee import Referee
from boardgame_envs.matches.series import DEFAULT_BATCH


@dataclass(frozen=True, eq=False)
class CrossPlay:
    """How teams did, by the places of the agents in ``labels``.

    ``teams[agent, among]`` are those in which one agent has one seat among another's, and
    ``teams[agent, agent]`` those of its own. Alone at the table there are only these.
    """

    labels: list[str]
    num_players: int
    num_deals: int
    num_games: int
    teams: dict[tuple[int, int], TeamSamples]

    @property
    def is_mixed(self) -> bool:
        """Whether there are teams of different agents."""
        return len(self.teams) > len(self.labels)

    def own_team(self, agent: int) -> TeamSamples:
        """Return how an agent did with itself in all seats."""
        return self.teams[agent, agent]

    def best_first(self) -> list[int]:
        """Return the agents by the win rates of their own teams; scores break ties."""
        means = [(team.win_rate.mean, team.score.mean) for team in map(self.own_team, self.agents)]
        return sorted(self.agents, key=lambda agent: means[agent], reverse=True)

    @property
    def agents(self) -> range:
        """The agents, as their places in ``labels``."""
        return range(len(self.labels))

    def difference(self, agent: int, other: int) -> tuple[Estimate, Estimate]:
        """Return how much more one agent's own team wins and scores than another's.

        Both have played the same deals, so the luck of these is not in the interval.
        """
        ours, theirs = self.own_team(agent), self.own_team(other)
        wins, scores = ours.wins - theirs.wins, ours.scores - theirs.scores
        return estimate_difference(wins), estimate(scores)


def play_cross_play(
    table: Table,
    agents: Sequence[Agent],
    labels: Sequence[str],
    num_deals: int,
    seed: int = 0,
    batch: int = DEFAULT_BATCH,
    watch: Watch = unwatched,
    referee: Referee | None = None,
) -> CrossPlay:
    """Let every team play the same deals; the seed fixes everything."""
    if not table.is_cooperative:
        raise ValueError(
            f"{table.game.name} is not cooperative with these options: "
            f"let the agents play a tournament"
        )
    check_entries("an evaluation of teams", 1, agents, labels, num_deals)
    lineups = {
        pair: team_lineups(*pair, table.num_players)
        for pair in list_pairs(len(agents), table.num_players)
    }
    all_lineups = [lineup for several in lineups.values() for lineup in several]
    deals = deal_seeds(seed, num_deals)
    results = play_lineups(table, agents, all_lineups, deals, seed, batch, watch, referee)
    return CrossPlay(
        labels=list(labels),
        num_players=table.num_players,
        num_deals=num_deals,
        num_games=len(results.lineups) * num_deals,
        teams={pair: results.of_teams(several) for pair, several in lineups.items()},
    )


def list_pairs(num_agents: int, num_players: int) -> list[tuple[int, int]]:
    """Return which agents have one seat among which: alone one can sit among nobody."""
    pairs = product(range(num_agents), repeat=2)
    return [(agent, among) for agent, among in pairs if agent == among or num_players > 1]


def team_lineups(agent: int, among: int, num_players: int) -> list[Lineup]:
    """Return the lineups of an agent's own team, or with it in each seat among another's once."""
    if agent == among:
        return [self_play_lineup(agent, num_players)]
    return alone_lineups(agent, among, num_players)
