"""Rows of numbers, noted without their zeros."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.learning.network.sparse.decisions import note_inputs, with_room
from boardgame_envs.learning.network.sparse.reading import MOST


class NotedRows:
    """Rows one behind the other: those of row i stand from ``start[i]`` to where the next begin."""

    def __init__(self, width: int, most: int) -> None:
        """Make room for at most this many rows; memory is taken as it is needed."""
        if width > MOST:
            raise ValueError(f"a row may have at most {MOST:,} numbers, not {width:,}")
        self.width, self.count = width, 0
        self.ranges = np.array([(0, width)], np.int64)
        self.start = np.zeros(most + 1, np.int64)
        self.places, self.numbers = np.empty(0, np.uint16), np.empty(0, np.float32)

    def clear(self) -> None:
        """Forget all rows, and keep the memory."""
        self.count = 0

    def note(self, numbers: NDArray[np.float32]) -> None:
        """Add rows."""
        size = int(self.start[self.count]) + len(numbers) * self.width
        self.places, self.numbers = with_room(self.places, size), with_room(self.numbers, size)
        note_inputs(
            *(numbers, np.arange(len(numbers)), self.ranges, self.count),
            *(self.start, self.places, self.numbers),
        )
        self.count += len(numbers)
