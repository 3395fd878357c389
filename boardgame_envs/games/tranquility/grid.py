"""The field as a line of cells: where a number may lie, and what it costs [2-4].

The shapes of all modes are one line of up to 36 cells, in parts that do not touch (lines of
their own) where a mode has such. A *gap* is a run of empty cells between two numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility.actions import NUM_ACTIONS, action_of_play
from boardgame_envs.games.tranquility.cards import HAND_LIMIT, ISLANDS, NO_CARD
from boardgame_envs.games.tranquility.hands import count_discardable
from boardgame_envs.games.tranquility.high_arch import COLUMN_CELLS, cells_in_play
from boardgame_envs.games.tranquility.shapes import BEGINS_LINE, ROW_CELLS, ROW_OF
from boardgame_envs.games.tranquility.table import (
    NUM_ROWS,
    Mode,
)

AFTER_ALL = ISLANDS + 1  # stands behind the last number of a line

# --- what lies where ---


@rule
def row_of(state: Record, cell: int) -> int:
    """Return the row of a cell, counted from the bottom [2]."""
    return int(ROW_OF[state.field, cell])


@rule
def empty_cells_in_row(state: Record, row: int) -> int:
    """Return how many cells of a row are empty [2]."""
    return int(ROW_CELLS[state.field, row]) - int(state.row_filled[row])


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
def is_closed(state: Record, row: int) -> bool:
    """A row is closed while a reef or a purple storm lies at it [20]."""
    return bool(state.reef_row == row or state.purples[row] > 0)


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
    state.grid[cell] = NO_CARD
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


# --- gaps ---


class Gap(NamedTuple):
    """A run of empty cells, and the numbers on both sides: 0 and 81 at the ends of a line [3]."""

    first: int  # its first cell
    end: int  # the cell behind its last one
    low: int
    high: int


@rule
def next_gap(state: Record, cell: int, limit: int) -> Gap:
    """Return the first gap from a cell on [3].

    Without a gap before ``limit`` the first cell returned is ``limit``.
    """
    first = cell
    while first < limit and state.grid[first] != NO_CARD:
        first += 1
    if first >= limit:
        return Gap(limit, limit, 0, AFTER_ALL)
    low = 0 if BEGINS_LINE[state.field, first] else int(state.grid[first - 1])
    end = first + 1
    while end < limit and state.grid[end] == NO_CARD and not BEGINS_LINE[state.field, end]:
        end += 1
    is_last = end >= state.num_cells or BEGINS_LINE[state.field, end]
    high = AFTER_ALL if is_last else int(state.grid[end])
    return Gap(first, end, low, high)


@rule
def cells_of(gap: Gap) -> int:
    """Return how many cells a gap has [3]."""
    return gap.end - gap.first


@rule
def is_beside_low(gap: Gap, cell: int) -> bool:
    """Tell whether a cell of a gap is beside the number before it [2]."""
    return cell == gap.first and gap.low > 0


@rule
def is_beside_high(gap: Gap, cell: int) -> bool:
    """Tell whether a cell of a gap is beside the number after it [2]."""
    return cell == gap.end - 1 and gap.high < AFTER_ALL


@rule
def cost_in_gap(state: Record, gap: Gap, cell: int, number: int) -> int:
    """The smaller difference to the occupied cells beside it, 0 if there is none [4]."""
    if state.mode == Mode.HIGH_ARCH and cell < COLUMN_CELLS:
        return 0  # columns cost nothing [34]
    if is_beside_low(gap, cell):
        above_low = number - gap.low
        return min(above_low, gap.high - number) if is_beside_high(gap, cell) else above_low
    return gap.high - number if is_beside_high(gap, cell) else 0


@rule
def leaves_room(gap: Gap, cell: int, number: int) -> bool:
    """Tell whether the gaps on both sides could still be filled with numbers [42]."""
    before, behind = cell - gap.first, gap.end - 1 - cell
    return number - gap.low - 1 >= before and gap.high - number - 1 >= behind


# --- what may be placed ---


@rule
def mark_plays(state: Record, seat: int, mask: Buffer) -> bool:
    """Any island on any open cell where the line stays ascending and the cost can be paid [9].

    Returns whether there is any.
    """
    limit = cells_in_play(state)
    payable = count_discardable(state, seat) - 1
    slots = min(int(state.hand_sizes[seat]), HAND_LIMIT)
    can_place = False
    gap = next_gap(state, 0, limit)
    while gap.first < limit:
        for slot in range(slots):
            number = int(state.hands[seat, slot])
            if gap.low < number < gap.high:
                for cell in range(gap.first, gap.end):
                    if may_place(state, seat, gap, cell, number, payable):
                        mask[action_of_play(slot, cell)] = True
                        can_place = True
        gap = next_gap(state, gap.end, limit)
    return can_place


@rule
def may_place(state: Record, seat: int, gap: Gap, cell: int, number: int, payable: int) -> bool:
    """Tell whether a number may come on a cell of the gap it fits into [4, 9, 20, 29, 42]."""
    if is_closed(state, row_of(state, cell)):
        return False
    if cost_in_gap(state, gap, cell, number) > payable:
        return False
    if state.oranges[seat] > 0 and not is_beside_low(gap, cell) and not is_beside_high(gap, cell):
        return False
    return state.mode != Mode.DUEL or leaves_room(gap, cell, number)


@rule
def can_play(state: Record, seat: int) -> bool:
    """Tell whether a player can place any card [9]."""
    return mark_plays(state, seat, np.zeros(NUM_ACTIONS, np.bool_))


@rule
def cost_of(state: Record, cell: int, number: int) -> int:
    """Return what it costs to place a number on an empty cell [4]."""
    limit = cells_in_play(state)
    gap = next_gap(state, 0, limit)
    while gap.end <= cell:
        gap = next_gap(state, gap.end, limit)
    return cost_in_gap(state, gap, cell, number)
