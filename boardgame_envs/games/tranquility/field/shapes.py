"""The shapes of the field in all modes [2, 33, 35]."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from boardgame_envs.games.tranquility.modes.high_arch import arch_cells
from boardgame_envs.games.tranquility.modes.pyramid_shape import pyramid_cells
from boardgame_envs.games.tranquility.state import MAX_CELLS, NUM_ROWS, Mode

COLUMNS = "abcdefghijk"


class Shape(IntEnum):
    """The shape of a field."""

    SQUARE = 0  # six by six [2]
    ARCH = 1  # the high arch, five wide [33]
    WIDE_ARCH = 2  # the same, six wide [V5]
    PYRAMID = 3  # [35]


# the cells of each shape in order: (line, column, row); lines count from 0
SHAPES = {
    Shape.SQUARE: [(0, column, row) for row in range(NUM_ROWS) for column in range(6)],
    Shape.ARCH: arch_cells(5),
    Shape.WIDE_ARCH: arch_cells(6),
    Shape.PYRAMID: pyramid_cells(),
}


def shape_of(mode: Mode, is_wide: bool) -> Shape:
    """Return the shape of the field in a mode [2, 33, 35, V5]."""
    arch = Shape.WIDE_ARCH if is_wide else Shape.ARCH
    return {Mode.HIGH_ARCH: arch, Mode.PYRAMID: Shape.PYRAMID}.get(mode, Shape.SQUARE)


CELL_NAMES = {
    shape: [f"{COLUMNS[column]}{row + 1}" for _, column, row in cells]
    for shape, cells in SHAPES.items()
}
NUM_CELLS = {shape: len(cells) for shape, cells in SHAPES.items()}
MAX_LINES = 3
ROW_OF = np.zeros((len(SHAPES), MAX_CELLS), np.int64)
LINE_OF = np.zeros((len(SHAPES), MAX_CELLS), np.int8)
ROW_CELLS = np.zeros((len(SHAPES), NUM_ROWS), np.int64)
BEGINS_LINE = np.zeros((len(SHAPES), MAX_CELLS), np.bool_)
# the first cell of each line, and behind the last one how many cells there are
LINE_STARTS = np.zeros((len(SHAPES), MAX_LINES + 1), np.int64)
for _shape, _cells in SHAPES.items():
    for _cell, (_line, _, _row) in enumerate(_cells):
        ROW_OF[_shape, _cell] = _row
        LINE_OF[_shape, _cell] = _line
        BEGINS_LINE[_shape, _cell] = _cell == LINE_STARTS[_shape, _line]
        ROW_CELLS[_shape, _row] += 1
        LINE_STARTS[_shape, _line + 1 :] += 1
