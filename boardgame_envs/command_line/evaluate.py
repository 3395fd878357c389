"""``boardgame-envs evaluate``: let agents play each other on equal terms."""

from __future__ import annotations

import argparse
import errno
import os
from collections.abc import Iterable
from pathlib import Path

from boardgame_envs.command_line.arguments import (
    add_fair_play,
    add_table,
    options_from,
    positive,
    progress,
    table_from,
    whole,
)
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.evaluation.evaluating import evaluate
from boardgame_envs.evaluation.plots import check_plot
from boardgame_envs.games import load_game
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
        help="who plays: random, heuristic, shipped, best, FILE.onnx, package.module:factory, "
        "program:COMMAND, http://ADDRESS or llm:MODEL@URL; at least two, unless all win or lose "
        "together",
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
    add_fair_play(parser)
    parser.add_argument("--json", metavar="FILE", help="write all results to a file as well")
    parser.add_argument("--plot", metavar="FILE", help="draw the results: .png, .svg or .pdf")


def run(parsed: argparse.Namespace) -> int:
    """Play and report."""
    check(parsed)
    evaluation = evaluate(
        load_game(parsed.game),
        parsed.agents,
        deals=parsed.deals,
        players=parsed.players,
        seed=parsed.seed,
        on_error=parsed.on_error,
        time_limit=parsed.time_limit,
        batch=parsed.batch,
        watch=watch,
        **options_from(load_game(parsed.game), parsed),
    )
    print(evaluation)
    if parsed.json:
        evaluation.to_json(parsed.json)
    if parsed.plot:
        evaluation.plot(parsed.plot)
    return 0


def watch(results: Iterable[GameResult], total: int) -> Iterable[GameResult]:
    """Show how many games have been played."""
    return progress(results, "games", total)


def check(parsed: argparse.Namespace) -> None:
    """Refuse early what would fail after hours."""
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
