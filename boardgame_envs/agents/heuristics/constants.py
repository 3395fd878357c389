"""The constants of a heuristic: declared once, and chosen by the setting that is played.

A heuristic that has constants keeps those of the game at hand in its notes, as the array
``constants``, and so can be tried with any others without being compiled anew. Its *first edition*
has the values in the declaration, whatever is played. Those that were tuned are in a file beside
its module, a row for each setting and number of players (``training/tune_heuristic.py``).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core import constants


class Constant(NamedTuple):
    """A number that a heuristic goes by."""

    name: str
    first: float  # its value in the first edition
    step: float  # how far from it the search for a better one begins to look
    about: str
    settings: tuple[str, ...] = ()  # in which it matters; none: in all


class Constants:
    """All constants of a heuristic, and where the tuned ones are.

    ``settings`` are the options of the games that have rows of their own, by name, and ``players``
    are the numbers of players.
    """

    def __init__(
        self,
        declared: Sequence[Constant],
        settings: Mapping[str, Mapping[str, Any]],
        players: Sequence[int],
        file: Path,
    ) -> None:
        self.declared, self.settings = tuple(declared), dict(settings)
        self.players, self.file = tuple(players), file
        self.names = [constant.name for constant in declared]

    @property
    def first(self) -> NDArray[np.float64]:
        """The values of the first edition."""
        return np.array([constant.first for constant in self.declared])

    def steps(self, setting: str) -> NDArray[np.float64]:
        """Return how far a search in a setting looks at first; 0 where a constant has no effect."""
        matters = [not c.settings or setting in c.settings for c in self.declared]
        return np.array([c.step for c in self.declared]) * matters

    def places(self) -> Any:
        """Return the place of each constant: ``CONSTANT.a_cell`` is a number to the compiler."""
        return constants.constants("Places", {name: place for place, name in enumerate(self.names)})

    def tuned(self) -> dict[tuple[str, int], NDArray[np.float64]]:
        """Return the tuned values by setting and players, as they stand in the file."""
        with self.file.open(newline="") as lines:
            return dict(map(self._read_row, csv.DictReader(lines)))

    def _read_row(self, row: Mapping[str, str]) -> tuple[tuple[str, int], NDArray[np.float64]]:
        """Return what one line of the file says; a constant that it lacks has its first value."""
        values = [float(row.get(name) or first) for name, first, *_ in self.declared]
        return (row["setting"], int(row["players"])), np.array(values)

    def table(self) -> NDArray[np.float64]:
        """Return the values by setting, players and constant; what is not tuned has the first."""
        shape = len(self.settings), len(self.players), len(self.names)
        values = np.tile(self.first, (*shape[:2], 1))
        tuned = self.tuned()
        for place, key in self.rows():
            values[place] = tuned.get(key, values[place])
        return values

    def rows(self) -> Iterator[tuple[tuple[int, int], tuple[str, int]]]:
        """Go through settings and players: their places in the table, and their names."""
        for i, setting in enumerate(self.settings):
            for j, players in enumerate(self.players):
                yield (i, j), (setting, players)

    def write(self, tuned: Mapping[tuple[str, int], NDArray[np.float64]]) -> None:
        """Write tuned values to the file, in the order of the settings."""
        with self.file.open("w", newline="") as lines:
            writer = csv.writer(lines, lineterminator="\n")
            writer.writerow(["setting", "players", *self.names])
            for _, key in self.rows():
                if key in tuned:
                    values = zip(tuned[key], self.first, strict=True)
                    shown = ["" if value == first else f"{value:.3g}" for value, first in values]
                    writer.writerow([*key, *shown])
