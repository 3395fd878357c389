"""Tabletop card games as reinforcement-learning environments.

``from boardgame_envs import elements_v0`` gives the PettingZoo entry points of a game;
``make_batch`` many tables of it at once, ``make_table`` a single one to look into.
"""

from __future__ import annotations

import pkgutil
import re
from typing import Any

from boardgame_envs.adapters.entry_points import register
from boardgame_envs.core.batch import Batch
from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.options import OptionError
from boardgame_envs.core.table import Table, split_saved_table
from boardgame_envs.games import UnknownGameError, game_names, load_game

__all__ = [
    "Batch",
    "Game",
    "IllegalActionError",
    "InformationState",
    "OptionError",
    "Table",
    "UnknownGameError",
    "game_names",
    "load_game",
    "make_batch",
    "make_table",
    "restore_table",
]
__version__ = "0.1.0"


def make_table(game: str, num_players: int | None = None, **options: Any) -> Table:
    """Return a table for one game; call ``reset(seed)`` to deal."""
    return Table(load_game(game), num_players, **options)


def restore_table(data: bytes) -> Table:
    """Return the table that ``Table.to_bytes`` saved."""
    heading, _ = split_saved_table(data)
    return Table.from_bytes(load_game(heading["game"]), data)


def make_batch(
    game: str, num_tables: int, *, seed: int = 0, threads: int = 1, **options: Any
) -> Batch:
    """Return many tables of one game, dealt and ready to step."""
    return Batch(load_game(game), num_tables, seed=seed, threads=threads, **options)


register([m.name for m in pkgutil.iter_modules(__path__) if re.fullmatch(r"\w+_v\d+", m.name)])
