"""Paths as straight lines: curves become many short ones."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

CURVE_STEPS = 12
Points = list[tuple[float, float]]


@lru_cache(maxsize=1024)
def flattened(steps: str) -> list[tuple[Points, bool]]:
    """Return the lines that a path consists of, curves as many short ones, and which are closed."""
    lines: list[tuple[Points, bool]] = []
    numbers: list[float] = []
    for letter, values in commands(steps):
        numbers = values
        if letter == "M":
            lines.append(([(numbers[0], numbers[1])], False))
        elif letter == "Z":
            lines[-1] = (lines[-1][0], True)
        else:
            lines[-1][0].extend(curve(lines[-1][0][-1], numbers))
    return lines


def commands(steps: str) -> Iterable[tuple[str, list[float]]]:
    """Go through the commands of a path with their numbers."""
    letter, numbers = "", list[float]()
    for word in steps.split():
        if word.isalpha():
            if letter:
                yield letter, numbers
            letter, numbers = word, []
        else:
            numbers.append(float(word))
    yield letter, numbers


def curve(start: tuple[float, float], numbers: list[float]) -> Points:
    """Return points along a line or a curve from a point, by its control points."""
    controls = [start, *zip(numbers[::2], numbers[1::2], strict=True)]
    if len(controls) == 2:
        return [controls[1]]
    return [bezier(controls, step / CURVE_STEPS) for step in range(1, CURVE_STEPS + 1)]


def bezier(points: Points, t: float) -> tuple[float, float]:
    """Return the point of a curve at a time from 0 to 1."""
    while len(points) > 1:
        points = [
            (ax + (bx - ax) * t, ay + (by - ay) * t) for (ax, ay), (bx, by) in pairwise(points)
        ]
    return points[0]
