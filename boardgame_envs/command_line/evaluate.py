"""``boardgame-envs evaluate``: let agents play each other on equal terms."""

from __future__ import annotations

import argparse
import errno
import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from boardgame_envs import __version__
from boardgame_envs.agents import make_agent
from boardgame_envs.command_line.arguments import add_table, positive, progress, table_from
from boardgame_envs.core.table import Table, check_seed
from boardgame_envs.evaluation.duplicate import DEFAULT_BATCH, Estimate, GameResult
from boardgame_envs.evaluation.plots import check_plot, save_plot
from boardgame_envs.evaluation.ratings import Rating, rate
from boardgame_envs.evaluation.tournament import Tournament, play_tournament, unique_labels

DESCRIPTION = """Let every two agents play the same deals with every seating, so that luck in
the deal cancels out. With two players each deal is played twice, seats swapped; with more, each
agent sits as the only one among the other's, in each seat once. Intervals are 95 %, over deals."""

# what the ratings cannot tell, and how they came about all the same
ALL_WON = (
    "Some agent won all games of a pair: how far apart the two are is not known, and half a "
    "virtual draw keeps the ratings finite."
)


def add_command(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "evaluate", help="let agents play each other, and rate them", description=DESCRIPTION
    )
    add_table(parser)
    parser.add_argument(
        "--agents",
        nargs="+",
        required=True,
        metavar="NAME",
        help="who plays, at least two: random, rules or FILE.onnx",
    )
    parser.add_argument(
        "--deals", type=positive, default=500, metavar="N", help="for each pair; default 500"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="fixes deals and dice; default 0"
    )
    parser.add_argument(
        "--batch",
        type=positive,
        default=DEFAULT_BATCH,
        metavar="N",
        help=f"games in progress at once; changes no result; default {DEFAULT_BATCH}",
    )
    parser.add_argument("--json", metavar="FILE", help="write all results to a file as well")
    parser.add_argument("--plot", metavar="FILE", help="draw the results: .png, .svg or .pdf")
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    """Play, rate and report."""
    table, labels = check(parsed)
    agents = [make_agent(name, table.game) for name in parsed.agents]

    def watch(results: Iterable[GameResult], total: int) -> Iterable[GameResult]:
        return progress(results, "games", total)

    tournament = play_tournament(
        table, agents, labels, parsed.deals, parsed.seed, parsed.batch, watch
    )
    ratings = rate(tournament, parsed.seed)
    print("\n".join(report(table, tournament, ratings)))
    if parsed.json:
        content = as_json(parsed, table, tournament, ratings)
        Path(parsed.json).write_text(json.dumps(content, indent=2) + "\n")
    if parsed.plot:
        save_plot(parsed.plot, heading(table, tournament), tournament, ratings)
    return 0


def check(parsed: argparse.Namespace) -> tuple[Table, list[str]]:
    """Return the table and the agents' labels; refuse early what would fail after hours."""
    table = table_from(parsed)
    if len(parsed.agents) < 2:
        raise ValueError(f"--agents takes at least two agents, not {len(parsed.agents)}")
    if parsed.deals < 2:
        raise ValueError(f"--deals must be at least 2, to know an interval, not {parsed.deals}")
    check_seed(parsed.seed)
    if parsed.plot:
        check_plot(parsed.plot)
    for file in filter(None, (parsed.json, parsed.plot)):
        if not Path(file).absolute().parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), file)
    stems = [Path(name).stem if name.endswith(".onnx") else name for name in parsed.agents]
    return table, unique_labels(stems)


# --- in words ---


def heading(table: Table, tournament: Tournament) -> str:
    """Say what was played."""
    seating = "seats swapped" if tournament.num_players == 2 else "in every seating"
    return (
        f"{table.game.title}, {tournament.num_players} players: {tournament.num_deals} deals, "
        f"{seating}, {tournament.num_games} games"
    )


def report(table: Table, tournament: Tournament, ratings: Sequence[Rating]) -> list[str]:
    """Return the cross table and the ratings, line by line."""
    among = "against the column"
    if tournament.num_players > 2:
        among = f"as the only one among {tournament.num_players - 1} of the column"
    lines = [
        heading(table, tournament),
        "",
        f"Win rate in % of the row {among} (± 95 % interval); "
        f"{100 * tournament.equal_share:.1f} is as good",
        *aligned(cross_table(tournament)),
        "",
        "Ratings on the Elo scale, with 95 % intervals; win rate and return over all opponents",
        *aligned(rating_table(tournament, ratings)),
    ]
    if any(matchup.shares.max() == 0 for matchup in tournament.matchups.values()):
        lines.append(ALL_WON)
    return lines


def cross_table(tournament: Tournament) -> list[list[str]]:
    """Return the cells of the cross table."""
    agents = range(len(tournament.labels))
    rows = [["", *tournament.labels]]
    for agent in agents:
        cells = [
            "-" if agent == against else percent(tournament.matchups[agent, against].win_rate)
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
        rows.append([rating.label, f"{rating.rating:+.0f}", interval, percent(share), mean_return])
    return rows


def percent(share: Estimate) -> str:
    """Return a share with its interval in percent."""
    return f"{100 * share.mean:.1f} ± {100 * share.half_width:.1f}"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return lines with the cells of each column below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
        for row in rows
    ]


# --- as JSON ---


def as_json(
    parsed: argparse.Namespace, table: Table, tournament: Tournament, ratings: Sequence[Rating]
) -> dict[str, Any]:
    """Return all there is to tell: settings, pairs and ratings."""
    named = zip(tournament.labels, parsed.agents, strict=True)
    return {
        "boardgame_envs": __version__,
        "game": table.game.name,
        "version": f"v{table.game.version}",
        "players": table.num_players,
        "options": table.options,
        "agents": [{"label": label, "name": name} for label, name in named],
        "deals": tournament.num_deals,
        "games": tournament.num_games,
        "seed": parsed.seed,
        "confidence": 0.95,
        "equal_share": tournament.equal_share,
        "pairs": pairs_as_json(tournament),
        "ratings": [vars(rating) for rating in ratings],
    }


def pairs_as_json(tournament: Tournament) -> list[dict[str, Any]]:
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
