"""The algorithms. A folder here that has an ``ALGORITHM`` is one; nothing else lists them."""

from __future__ import annotations

import importlib
import pkgutil

from boardgame_envs.core.options import suggest
from boardgame_envs.learning.run.algorithm import Algorithm

DEFAULT = "ppo"  # what a config that does not name its algorithm means


class UnknownAlgorithmError(ValueError):
    """Raised for a name that no algorithm has."""


def algorithm_names() -> list[str]:
    """Return the names of all algorithms, in alphabetical order."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def load_algorithm(name: str | None) -> Algorithm:
    """Return an algorithm by the name of its folder; None: the usual one."""
    name = DEFAULT if name is None else name
    if name not in algorithm_names():
        known = suggest(str(name), algorithm_names())
        raise UnknownAlgorithmError(f"there is no algorithm {name!r}{known}")
    algorithm: Algorithm = importlib.import_module(f"{__name__}.{name}").ALGORITHM
    return algorithm
