"""The games. A folder here that has a ``GAME`` is a game; nothing else lists them."""

from __future__ import annotations

import importlib
import pkgutil

from boardgame_envs.core.game import Game
from boardgame_envs.core.options import suggest


class UnknownGameError(ValueError):
    """Raised for a name that no game has."""


def game_names() -> list[str]:
    """Return the names of all games, in alphabetical order."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def load_game(name: str) -> Game:
    """Return a game by the name of its folder."""
    if name not in game_names():
        raise UnknownGameError(f"there is no game {name!r}{suggest(name, game_names())}")
    game: Game = importlib.import_module(f"{__name__}.{name}").GAME
    return game
