"""Gaps in the line, and what it costs to place a number in one [2-4].

The shapes of all modes are one line of up to 36 cells, in parts that do not touch (lines of
their own) where a mode has such.
"""

from __future__ import annotations

from typing import NamedTuple

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.field import shapes
from boardgame_envs.games.tranquility.modes import high_arch
from boardgame_envs.games.tranquility.state import Mode

AFTER_ALL = cards.ISLANDS + 1  # stands behind the last number of a line


class Gap(NamedTuple):
    """A run of empty cells, and the numbers on both sides: 0 and 81 at the ends of a line [3]."""

    first: int  # its first cell
    end: int  # the cell behind its last one
    low: int
    high: int


@rule
def begins_line(state: Record, cell: int) -> bool:
    """Tell whether a cell is the first one of a line [2, 34]."""
    return bool(shapes.BEGINS_LINE[state.field, cell])


@rule
def next_gap(state: Record, cell: int, limit: int) -> Gap:
    """Return the first gap from a cell on [3].

    Without a gap before ``limit`` the first cell returned is ``limit``.
    """
    first = cell
    while first < limit and state.grid[first] != cards.NO_CARD:
        first += 1
    if first >= limit:
        return Gap(limit, limit, 0, AFTER_ALL)
    low = 0 if begins_line(state, first) else int(state.grid[first - 1])
    end = first + 1
    while end < limit and state.grid[end] == cards.NO_CARD and not begins_line(state, end):
        end += 1
    is_last = end >= state.num_cells or begins_line(state, end)
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
def touches(gap: Gap, cell: int) -> bool:
    """Tell whether a cell of a gap is beside an occupied one [2, 29]."""
    return is_beside_low(gap, cell) or is_beside_high(gap, cell)


@rule
def cost_in_gap(state: Record, gap: Gap, cell: int, number: int) -> int:
    """The smaller difference to the occupied cells beside it, 0 if there is none [4]."""
    if state.mode == Mode.HIGH_ARCH and cell < high_arch.COLUMN_CELLS:
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
