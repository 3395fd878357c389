"""Reports on evaluations: in words, as figures and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Report:
    """What an evaluation has found."""

    lines: list[str]
    figures: dict[str, Any]  # for a JSON file
    save_plot: Callable[[str], None]


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return lines with the cells of each column below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
        for row in rows
    ]
