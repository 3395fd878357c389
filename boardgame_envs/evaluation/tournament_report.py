"""The report on a tournament: cross table and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardgame_envs.evaluation.plots import plot_tournament
from boardgame_envs.evaluation.ratings import Rating
from boardgame_envs.evaluation.report import Block, Report, rate_in_words
from boardgame_envs.evaluation.tournament import Tournament

# what the ratings cannot tell, and how they came about all the same
ALL_WON = (
    "Some agent won all games of a pair: how far apart the two are is not known, and half a "
    "virtual draw keeps the ratings finite."
)


def report_tournament(title: str, tournament: Tournament, ratings: Sequence[Rating]) -> Report:
    """Return the report on a tournament of a game with this title."""
    heading = describe(title, tournament)
    return Report(
        heading,
        in_tables(tournament, ratings),
        figures=as_figures(tournament, ratings),
        draw=lambda: plot_tournament(heading, tournament, ratings),
    )


# --- in words ---


def describe(title: str, tournament: Tournament) -> str:
    """Say what was played."""
    seating = "seats swapped" if tournament.num_players == 2 else "in every seating"
    return (
        f"{title}, {tournament.num_players} players: {tournament.num_deals} deals, "
        f"{seating}, {tournament.num_games} games"
    )


def in_tables(tournament: Tournament, ratings: Sequence[Rating]) -> list[Block]:
    """Return the cross table and the ratings."""
    among = "against the column"
    if tournament.num_players > 2:
        among = f"as the only one among {tournament.num_players - 1} of the column"
    all_won = any(matchup.shares.max() == 0 for matchup in tournament.matchups.values())
    return [
        Block(
            f"Win rate in % of the row {among} (95 % interval); "
            f"{100 * tournament.equal_share:.1f} is as good",
            cross_table(tournament),
        ),
        Block(
            "Ratings on the Elo scale, with 95 % intervals; win rate and return over all opponents",
            rating_table(tournament, ratings),
            ALL_WON if all_won else "",
        ),
    ]


def cross_table(tournament: Tournament) -> list[list[str]]:
    """Return the cells of the cross table."""
    agents = range(len(tournament.labels))
    rows = [["", *tournament.labels]]
    for agent in agents:
        cells = [
            "-" if agent == against else rate_in_words(tournament.matchups[agent, against].win_rate)
            for against in agents
        ]
        rows.append([tournament.labels[agent], *cells])
    return rows


def rating_table(tournament: Tournament, ratings: Sequence[Rating]) -> list[list[str]]:
    """Return the cells of the table of ratings, the best first."""
    rows = [["", "rating", "interval", "win rate", "return"]]
    for agent in sorted(range(len(ratings)), key=lambda agent: -ratings[agent].rating):
        rating, (share, earned) = ratings[agent], tournament.overall(agent)
        interval = f"{rating.low:+.0f} to {rating.high:+.0f}"
        mean_return = f"{earned.mean:+.3f} ± {earned.half_width:.3f}"
        figures = [f"{rating.rating:+.0f}", interval, rate_in_words(share), mean_return]
        rows.append([rating.label, *figures])
    return rows


# --- as figures ---


def as_figures(tournament: Tournament, ratings: Sequence[Rating]) -> dict[str, Any]:
    """Return all figures of pairs and ratings."""
    return {
        "games": tournament.num_games,
        "equal_share": tournament.equal_share,
        "pairs": list_pairs(tournament),
        "ratings": [vars(rating) for rating in ratings],
    }


def list_pairs(tournament: Tournament) -> list[dict[str, Any]]:
    """Return how each agent did as the only one among each other agent's."""
    return [
        {
            "agent": tournament.labels[matchup.agent],
            "against": tournament.labels[matchup.against],
            "games": matchup.games,
            "win_rate": matchup.win_rate.as_json(),
            "difference": tournament.difference(matchup.agent, matchup.against).as_json(),
            "mean_return": matchup.mean_return.as_json(),
        }
        for matchup in tournament.matchups.values()
    ]
