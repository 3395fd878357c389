"""Arguments that several commands take, and the progress bar."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar, get_args

from tqdm import tqdm

from boardgame_envs.core.game import Game
from boardgame_envs.core.options import parse_options
from boardgame_envs.core.problems import shortened
from boardgame_envs.core.table import Table
from boardgame_envs.games import game_names, load_game
from boardgame_envs.matches.referee import RAISE, OnError

T = TypeVar("T")


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names a game."""
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(game_names())}")


def add_table(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that describe a table."""
    add_game(parser)
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say how a game is played: players and options."""
    parser.add_argument("--players", type=whole, metavar="N", help="number of players")
    parser.add_argument(
        *("--option", "-O"),
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game, as 'boardgame-envs rules GAME' lists them; a list is "
        "comma-separated; may be given several times",
    )


def add_games(parser: argparse.ArgumentParser, default: int) -> None:
    """Add the arguments that say how many games are played, and which."""
    parser.add_argument(
        "--games", type=positive, default=default, metavar="N", help=f"default {default}"
    )
    parser.add_argument(
        "--seed",
        type=whole,
        default=0,
        metavar="S",
        help="game i, from 0, has seed S + i; default 0",
    )


def add_fair_play(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say what becomes of agents that do wrong."""
    parser.add_argument(
        "--on-error",
        choices=get_args(OnError),
        default=RAISE,
        help="what becomes of an agent that errs, is illegal, too slow or dies: raise an error "
        "(default), forfeit the game, or a random legal action; faults are counted in the report",
    )
    parser.add_argument(
        "--time-limit",
        type=float,
        metavar="SECONDS",
        help="for each decision; default: none, and 10 for programs and servers",
    )


def table_from(parsed: argparse.Namespace) -> Table:
    """Return the table that the arguments describe."""
    game = load_game(parsed.game)
    return Table(game, parsed.players, **options_from(game, parsed))


def options_from(game: Game, parsed: argparse.Namespace) -> dict[str, Any]:
    """Return the options that the arguments give."""
    return parse_options(game.options, parsed.option)


def whole(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"invalid int value: {shortened(text)}") from None


def positive(text: str) -> int:
    """Read a whole number above 0."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"invalid positive number value: {shortened(text)}")
    return number


def progress(items: Iterable[T], unit: str, total: int | None = None) -> Iterator[T]:
    """Go through items with a progress bar on a terminal, and with none elsewhere."""
    yield from tqdm(items, unit=f" {unit}", total=total, disable=None, leave=False)
