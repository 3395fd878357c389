"""Runs of a duel that a card would make longer, or block [46]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, inlined_rule
from boardgame_envs.games.tranquility.field import gaps
from boardgame_envs.games.tranquility.state import MAX_CELLS
from boardgame_envs.games.tranquility.views.layout import (
    AT,
    BLOCKS,
    LAYOUT,
    MOST_OWN_RUN,
    MOST_RUN,
)

RUN_SHOWN = LAYOUT.shown("my_run")


@inlined_rule
def run_beside(state: Record, cell: int, number: int, step: int, owner: int) -> int:
    """Return how many cards of a player go on from a number, cell by cell, in a direction [46]."""
    length = 0
    cell, number = cell + step, number + step
    while 0 <= cell < MAX_CELLS and state.grid[cell] == number and state.owner[cell] == owner:
        length += 1
        cell, number = cell + step, number + step
    return length


@inlined_rule
def write_run(
    state: Record, seat: int, slot: int, gap: gaps.Gap, number: int, observation: Buffer
) -> None:
    """Write the best that a card does to runs, where it would lie beside others [46]."""
    mine, theirs, other = 0, 0, 1 - seat
    for cell in (gap.first, gap.end - 1):
        before = run_beside(state, cell, number, -1, seat)
        mine = max(mine, before + run_beside(state, cell, number, 1, seat))
        theirs = max(theirs, run_beside(state, cell, number, -1, other))
        theirs = max(theirs, run_beside(state, cell, number, 1, other))
    shown = min(mine, MOST_OWN_RUN)
    if mine == 0 and theirs > 0:
        shown = min(BLOCKS + theirs - 1, MOST_RUN)
    observation[AT.my_run + slot] = RUN_SHOWN[shown]
