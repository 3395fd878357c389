"""How strong an agent is: its figures against each opponent, on the deals of a suite."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from boardgame_envs.agents.agent import Agent
from boardgame_envs.benchmark.opponent import Opponent
from boardgame_envs.benchmark.suite import Entry, Suite
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import DuplicateResults, Watch, play_lineups, unwatched
from boardgame_envs.evaluation.estimates import Estimate, estimate_difference, estimate_share
from boardgame_envs.matches.lineups import Lineup, alone_lineups, self_play_lineup
from boardgame_envs.matches.referee import Referee

# the agent that is measured, and its opponent, as lineups count them
AGENT, OPPONENT = 0, 1

# what is measured: where all win or lose together, and elsewhere
SAMPLE_DEALS = 10
TEAM, THEIR_TEAM, DIFFERENCE = "team", "their team", "difference"
ONE_AMONG_THEM, SHARE = "one among them", "win share"


@dataclass(frozen=True)
class Figure:
    """What was measured in one setting, with a number of players, against one opponent."""

    setting: str
    players: int
    opponent: Opponent
    games: int
    estimates: dict[str, Estimate]  # by what they are of
    # the mean over the first deals alone, which others can play again in a moment
    sample: float = 0.0


def measure(
    agent: Agent,
    suite: Suite,
    opponents: Sequence[Opponent],
    settings: Collection[str] = (),
    players: Collection[int] = (),
    deals: int | None = None,
    mixed: bool = True,
    watch: Watch = unwatched,
    referee: Callable[[Opponent], Referee] | None = None,
) -> Iterator[Figure]:
    """Let an agent play against each opponent, or with it, in all settings that are asked for.

    The opponents are checked first. Without ``mixed`` there are no teams of both, which take most
    of the games. ``referee`` makes the one that watches the games with an opponent.
    """
    for opponent in opponents:
        opponent.check(suite)
    for entry in suite.entries(settings, players):
        for opponent in opponents:
            agents, lineups = [agent, opponent.make()], lineups_at(entry.table, mixed)
            watching = None if referee is None else referee(opponent)
            seeds = suite.seeds(deals)
            results = play_lineups(
                *(entry.table, agents, lineups, seeds, suite.seed), watch=watch, referee=watching
            )
            yield figure_of(entry, opponent, results)


def lineups_at(table: Table, mixed: bool) -> list[Lineup]:
    """Return who sits where: the agent alone among its opponents; first the teams, if any."""
    number = table.num_players
    alone = alone_lineups(AGENT, OPPONENT, number)
    if not table.is_cooperative:
        return alone
    teams = [self_play_lineup(each, number) for each in (AGENT, OPPONENT)]
    return teams + alone if mixed and number > 1 else teams


def figure_of(entry: Entry, opponent: Opponent, results: DuplicateResults) -> Figure:
    """Return what games in one setting against one opponent say."""
    number = entry.table.num_players
    if entry.table.is_cooperative:
        estimates = estimate_teams(results, number)
        shares = results.of_teams([self_play_lineup(AGENT, number)]).wins
    else:
        shares = results.per_deal(results.shares(), AGENT, results.lineups)
        estimates = {SHARE: estimate_share(shares)}
    games = len(results.lineups) * results.num_deals
    sample = float(np.mean(shares[:SAMPLE_DEALS]))
    return Figure(entry.setting, number, opponent, games, estimates, sample)


def estimate_teams(results: DuplicateResults, number: int) -> dict[str, Estimate]:
    """Return how teams did: the agent's own, the opponent's, and with one of it among those."""
    teams = [self_play_lineup(each, number) for each in (AGENT, OPPONENT)]
    ours, theirs = (results.of_teams([team]) for team in teams)
    estimates = {
        TEAM: ours.win_rate,
        THEIR_TEAM: theirs.win_rate,
        DIFFERENCE: estimate_difference(ours.wins - theirs.wins),
    }
    if len(results.lineups) > len(teams):
        mixed = results.of_teams(alone_lineups(AGENT, OPPONENT, number))
        estimates[ONE_AMONG_THEM] = mixed.win_rate
    return estimates
