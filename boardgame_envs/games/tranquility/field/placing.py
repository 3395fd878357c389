"""What may be placed where, and what that costs [4, 9]."""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, inlined_rule, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import NUM_ACTIONS, action_of_play
from boardgame_envs.games.tranquility.field import gaps, grid, shapes
from boardgame_envs.games.tranquility.modes import high_arch
from boardgame_envs.games.tranquility.state import Mode
from boardgame_envs.games.tranquility.turn import discards, hands


@rule
def mark_plays(state: Record, seat: int, mask: Buffer) -> bool:
    """Any island on any open cell where the line stays ascending and the cost can be paid [9].

    Returns whether there is any.
    """
    payable = discards.count_discardable(state, seat) - 1
    islands = min(hands.count_islands(state, seat), cards.HAND_LIMIT)
    can_place = False
    first_line, end = high_arch.lines_in_play(state)
    for line in range(first_line, end):
        for slot in range(islands):
            number = int(state.hands[seat, slot])
            gap = gaps.gap_for(state, line, number)
            for cell in range(gap.first, gap.end):
                if may_place(state, seat, gap, cell, number, payable):
                    mask[action_of_play(slot, cell)] = True
                    can_place = True
    return can_place


@inlined_rule
def may_place(
    state: Record, seat: int, gap: gaps.Gap, cell: int, number: int, payable: int
) -> bool:
    """Tell whether a number may come on a cell of the gap it fits into [4, 9, 20, 29, 42]."""
    if grid.is_cell_closed(state, cell):
        return False
    if gaps.cost_in_gap(state, gap, cell, number) > payable:
        return False
    # an orange storm limits placements, and no other action [R11]
    if state.oranges[seat] > 0 and not gaps.touches(gap, cell):
        return False
    return state.mode != Mode.DUEL or gaps.leaves_room(gap, cell, number)


@rule
def can_play(state: Record, seat: int) -> bool:
    """Tell whether a player can place any card [9]."""
    return mark_plays(state, seat, np.zeros(NUM_ACTIONS, np.bool_))


@rule
def cost_of(state: Record, cell: int, number: int) -> int:
    """Return what it costs to place a number on an empty cell [4]."""
    gap = gaps.gap_for(state, int(shapes.LINE_OF[state.field, cell]), number)
    return gaps.cost_in_gap(state, gap, cell, number)
