"""``heuristic``: a game's rules of thumb, and their earlier editions as ``heuristic:first``."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic
from boardgame_envs.agents.ways.way import Way
from boardgame_envs.core.game import Game

HEURISTIC = "heuristic"
HEURISTICS = "boardgame_envs.agents.heuristics"
# what agents were called before, which is still understood
OLD_NAMES = {"rules": HEURISTIC}
# heuristic:first is the heuristic as it was in its first edition
EDITION = ":"


def make(name: str, game: Game) -> Agent | None:
    """Return a game's heuristic, or an earlier edition of it."""
    edition = heuristic_editions(game).get(OLD_NAMES.get(name, name))
    return None if edition is None else edition()


def heuristic_module(game: Game) -> str | None:
    """Return the module of a game's heuristic: in this package, or in the game's own."""
    for module in (f"{HEURISTICS}.{game.name}", f"{game.package}.heuristic"):
        if importlib.util.find_spec(module):
            return module
    return None


def heuristic_editions(game: Game) -> dict[str, Callable[[], Agent]]:
    """Return a game's heuristic and its earlier editions, by the names that agents have.

    A module lists these as ``EDITIONS``; they never change, so that what was measured against
    them stays true.
    """
    name = heuristic_module(game)
    if name is None:
        return {}
    module = importlib.import_module(name)
    earlier = getattr(module, "EDITIONS", {})
    return {
        HEURISTIC: module.Heuristic,
        **{f"{HEURISTIC}{EDITION}{edition}": make for edition, make in earlier.items()},
    }


def compiled_heuristics_of(game: Game) -> list[type[CompiledHeuristic]]:
    """Return the heuristics of a game that can be compiled."""
    module = heuristic_module(game)
    heuristic: Any = importlib.import_module(module).Heuristic if module else None
    is_ours = isinstance(heuristic, type) and issubclass(heuristic, CompiledHeuristic)
    return [heuristic] if is_ours else []


WAY = Way(make, lambda game: list(heuristic_editions(game)))
