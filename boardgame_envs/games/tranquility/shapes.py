"""The shapes of the field in all modes [2, 33, 35]."""

from __future__ import annotations

import numpy as np

from boardgame_envs.games.tranquility.high_arch import arch_cells
from boardgame_envs.games.tranquility.pyramid_shape import pyramid_cells
from boardgame_envs.games.tranquility.table import MAX_CELLS, NUM_ROWS

SQUARE, ARCH, WIDE_ARCH, PYRAMID_SHAPE = range(4)
COLUMNS = "abcdefghijk"

# each shape as its cells in order: (line, column, row); lines count from 0
SHAPES = (
    [(0, column, row) for row in range(NUM_ROWS) for column in range(6)],
    arch_cells(5),
    arch_cells(6),
    pyramid_cells(),
)
CELL_NAMES = [[f"{COLUMNS[column]}{row + 1}" for _, column, row in cells] for cells in SHAPES]
NUM_CELLS = np.array([len(cells) for cells in SHAPES])
ROW_OF = np.zeros((len(SHAPES), MAX_CELLS), np.int64)
BEGINS_LINE = np.zeros((len(SHAPES), MAX_CELLS), np.bool_)
ROW_CELLS = np.zeros((len(SHAPES), NUM_ROWS), np.int64)
for _shape, _cells in enumerate(SHAPES):
    for _cell, (_line, _, _row) in enumerate(_cells):
        ROW_OF[_shape, _cell] = _row
        ROW_CELLS[_shape, _row] += 1
        BEGINS_LINE[_shape, _cell] = _cell == 0 or _cells[_cell - 1][0] != _line
