"""Tabletop card games as reinforcement-learning environments.

``from boardgame_envs import elements_v0`` gives the PettingZoo entry points of a game, and
``make_env`` the environment of any game by its name; ``make_batch`` gives many tables of it at
once, ``make_table`` a single one to look into.
"""

from __future__ import annotations

import pkgutil
import re
from typing import TYPE_CHECKING, Any

from boardgame_envs.adapters.entry_points import EntryPoints, register
from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv
from boardgame_envs.adapters.pettingzoo_parallel import ParallelTableEnv
from boardgame_envs.core.batch import Batch
from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.options import OptionError
from boardgame_envs.core.saved_table import unpack
from boardgame_envs.core.table import Table
from boardgame_envs.games import BrokenGameError, UnknownGameError, game_names, load_game

if TYPE_CHECKING:
    from boardgame_envs.evaluation.evaluating import Evaluation

__all__ = [
    "Batch",
    "BrokenGameError",
    "Game",
    "IllegalActionError",
    "InformationState",
    "OptionError",
    "Table",
    "UnknownGameError",
    "evaluate",
    "game_names",
    "load_game",
    "make_batch",
    "make_env",
    "make_parallel_env",
    "make_raw_env",
    "make_table",
    "restore_table",
]
__version__ = "0.1.0"


def make_env(game: str, **arguments: Any) -> CheckedTableEnv:
    """Return the PettingZoo AEC environment of a game, as ``<game>_v0.env`` does."""
    return EntryPoints(game).env(**arguments)


def make_raw_env(game: str, **arguments: Any) -> TableEnv:
    """Return the bare AEC environment of a game, as ``<game>_v0.raw_env`` does."""
    return EntryPoints(game).raw_env(**arguments)


def make_parallel_env(game: str, **arguments: Any) -> ParallelTableEnv:
    """Return the PettingZoo parallel environment of a game, as ``<game>_v0.parallel_env`` does."""
    return EntryPoints(game).parallel_env(**arguments)


def make_table(game: str, num_players: int | None = None, **options: Any) -> Table:
    """Return a table for one game; call ``reset(seed)`` to deal."""
    return Table(load_game(game), num_players, **options)


def restore_table(data: bytes) -> Table:
    """Return the table that ``Table.to_bytes`` saved, or raise ValueError."""
    return Table.from_bytes(load_game(unpack(data)["game"]), data)


def evaluate(game: str | Game, agents: Any, **arguments: Any) -> Evaluation:
    """Let agents play each other on the same deals, and rate them.

    See ``boardgame_envs.evaluation.evaluating.evaluate`` for the arguments: ``deals``, ``players``,
    ``seed``, ``on_error``, ``time_limit`` and the options of the game.
    """
    from boardgame_envs.evaluation.evaluating import evaluate as play_and_rate

    return play_and_rate(game, agents, **arguments)


def make_batch(
    game: str, num_tables: int, *, seed: int = 0, threads: int = 1, **options: Any
) -> Batch:
    """Return many tables of one game, dealt and ready to step.

    ``options`` are those of the game, and what else ``Batch`` takes: ``num_players``, ``variants``,
    ``shares``, ``action_features``.
    """
    return Batch(load_game(game), num_tables, seed=seed, threads=threads, **options)


register([m.name for m in pkgutil.iter_modules(__path__) if re.fullmatch(r"\w+_v\d+", m.name)])
