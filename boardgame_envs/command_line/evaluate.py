"""``boardgame-envs evaluate``: let agents play each other on equal terms."""

from __future__ import annotations

import argparse
import errno
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from boardgame_envs import __version__
from boardgame_envs.agents import make_agent
from boardgame_envs.command_line.arguments import add_table, positive, progress, table_from, whole
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.cross_play import play_cross_play
from boardgame_envs.evaluation.plots import check_plot
from boardgame_envs.evaluation.ratings import rate
from boardgame_envs.evaluation.report import Report
from boardgame_envs.evaluation.team_report import report_teams
from boardgame_envs.evaluation.tournament import play_tournament, unique_labels
from boardgame_envs.evaluation.tournament_report import report_tournament
from boardgame_envs.matches.series import DEFAULT_BATCH, GameResult

NAME = "evaluate"
HELP = "let agents play each other, and rate them"

DESCRIPTION = """Let every two agents play the same deals with every seating, so that luck in
the deal cancels out. With two players each deal is played twice, seats swapped; with more, each
agent sits as the only one among the other's, in each seat once. Where all win or lose together,
each agent plays in all seats, and in each seat once among the other's. Intervals are 95 %, over
deals."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_table(parser)
    parser.add_argument(
        "--agents",
        nargs="+",
        required=True,
        metavar="NAME",
        help="who plays: random, heuristic, shipped or FILE.onnx; at least two, unless all win "
        "or lose together",
    )
    parser.add_argument(
        "--deals", type=positive, default=500, metavar="N", help="for every seating; default 500"
    )
    parser.add_argument(
        "--seed", type=whole, default=0, metavar="S", help="fixes deals and agents; default 0"
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


def run(parsed: argparse.Namespace) -> int:
    """Play and report."""
    table, labels = check(parsed)
    evaluate = evaluate_teams if table.is_cooperative else evaluate_tournament
    report = evaluate(parsed, table, labels)
    print("\n".join(report.lines))
    if parsed.json:
        content = {**settings_as_json(parsed, table, labels), **report.figures}
        Path(parsed.json).write_text(json.dumps(content, indent=2) + "\n")
    if parsed.plot:
        report.save_plot(parsed.plot)
    return 0


def evaluate_tournament(parsed: argparse.Namespace, table: Table, labels: list[str]) -> Report:
    """Let the agents play each other, and rate them."""
    agents = [make_agent(name, table.game) for name in parsed.agents]
    tournament = play_tournament(
        table, agents, labels, parsed.deals, parsed.seed, parsed.batch, watch
    )
    return report_tournament(table.game.title, tournament, rate(tournament, parsed.seed))


def evaluate_teams(parsed: argparse.Namespace, table: Table, labels: list[str]) -> Report:
    """Let the agents play with each other."""
    agents = [make_agent(name, table.game) for name in parsed.agents]
    cross_play = play_cross_play(
        table, agents, labels, parsed.deals, parsed.seed, parsed.batch, watch
    )
    return report_teams(table.game.title, cross_play)


def watch(results: Iterable[GameResult], total: int) -> Iterable[GameResult]:
    """Show how many games have been played."""
    return progress(results, "games", total)


def check(parsed: argparse.Namespace) -> tuple[Table, list[str]]:
    """Return the table and the agents' labels; refuse early what would fail after hours."""
    table = table_from(parsed)
    if len(parsed.agents) < 2 and not table.is_cooperative:
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


def settings_as_json(parsed: argparse.Namespace, table: Table, labels: list[str]) -> dict[str, Any]:
    """Return what was evaluated, and how."""
    named = zip(labels, parsed.agents, strict=True)
    return {
        "boardgame_envs": __version__,
        "game": table.game.name,
        "version": f"v{table.game.version}",
        "players": table.num_players,
        "options": table.options,
        "agents": [{"label": label, "name": name} for label, name in named],
        "deals": parsed.deals,
        "seed": parsed.seed,
        "confidence": 0.95,
    }
