"""``boardgame-envs show``: recorded games as readable text."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from boardgame_envs.command_line.arguments import positive
from boardgame_envs.core.records import (
    RecordError,
    parse_record,
    read_lines,
    record_result,
    replay,
)
from boardgame_envs.core.seats import CHANCE, seat_name
from boardgame_envs.core.table import Moment, Table
from boardgame_envs.games import load_game


def add_command(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "show",
        help="print recorded games as readable text",
        description="Print recorded games as readable text.",
    )
    parser.add_argument("file", metavar="FILE", help="a file of records")
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
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    """Print the games."""
    observer = None if parsed.observer is None else parse_player(parsed.observer)
    first = parsed.game or 1
    lines = islice(read_lines(parsed.file), first - 1, first if parsed.game else None)
    number = first - 1
    for number, line in enumerate(lines, first):
        try:
            table = replay(parse_record(line), load_game)
        except RecordError as error:
            raise RecordError(f"{parsed.file}: game {number}, {error}") from None
        print(f"Game {number}")
        print("\n".join(tell_game(table, observer, parsed.table)), end="\n\n")
    if number < first:
        raise RecordError(f"{parsed.file}: there is no game {first} in it")
    return 0


def parse_player(text: str) -> int:
    """Return the seat of a player such as P2."""
    if not re.fullmatch(r"[Pp][1-9]\d*", text):
        raise ValueError(f"a player is written P1, P2, ..., not {text!r}")
    return int(text[1:]) - 1


def tell_game(table: Table, observer: int | None, with_table: bool = False) -> Iterator[str]:
    """Tell a finished game: all of it, or what one seat saw."""
    if observer is not None and observer >= table.num_players:
        players = ", ".join(map(seat_name, range(table.num_players)))
        raise ValueError(f"nobody is {seat_name(observer)} here; there are {players}")
    game, notation = table.game, table.game.notation
    options = [f"{name}={value}" for name, value in game.changed_options(table.options).items()]
    seen_by = "" if observer is None else f", as {seat_name(observer)} saw it"
    yield (
        ", ".join([f"{game.title} v{game.version}", f"{table.num_players} players", *options])
        + f", seed {table.seed}{seen_by}"
    )
    for moment in table.history():
        yield from tell_moment(table, moment, observer, with_table)
    last = table.states[0]
    yield notation.tell_end(last, observer)
    result = record_result(table)
    scores, rewards = (" ".join(f"{x:g}" for x in result[key]) for key in ("scores", "rewards"))
    yield f"Result: {result['outcome']}; scores {scores}; rewards {rewards}."


def tell_moment(
    table: Table, moment: Moment, observer: int | None, with_table: bool
) -> Iterator[str]:
    """Tell one event of a game."""
    notation = table.game.notation
    if moment.seat == CHANCE:
        yield notation.tell_outcome(moment.state, observer)
        return
    if with_table:
        yield "\n".join(f"    {line}" for line in tell_table(table, moment, observer).split("\n"))
    if observer is None:
        action = table.game.actions.name(moment.state, moment.action)
    else:
        action = table.game.actions.tell(moment.state, moment.action, observer)
    yield f"  {seat_name(moment.seat)}: {action}"


def tell_table(table: Table, moment: Moment, observer: int | None) -> str:
    """Return the whole table at a moment, or what one seat saw of it."""
    if observer is None:
        return table.game.observation.describe_table(moment.state)
    return table.with_state(np.array([moment.state], table.game.rules.STATE)).text(observer)
