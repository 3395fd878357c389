"""The report on teams: how each agent does with copies of itself, and how with others."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

from boardgame_envs.evaluation.cross_play import CrossPlay
from boardgame_envs.evaluation.duplicate import TeamSamples
from boardgame_envs.evaluation.estimates import Estimate
from boardgame_envs.evaluation.plots import plot_teams
from boardgame_envs.evaluation.report import Block, Report, rate_in_words


def report_teams(title: str, cross_play: CrossPlay) -> Report:
    """Return the report on teams in a game with this title."""
    heading = describe(title, cross_play)
    return Report(
        heading,
        in_tables(cross_play),
        figures=as_figures(cross_play),
        draw=lambda: plot_teams(heading, cross_play),
    )


# --- in words ---


def describe(title: str, cross_play: CrossPlay) -> str:
    """Say what was played."""
    players = f"{cross_play.num_players} player{'s' if cross_play.num_players > 1 else ''}"
    return (
        f"{title}, {players}, all win or lose together: "
        f"{cross_play.num_deals} deals, {cross_play.num_games} games"
    )


def in_tables(cross_play: CrossPlay) -> list[Block]:
    """Return the table of teams and, if there are mixed ones, those of cross-play."""
    in_all_seats = " in all seats" if cross_play.num_players > 1 else ""
    blocks = [
        Block(
            f"Each agent{in_all_seats}: win rate in % and points on the table, with 95 % intervals",
            team_table(cross_play),
        )
    ]
    if cross_play.is_mixed:
        others = cross_play.num_players - 1
        among = f"and {others} for the column" if others > 1 else "and the other for the column"
        blocks += [
            Block(
                f"Win rate in % with one seat for the row, every one once, {among} "
                "(95 % intervals)",
                cross_table(cross_play, lambda team: rate_in_words(team.win_rate)),
            ),
            Block(
                "Points on the table in the same games",
                cross_table(cross_play, lambda team: score_in_words(team.score)),
            ),
        ]
    return blocks


def team_table(cross_play: CrossPlay) -> list[list[str]]:
    """Return the cells of the table of agents in all seats, the best first."""
    rows = [["", "win rate", "interval", "score", "interval"]]
    for agent in cross_play.best_first():
        team = cross_play.own_team(agent)
        rate, score = team.win_rate, team.score
        rate_interval = f"{100 * rate.low:.1f} to {100 * rate.high:.1f}"
        score_interval = f"{score.low:.2f} to {score.high:.2f}"
        figures = [f"{100 * rate.mean:.1f}", rate_interval, f"{score.mean:.2f}", score_interval]
        rows.append([cross_play.labels[agent], *figures])
    return rows


def cross_table(cross_play: CrossPlay, tell: Callable[[TeamSamples], str]) -> list[list[str]]:
    """Return the cells of a cross table; its diagonal has the agents' own teams."""
    rows = [["", *cross_play.labels]]
    for agent in cross_play.agents:
        cells = [tell(cross_play.teams[agent, among]) for among in cross_play.agents]
        rows.append([cross_play.labels[agent], *cells])
    return rows


def score_in_words(score: Estimate) -> str:
    """Return a score with its interval."""
    return f"{score.mean:.2f} ± {score.half_width:.2f}"


# --- as figures ---


def as_figures(cross_play: CrossPlay) -> dict[str, Any]:
    """Return all figures of teams, of mixed ones, and how far teams are apart."""
    labels, pairs = cross_play.labels, list(permutations(cross_play.agents, 2))
    return {
        "cooperative": True,
        "games": cross_play.num_games,
        "teams": [
            {"agent": labels[agent], **team_figures(cross_play.own_team(agent))}
            for agent in cross_play.agents
        ],
        "cross_play": [
            {
                "agent": labels[agent],
                "among": labels[among],
                **team_figures(cross_play.teams[agent, among]),
            }
            for agent, among in pairs
            if cross_play.is_mixed
        ],
        "differences": [difference_figures(cross_play, *pair) for pair in pairs],
    }


def team_figures(team: TeamSamples) -> dict[str, Any]:
    """Return the figures of some teams."""
    return {
        "games": team.games,
        "win_rate": team.win_rate.as_json(),
        "score": team.score.as_json(),
    }


def difference_figures(cross_play: CrossPlay, agent: int, other: int) -> dict[str, Any]:
    """Return how much better one agent's own team is than another's, deal by deal."""
    rate, score = cross_play.difference(agent, other)
    return {
        "agent": cross_play.labels[agent],
        "other": cross_play.labels[other],
        "win_rate": rate.as_json(),
        "score": score.as_json(),
    }
