"""What a way to name agents is, and how all of them are found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from boardgame_envs.agents.agent import Agent
from boardgame_envs.core.game import Game

WAYS = "boardgame_envs.agents.ways"
# in which order ways are asked: a word that is fixed means what it says, whatever else it could be
WORDS, FILES, OFFERED, IN_PYTHON = range(4)


class UnknownAgentError(ValueError):
    """Raised for a name that no agent has."""


def nothing_listed(game: Game) -> list[str]:
    """List no names."""
    return []


@dataclass(frozen=True)
class Way:
    """A way to name agents.

    ``make`` returns the agent of a name for a game, or None if the name is not of this way;
    ``names`` lists how such names are written, for those who look for one.
    """

    make: Callable[[str, Game], Agent | None]
    names: Callable[[Game], list[str]] = nothing_listed
    rank: int = WORDS


@cache
def all_ways() -> tuple[Way, ...]:
    """Return all ways in the order in which they are asked."""
    folder = importlib.import_module(WAYS).__path__
    names = sorted(module.name for module in pkgutil.iter_modules(folder))
    modules = (importlib.import_module(f"{WAYS}.{name}") for name in names)
    found: list[Way] = [module.WAY for module in modules if hasattr(module, "WAY")]
    return tuple(sorted(found, key=lambda way: way.rank))
