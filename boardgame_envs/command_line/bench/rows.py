"""What a benchmark is made of: rows, each a figure with its unit, by subject."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from boardgame_envs.core.game import Game

# the figure of each row, None where it could not be measured
Figures: TypeAlias = Mapping[str, float | None]

SECONDS, MILLISECONDS, MEGABYTES = LESS_IS_BETTER = "s", "ms", "MB"
STEPS = "steps/s"
LONGEST_REASON = 200  # characters


class NotMeasured(Exception):  # noqa: N818
    """Says why there is no figure; the others are measured all the same."""

    @classmethod
    def by(cls, errors: str) -> NotMeasured:
        """Return the last words of a process that has failed."""
        return cls(errors.strip().rpartition("\n")[2][:LONGEST_REASON])


class Setting(NamedTuple):
    """What is measured, and how thoroughly."""

    game: Game
    options: dict[str, Any]  # the number of players among them
    seconds: float  # for one measurement of a row that is repeated
    quick: bool


class Row(NamedTuple):
    """One figure."""

    name: str
    unit: str
    measure: Callable[[], float]

    def better(self, one: float | None, other: float | None) -> float | None:
        """Return the better one of two figures: other work on the machine only slows down."""
        if one is None or other is None:
            return other if one is None else one
        return min(one, other) if self.unit in LESS_IS_BETTER else max(one, other)


class Ratio(NamedTuple):
    """Two rows of one run whose ratio can be compared between machines."""

    name: str
    above: str
    below: str

    def of(self, figures: Figures) -> float | None:
        """Return the ratio, or None where one of the rows has no figure."""
        above, below = figures.get(self.above), figures.get(self.below)
        return above / below if above and below else None


class Subject(Protocol):
    """A module with rows about one subject."""

    NAME: str  # for --only
    ABOUT: str  # the heading, and the help of --only
    ROUNDS: int  # how often a row is measured; those of 1 take long
    RATIOS: tuple[Ratio, ...]

    def rows(self, setting: Setting) -> list[Row]:
        """Return what is measured."""


def per_second(act: Callable[[], int], seconds: float) -> float:
    """Return how many of what it counts a function does per second, called for some time."""
    act()
    begun, count = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        count += act()
    return count / (time.perf_counter() - begun)
