"""Reports on evaluations: in words, as figures and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from boardgame_envs.evaluation.estimates import Estimate


@dataclass(frozen=True)
class Report:
    """What an evaluation has found."""

    lines: list[str]
    figures: dict[str, Any]  # for a JSON file
    save_plot: Callable[[str], None]


def rate_in_words(rate: Estimate, between: str = " ") -> str:
    """Return a win rate in percent; its interval is not as wide on both sides."""
    return f"{100 * rate.mean:.1f}{between}({100 * rate.low:.1f} to {100 * rate.high:.1f})"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return lines with the cells of each column below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
        for row in rows
    ]
