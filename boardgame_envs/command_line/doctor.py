"""``boardgame-envs doctor``: which libraries are installed, and whether they work with the games.

A library is one line in ``LIBRARIES`` and one module in ``boardgame_envs/checks``, with a function
for each thing it is tried for. Each is tried in a process of its own: some start servers, some
write to the terminal as they like, and one that crashes must not take the others along.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from boardgame_envs.checks import TRIALS
from boardgame_envs.command_line.arguments import progress
from boardgame_envs.games import load_game

NAME = "doctor"
HELP = "try out the libraries that are installed"
DESCRIPTION = (
    "Try out every reinforcement-learning library that is installed: whether its "
    "environment steps, trains a little, and exports an agent that plays. The exit status is "
    "1 if one fails; libraries that are missing are named with the extra that installs them."
)

MISSING, FAILED, NOTHING = "not installed", "failed", "-"


@dataclass(frozen=True)
class Library:
    """A library that the games plug into."""

    name: str
    package: str  # as pip knows it; its version is shown
    check: str  # the module in boardgame_envs/checks
    extra: str | None = None  # what installs it; None: the package needs it anyway


LIBRARIES = (
    Library("PettingZoo", "pettingzoo", "pettingzoo"),
    Library("Gymnasium", "gymnasium", "gymnasium"),
    Library("Stable-Baselines3", "sb3-contrib", "sb3", "sb3"),
    Library("TorchRL", "torchrl", "torchrl", "torchrl"),
    Library("Tianshou", "tianshou", "tianshou", "tianshou"),
    Library("AgileRL", "agilerl", "agilerl", "agilerl"),
    Library("OpenSpiel", "open_spiel", "openspiel", "openspiel"),
    Library("RLlib", "ray", "rllib", "rllib"),
    Library("TRL", "trl", "trl", "trl"),
    Library("OpenEnv", "openenv", "openenv", "openenv"),
    Library("MCP", "mcp", "mcp", "mcp"),
    Library("verifiers", "verifiers", "verifiers", "verifiers"),
)

A_DAY = 86_400  # seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--game", default="elements", metavar="GAME", help="default elements")
    parser.add_argument(
        "--only",
        nargs="+",
        metavar="LIBRARY",
        help=f"of {', '.join(library.check for library in LIBRARIES)}; default all",
    )
    parser.add_argument(
        "--seconds", type=float, default=600, metavar="S", help="for each library; default 600"
    )


def run(parsed: argparse.Namespace) -> int:
    """Try out the libraries, and print a table."""
    load_game(parsed.game)
    if not 0 < parsed.seconds <= A_DAY:
        raise ValueError(f"--seconds must be above 0 and at most {A_DAY}, not {parsed.seconds}")
    chosen = choose_libraries(parsed.only)
    reports = []
    for library in progress(chosen, "libraries", len(chosen)):
        reports.append(examine(library, parsed.game, parsed.seconds))
    print_table(chosen, reports)
    failures = [report for report in reports if "error" in report]
    return 1 if failures else 0


def choose_libraries(names: list[str] | None) -> list[Library]:
    """Return the libraries that are asked for, or raise ValueError."""
    known = {library.check: library for library in LIBRARIES}
    for name in names or ():
        if name not in known:
            raise ValueError(f"there is no library {name!r} to try; there are {', '.join(known)}")
    return [known[name] for name in names or known]


def installed_version(library: Library) -> str | None:
    """Return the version of a library, or None if it is not installed."""
    try:
        return importlib.metadata.version(library.package)
    except importlib.metadata.PackageNotFoundError:
        return None


def examine(library: Library, game: str, seconds: float) -> dict[str, str]:
    """Return what was found: the version, and what came of each trial or ``error``."""
    version = installed_version(library)
    if version is None:
        return {"version": MISSING}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "boardgame_envs.checks", library.check, game, folder]
        # a process for each library, with one thread: what is tried is small
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        try:
            answer = subprocess.run(
                command,
                env=environment,
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {"version": version, "error": f"it took more than {seconds:.0f} seconds"}
    return {"version": version, **read_answer(answer)}


def read_answer(answer: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """Return what a trial has to tell: the last line that it printed."""
    lines = answer.stdout.strip().splitlines()
    try:
        report: dict[str, str] = json.loads(lines[-1])
    except (IndexError, ValueError):
        last_words = answer.stderr.strip().splitlines()[-1:] or ["nothing was said"]
        return {"error": f"it ended with status {answer.returncode}: {last_words[0]}"}
    return report


def print_table(libraries: list[Library], reports: list[dict[str, str]]) -> None:
    """Print a line for each library, then what went wrong and what is missing."""
    rows = [["library", "version", *TRIALS]]
    for library, report in zip(libraries, reports, strict=True):
        trials = [report.get(trial, outcome_of_untried(report)) for trial in TRIALS]
        rows.append([library.name, report["version"], *trials])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())
    for library, report in zip(libraries, reports, strict=True):
        if "error" in report:
            print(f"{library.name}: {report['error']}")
        if report["version"] == MISSING:
            print(f"{library.name} is not installed: pip install 'boardgame_envs[{library.extra}]'")


def outcome_of_untried(report: dict[str, str]) -> str:
    """Return what stands in the table for a trial that was not made, or failed."""
    return FAILED if "error" in report else NOTHING
