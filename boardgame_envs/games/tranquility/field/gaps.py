"""Gaps in the line, and what it costs to place a number in one [2-4].

The shapes of all modes are one line of up to 36 cells, in parts that do not touch (lines of
their own) where a mode has such.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardgame_envs.core.compiled import Record, inlined_rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.field import shapes
from boardgame_envs.games.tranquility.modes import high_arch
from boardgame_envs.games.tranquility.state import MAX_CELLS, Mode

NO_NUMBER = np.int8(cards.NO_CARD)
AFTER_ALL = cards.ISLANDS + 1  # stands behind the last number of a line
NONE_BESIDE = AFTER_ALL  # more than any difference of numbers


class Gap(NamedTuple):
    """A run of empty cells, and the numbers on both sides: 0 and 81 at the ends of a line [3]."""

    first: int  # its first cell
    end: int  # the cell behind its last one
    low: int
    high: int


# cells as bytes, which numbers in the field are, too: so all are compared at once
CELLS = np.arange(MAX_CELLS, dtype=np.int8)
CELLS_BEHIND = CELLS + np.int8(1)
FIRST_CELL, BEHIND_ALL_CELLS = np.int8(0), np.int8(MAX_CELLS)


@inlined_rule
def gap_for(state: Record, line: int, number: int) -> Gap:
    """Return the gap of a line that a number belongs in; it has no cells if they are filled [3].

    Numbers ascend along a line, so it lies between the last lower and the first higher one.
    """
    start, stop = shapes.LINE_STARTS[state.field, line], shapes.LINE_STARTS[state.field, line + 1]
    numbers, lines = state.grid, shapes.LINE_OF[state.field]
    this_line, this_number = np.int8(line), np.int8(number)
    behind_lower, higher = FIRST_CELL, BEHIND_ALL_CELLS
    for cell in range(MAX_CELLS):
        is_there = (lines[cell] == this_line) & (numbers[cell] != NO_NUMBER)
        is_lower = is_there & (numbers[cell] < this_number)
        is_higher = is_there & (numbers[cell] > this_number)
        behind_lower = max(behind_lower, CELLS_BEHIND[cell] if is_lower else FIRST_CELL)
        higher = min(higher, CELLS[cell] if is_higher else BEHIND_ALL_CELLS)
    first, end = max(start, int(behind_lower)), min(stop, int(higher))
    low = int(state.grid[first - 1]) if first > start else 0
    high = int(state.grid[end]) if end < stop else AFTER_ALL
    return Gap(first, end, low, high)


@inlined_rule
def cells_of(gap: Gap) -> int:
    """Return how many cells a gap has [3]."""
    return gap.end - gap.first


@inlined_rule
def is_beside_low(gap: Gap, cell: int) -> bool:
    """Tell whether a cell of a gap is beside the number before it [2]."""
    return (cell == gap.first) & (gap.low > 0)


@inlined_rule
def is_beside_high(gap: Gap, cell: int) -> bool:
    """Tell whether a cell of a gap is beside the number after it [2]."""
    return (cell == gap.end - 1) & (gap.high < AFTER_ALL)


@inlined_rule
def touches(gap: Gap, cell: int) -> bool:
    """Tell whether a cell of a gap is beside an occupied one [2, 29]."""
    return is_beside_low(gap, cell) or is_beside_high(gap, cell)


@inlined_rule
def cost_in_gap(state: Record, gap: Gap, cell: int, number: int) -> int:
    """The smaller difference to the occupied cells beside it, 0 if there is none [4]."""
    if state.mode == Mode.HIGH_ARCH and cell < high_arch.COLUMN_CELLS:
        return 0  # columns cost nothing [34]
    above_low = number - gap.low if is_beside_low(gap, cell) else NONE_BESIDE
    below_high = gap.high - number if is_beside_high(gap, cell) else NONE_BESIDE
    cost = min(above_low, below_high)
    return 0 if cost == NONE_BESIDE else cost


@inlined_rule
def leaves_room(gap: Gap, cell: int, number: int) -> bool:
    """Tell whether the gaps on both sides could still be filled with numbers [42]."""
    before, behind = cell - gap.first, gap.end - 1 - cell
    return number - gap.low - 1 >= before and gap.high - number - 1 >= behind
