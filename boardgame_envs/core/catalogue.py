"""How games are found: in the folders of this package, and in other packages that offer some.

Another package offers a game by an entry point in its ``pyproject.toml``::

    [project.entry-points."boardgame_envs.games"]
    cart = "cart_game"

On the left is the name of the game, on the right a package with a ``GAME``, or the ``Game``
itself (``cart_game.editions:CART``). Nothing is imported before the game is asked for.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import pkgutil
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

from boardgame_envs.core.game import Game
from boardgame_envs.core.options import suggest

# a folder in this package that has a GAME is a game
OWN_GAMES = "boardgame_envs.games"
# the group of entry points by which other packages offer games
OFFERED_GAMES = "boardgame_envs.games"


class UnknownGameError(ValueError):
    """Raised for a name that no game has."""


class BrokenGameError(ValueError):
    """Raised for a game that another package offers but that cannot be had from it."""


def game_names(*, outside: bool = True) -> list[str]:
    """Return the names of all games, in alphabetical order, or of those in this package only."""
    return sorted({*own_names(), *(offered_games() if outside else ())})


def load_game(name: str) -> Game:
    """Return a game by its name, or raise UnknownGameError or BrokenGameError."""
    offers = offered_games().get(name, [])
    if name not in own_names():
        if not offers:
            raise UnknownGameError(f"there is no game {name!r}{suggest(name, game_names())}")
        if len(offers) == 1:
            return load_offered_game(offers[0])
    elif not offers:
        game: Game = importlib.import_module(f"{OWN_GAMES}.{name}").GAME
        return game
    raise BrokenGameError(describe_clash(name, offers))


@cache
def own_names() -> list[str]:
    """Return the names of the games in this package; its folders are looked at once."""
    folders = importlib.import_module(OWN_GAMES).__path__
    return [module.name for module in pkgutil.iter_modules(folders) if module.ispkg]


@cache
def offered_games() -> dict[str, list[importlib.metadata.EntryPoint]]:
    """Return what other packages offer, by the names of the games; they are asked once."""
    offers: dict[str, list[importlib.metadata.EntryPoint]] = {}
    for entry in importlib.metadata.entry_points(group=OFFERED_GAMES):
        others = offers.setdefault(entry.name, [])
        # who says the same twice does not contradict itself
        if entry.value not in {other.value for other in others}:
            others.append(entry)
    return offers


def load_offered_game(entry: importlib.metadata.EntryPoint) -> Game:
    """Return the game of an entry point, or raise BrokenGameError."""
    where = f"the game {entry.name!r}, which {provider(entry)} offers as {entry.value!r},"
    try:
        found: Any = entry.load()
    except Exception as error:
        reason = str(error).partition("\n")[0]
        raise BrokenGameError(
            f"{where} cannot be loaded: {type(error).__name__}: {reason}"
        ) from error
    game = getattr(found, "GAME", None) if isinstance(found, ModuleType) else found
    if game is None:
        raise BrokenGameError(f"{where} has no GAME there")
    if not isinstance(game, Game):
        raise BrokenGameError(f"{where} must be a Game, not a {type(game).__name__}")
    if game.name != entry.name:
        raise BrokenGameError(f"{where} is called {game.name!r} there")
    return game


def describe_clash(name: str, offers: Sequence[importlib.metadata.EntryPoint]) -> str:
    """Return a sentence that says who has a game of the same name."""
    who = ["boardgame_envs"] if name in own_names() else []
    who += [provider(entry) for entry in offers]
    return f"{' and '.join(who)} each have a game {name!r}: uninstall one of them"


def provider(entry: importlib.metadata.EntryPoint) -> str:
    """Return the distribution that an entry point comes from, as pip knows it."""
    return "an unnamed distribution" if entry.dist is None else entry.dist.name
