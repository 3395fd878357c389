"""``boardgame-envs show``: recorded games, or a position, as text, pictures or a replay page."""

from __future__ import annotations

import argparse
import re
from itertools import islice

from boardgame_envs.command_line import show_pictures as pictures
from boardgame_envs.command_line.arguments import positive
from boardgame_envs.core.records import RecordError, parse_record, read_lines, replay
from boardgame_envs.core.story import tell_game, tell_position
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game

NAME = "show"
HELP = "show recorded games or a position as text, pictures or a page with a replay"
DESCRIPTION = (
    "Print recorded games as readable text, or a position that is given in "
    "writing, with what is legal there. boardgame-envs rules GAME says how positions are "
    "written. With --html, --gif, --png or --svg write a game to a file instead: a page that "
    "opens in any browser, a moving picture, or a picture of one turn."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a file of records")
    parser.add_argument(
        "--position",
        metavar="TEXT",
        help='a position instead of a file, such as "elements | hands 1 6 / 3 4 | chain 2 5"',
    )
    parser.add_argument(
        "--as",
        dest="observer",
        metavar="P2",
        help="only what this player saw (P1, P2, ...)",
    )
    parser.add_argument(
        "--game", type=positive, metavar="N", help="only the N-th game of the file, from 1"
    )
    parser.add_argument(
        "--table", action="store_true", help="show the table before every decision as well"
    )
    pictures.add_arguments(parser)


def run(parsed: argparse.Namespace) -> int:
    """Print the games, or the position."""
    observer = None if parsed.observer is None else parse_player(parsed.observer)
    if (parsed.file is None) == (parsed.position is None):
        raise ValueError("give a file of records, or --position TEXT, and not both")
    if pictures.is_asked_for(parsed):
        pictures.write_pictures(parsed, chosen_table(parsed), observer)
        return 0
    if parsed.position is not None:
        print("\n".join(tell_position(Table.at(parsed.position), observer)))
        return 0
    print_games(parsed, observer)
    return 0


def chosen_table(parsed: argparse.Namespace) -> Table:
    """Return the table that pictures are to be made of: the first game of a file, or another."""
    if parsed.position is not None:
        return Table.at(parsed.position)
    number = parsed.game or 1
    line = next(islice(read_lines(parsed.file), number - 1, number), None)
    if line is None:
        raise RecordError(f"{parsed.file}: there is no game {number} in it")
    return replayed(parsed.file, number, line)


def replayed(file: str, number: int, line: str) -> Table:
    """Return the table of a record at its end; errors name the file and the game."""
    try:
        return replay(parse_record(line), load_game)
    except RecordError as error:
        raise RecordError(f"{file}: game {number}, {error}") from None


def print_games(parsed: argparse.Namespace, observer: int | None) -> None:
    """Print the games of a file."""
    first = parsed.game or 1
    lines = islice(read_lines(parsed.file), first - 1, first if parsed.game else None)
    number = first - 1
    for number, line in enumerate(lines, first):
        table = replayed(parsed.file, number, line)
        print(f"Game {number}")
        print("\n".join(tell_game(table, observer, parsed.table)), end="\n\n")
    if number < first:
        raise RecordError(f"{parsed.file}: there is no game {first} in it")


def parse_player(text: str) -> int:
    """Return the seat of a player such as P2."""
    if not re.fullmatch(r"[Pp][1-9]\d*", text):
        raise ValueError(f"a player is written P1, P2, ..., not {text!r}")
    return int(text[1:]) - 1
