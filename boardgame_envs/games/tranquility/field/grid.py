"""What lies where in the field, cell by cell and row by row [2, 20, 31]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.field import shapes
from boardgame_envs.games.tranquility.state import NUM_ROWS


@rule
def row_of(state: Record, cell: int) -> int:
    """Return the row of a cell, counted from the bottom [2]."""
    return int(shapes.ROW_OF[state.field, cell])


@rule
def empty_cells_in_row(state: Record, row: int) -> int:
    """Return how many cells of a row are empty [2]."""
    return int(shapes.ROW_CELLS[state.field, row]) - int(state.row_filled[row])


@rule
def is_full(state: Record) -> bool:
    """Tell whether every cell is filled [16]."""
    return bool(state.num_filled == state.num_cells)


@rule
def count_full_rows(state: Record) -> int:
    """Return how many rows are full [22]."""
    rows = 0
    for row in range(NUM_ROWS):
        rows += int(empty_cells_in_row(state, row) == 0)
    return rows


@rule
def mark_rows_with_room(state: Record, rows: Buffer, but_for: int) -> None:
    """Every row with an empty cell, but for one perhaps [21, 28]."""
    for row in range(NUM_ROWS):
        rows[row] = row != but_for and empty_cells_in_row(state, row) > 0


@rule
def is_closed(state: Record, row: int) -> bool:
    """A row is closed while a reef or a purple storm lies at it [20]."""
    return bool(state.reef_row == row or state.purples[row] > 0)


@rule
def is_cell_closed(state: Record, cell: int) -> bool:
    """Tell whether the row of a cell is closed [20]."""
    return is_closed(state, row_of(state, cell))


@rule
def fill_cell(state: Record, cell: int, number: int) -> None:
    """Put an island on a cell [9]."""
    state.grid[cell] = number
    state.num_filled += 1
    state.row_filled[row_of(state, cell)] += 1


@rule
def empty_cell(state: Record, cell: int) -> int:
    """Take the island off a cell, and return its number [23]."""
    number = int(state.grid[cell])
    state.grid[cell] = cards.NO_CARD
    state.moon[cell] = False
    state.owner[cell] = 0
    state.num_filled -= 1
    state.row_filled[row_of(state, cell)] -= 1
    return number


@rule
def is_row_consecutive(state: Record, row: int) -> bool:
    """Tell whether a row is full and its numbers follow one on the other [31]."""
    if empty_cells_in_row(state, row) > 0:
        return False
    previous = 0
    for cell in range(state.num_cells):
        if row_of(state, cell) == row:
            if previous > 0 and state.grid[cell] != previous + 1:
                return False
            previous = int(state.grid[cell])
    return True
