"""``boardgame-envs verify``: replay recorded games through the rules."""

from __future__ import annotations

import argparse
from pathlib import Path

from boardgame_envs.command_line.arguments import progress
from boardgame_envs.core.records import RecordError, parse_record, read_lines, replay
from boardgame_envs.games import load_game

NAME = "verify"
HELP = "replay recorded games through the rules"
DESCRIPTION = (
    "Replay recorded games through the rules, and report the first difference "
    "(exit status 1). Files may be compressed with gzip."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of records")


def run(parsed: argparse.Namespace) -> int:
    """Verify each file."""
    for file in parsed.files:
        games, decisions = verify_file(file)
        print(f"{file}: {games} games with {decisions} decisions agree with the rules")
    return 0


def verify_file(file: str | Path) -> tuple[int, int]:
    """Replay all games of a file; return how many games and decisions agree."""
    games = decisions = 0
    try:
        for line in progress(read_lines(file), "games"):
            games += 1
            decisions += replay(parse_record(line), load_game).num_decisions
    except RecordError as error:
        # a file that breaks off does so after the last game that could be read
        at = f"\nThe position there: {error.position}" if error.position else ""
        raise RecordError(f"{file}: game {max(games, 1)}, {error}{at}") from None
    if games == 0:
        raise RecordError(f"{file}: there is no game in it")
    return games, decisions
