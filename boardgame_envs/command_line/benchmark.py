"""``boardgame-envs benchmark``: measure an agent against opponents that never change."""

from __future__ import annotations

import argparse
import json
import shlex
from pathlib import Path

from boardgame_envs.agents import make_agent
from boardgame_envs.benchmark import find_opponents, find_suite, measure
from boardgame_envs.benchmark.opponent import fingerprint_of
from boardgame_envs.benchmark.report import as_json, in_words
from boardgame_envs.command_line.arguments import add_game, positive
from boardgame_envs.command_line.evaluate import watch
from boardgame_envs.games import load_game

NAME = "benchmark"
HELP = "measure an agent against opponents that never change"

DESCRIPTION = """Let an agent play fixed deals against opponents that are known by a fingerprint of
what they do, in every setting that is measured. Where all win or lose together: the win rates of
its own team, of the opponent's team, their difference, and the win rate with the agent in one seat
among the opponent's; elsewhere the win share of the agent as the only one among the opponent's.
Intervals are 95 %, over deals."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_game(parser)
    parser.add_argument("agent", metavar="AGENT", help="random, heuristic or FILE.onnx")
    parser.add_argument(
        "--against", nargs="+", default=[], metavar="NAME", help="opponents; default: all there are"
    )
    parser.add_argument(
        "--setting", action="append", default=[], metavar="NAME", help="default: all of the suite"
    )
    parser.add_argument(
        "--players", type=positive, nargs="+", default=[], metavar="N", help="default: all numbers"
    )
    parser.add_argument(
        "--deals", type=positive, metavar="N", help="the first ones only; default: all of the suite"
    )
    parser.add_argument(
        "--teams-only",
        action="store_true",
        help="where all win or lose together: no teams of both, which take most of the games",
    )
    parser.add_argument("--json", metavar="FILE", help="write all figures to a file as well")


def run(parsed: argparse.Namespace) -> int:
    """Measure and report."""
    game = load_game(parsed.game)
    suite, opponents = find_suite(game), find_opponents(game, parsed.against)
    deals = suite.deals if parsed.deals is None else parsed.deals
    if deals < 2:
        raise ValueError(f"--deals must be at least 2, to know an interval, not {deals}")
    agent, fingerprint = make_agent(parsed.agent, game), fingerprint_of(parsed.agent, suite)
    measured = measure(
        *(agent, suite, opponents, parsed.setting, parsed.players, deals),
        mixed=not parsed.teams_only,
        watch=watch,
    )
    figures = list(measured)
    name = Path(parsed.agent).name
    print("\n".join(in_words(name, fingerprint, suite, deals, figures)))
    if parsed.json:
        content = as_json(name, fingerprint, suite, deals, figures, command_of(parsed))
        Path(parsed.json).write_text(json.dumps(content, indent=2) + "\n")
    return 0


def command_of(parsed: argparse.Namespace) -> str:
    """Return the command that gives the same figures again."""
    words = ["boardgame-envs", NAME, parsed.game, parsed.agent]
    for setting in parsed.setting:
        words += ["--setting", setting]
    for option in ("against", "players"):
        if getattr(parsed, option):
            words += [f"--{option}", *map(str, getattr(parsed, option))]
    if parsed.deals is not None:
        words += ["--deals", str(parsed.deals)]
    if parsed.teams_only:
        words += ["--teams-only"]
    return shlex.join(words)
