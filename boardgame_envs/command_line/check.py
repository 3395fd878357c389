"""``boardgame-envs check``: hold the laws that every game keeps against one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby

from tqdm import tqdm

from boardgame_envs.command_line.arguments import add_table, options_from, progress, table_from
from boardgame_envs.core.game import Game
from boardgame_envs.games import load_game
from boardgame_envs.testing import BrokenLawError, Check, Law, Setting, check_game, find_laws

NAME = "check"
HELP = "hold the laws that every game keeps against one"
DESCRIPTION = (
    "Hold the laws that every game keeps against one: that games end, that no card "
    "is lost, that nothing hidden is shown, and so on. Every example option set is tried with "
    "several numbers of players, unless a table is chosen. The exit status is 1 if a law is "
    "broken; the first that is ends the command."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_table(parser)
    parser.add_argument(
        "--law",
        action="append",
        metavar="NAME",
        help="hold this law alone; may be given several times",
    )
    parser.add_argument("--list", action="store_true", help="list the laws and check nothing")


def run(parsed: argparse.Namespace) -> int:
    """Hold the laws, and print those that are kept."""
    game, laws = load_game(parsed.game), find_laws(parsed.law)
    settings = chosen_settings(game, parsed)
    if parsed.list:
        print_laws(laws)
        return 0
    try:
        check_game(game, settings=settings, laws=laws, progress=watch)
    except BrokenLawError as error:
        print(f"boardgame-envs: {error}", file=sys.stderr)
        return 1
    print(f"{game.name} keeps {len(laws)} {'law' if len(laws) == 1 else 'laws'}")
    return 0


def chosen_settings(game: Game, parsed: argparse.Namespace) -> list[Setting] | None:
    """Return the one setting that the arguments choose; None if they choose none."""
    if parsed.players is None and not parsed.option:
        return None
    return [{"num_players": table_from(parsed).num_players, **options_from(game, parsed)}]


def print_laws(laws: Sequence[Law]) -> None:
    """Print the name of each law and what is checked."""
    for law in laws:
        print(f"{law.name}\n    " + law.meaning.replace("\n", "\n    "))


def watch(checks: Sequence[Check]) -> Iterator[Check]:
    """Show a progress bar, and print each law when it has held in all settings."""
    for law, group in groupby(progress(checks, "checks", len(checks)), lambda check: check.law):
        count = 0
        for check in group:
            yield check
            count += 1
        tqdm.write(f"{law} ({count} {'setting' if count == 1 else 'settings'})", file=sys.stdout)
