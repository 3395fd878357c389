"""The figures of a run in a file, to compare later ones with."""

from __future__ import annotations

import importlib.metadata
import json
import math
import os
import platform
from pathlib import Path
from typing import Any, NamedTuple

from boardgame_envs.command_line.bench.rows import SECONDS, Row, Setting

FORMAT = 1
# what the figures depend on, beside the machine
PACKAGES = ("numpy", "numba", "gymnasium", "pettingzoo")


class StoredRun(NamedTuple):
    """The figures of an earlier run of the same game, players and options."""

    path: Path
    quick: bool
    figures: dict[str, float | None]

    def speed_of(self, row: Row, figure: float | None) -> float | None:
        """Return how many times as fast as then a row is now, or None where one is missing."""
        then = self.figures.get(row.name)
        if not then or not figure:
            return None
        return then / figure if row.unit == SECONDS else figure / then


def write_run(path: Path, setting: Setting, measured: dict[Row, float | None]) -> None:
    """Write the figures of a run to a file."""
    content = {
        "format": FORMAT,
        "game": setting.game.name,
        "options": setting.options,
        "quick": setting.quick,
        "machine": describe_machine(),
        "figures": {
            row.name: {"value": figure, "unit": row.unit} for row, figure in measured.items()
        },
    }
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def describe_machine() -> dict[str, Any]:
    """Return what the figures were measured on."""
    return {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **{package: importlib.metadata.version(package) for package in PACKAGES},
    }


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written after all has been measured."""
    if path.is_dir() or not path.parent.is_dir():
        reason = "that is a folder" if path.is_dir() else f"there is no folder {path.parent}"
        raise ValueError(f"--json cannot write to {path}: {reason}")


def read_run(path: Path, setting: Setting) -> StoredRun:
    """Return the run in a file, or raise ValueError if it is none of this setting."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        figures = {name: read_figure(figure) for name, figure in content["figures"].items()}
        told = content["format"], content["game"], content["options"], content["quick"]
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ValueError(f"{path} is no file that bench --json has written") from None
    version, game, options, quick = told
    if version != FORMAT:
        raise ValueError(f"{path} has the format {version!r}, and only {FORMAT} can be read")
    if (game, options) != (setting.game.name, json.loads(json.dumps(setting.options))):
        raise ValueError(
            f"{path} has the figures of {game} with {in_words(options)}, "
            f"not of {setting.game.name} with {in_words(setting.options)}"
        )
    return StoredRun(path, bool(quick), figures)


def read_figure(figure: Any) -> float | None:
    """Return a figure in a file, or raise an error if it is none."""
    value = figure["value"]
    if value is not None and not (math.isfinite(value) and value > 0):
        raise ValueError
    return None if value is None else float(value)


def in_words(options: Any) -> str:
    """Return options as text."""
    return ", ".join(f"{name}={value}" for name, value in dict(options).items())
