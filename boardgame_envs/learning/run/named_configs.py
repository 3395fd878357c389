"""Configs that come with the package, by name: ``elements`` is configs/ppo/elements.yaml."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boardgame_envs.core.options import suggest
from boardgame_envs.learning.run.config import ConfigError, apply_change
from boardgame_envs.shipped_files import CONFIGS

SUFFIXES = (".yaml", ".yml")


def config_names(algorithm: str) -> list[str]:
    """Return the names of the configs that come with the package for an algorithm."""
    return sorted(path.stem for path in (CONFIGS / algorithm).glob("*.yaml"))


def find_config(name: str, changes: Sequence[str], default_algorithm: str) -> Path:
    """Return the file of a config, which is given by its path or by its name.

    A name is looked up among the configs of the algorithm that the ``key=value`` changes name.
    """
    path = Path(name)
    if path.is_file() or path.suffix in SUFFIXES or len(path.parts) != 1:
        return path
    changed: dict[str, Any] = {"algorithm": default_algorithm}
    for change in changes:
        apply_change(changed, change)
    algorithm = str(changed["algorithm"])
    names = config_names(algorithm)
    if name not in names:
        raise ConfigError(
            f"there is no config {name!r} for {algorithm}{suggest(name, names)}; "
            f"a config of your own is given by its path, such as {name}.yaml"
        )
    return CONFIGS / algorithm / f"{name}.yaml"
