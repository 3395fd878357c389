"""How suites and opponents are found: by looking at what is there."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

from boardgame_envs.benchmark import opponents, suites
from boardgame_envs.benchmark.opponent import Opponent
from boardgame_envs.benchmark.suite import Suite
from boardgame_envs.core.game import Game
from boardgame_envs.core.optional_modules import optional_module


def find_suite(game: Game) -> Suite:
    """Return the suite of a game."""
    for module in modules_about(game, suites):
        suite = getattr(module, "SUITE", None)
        if isinstance(suite, Suite) and suite.game_name == game.name:
            return suite
    raise ValueError(f"there is no benchmark of {game.name}: no suite names its settings")


def find_opponents(game: Game, names: Sequence[str] = ()) -> list[Opponent]:
    """Return the opponents that there are for a game, or those of some names."""
    found: dict[str, Opponent] = {}
    for module in modules_about(game, opponents):
        declared: Any = getattr(module, "OPPONENTS", ())
        found |= {each.name: each for each in declared if each.game_name == game.name}
    for name in names:
        if name not in found:
            raise ValueError(
                f"no opponent {name!r} of {game.name} has a fingerprint; there are "
                f"{', '.join(found)}"
            )
    return [found[name] for name in names or found]


def modules_about(game: Game, package: ModuleType) -> Iterator[ModuleType]:
    """Go through the modules of a package in order, and the one that a game itself may have."""
    for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda found: found.name):
        yield importlib.import_module(f"{package.__name__}.{module.name}")
    own = optional_module(f"{game.package}.benchmark")
    if own is not None:
        yield own
