"""Sea monsters: they cannot be discarded, only let loose on an island [23, 24]."""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTION, NUM_ACTIONS
from boardgame_envs.games.tranquility.field import grid
from boardgame_envs.games.tranquility.turn import hands


@rule
def mark_prey(state: Record, mask: Buffer) -> bool:
    """A monster comes on an occupied cell of a row that is not closed [20, 23].

    Returns whether there is any.
    """
    has_any = False
    for cell in range(state.num_cells):
        if state.grid[cell] != cards.NO_CARD and not grid.is_cell_closed(state, cell):
            mask[ACTION.monster + cell] = True
            has_any = True
    return has_any


@rule
def has_prey(state: Record) -> bool:
    """Tell whether a monster could come anywhere [23]."""
    return mark_prey(state, np.zeros(NUM_ACTIONS, np.bool_))


@rule
def play_from_hand(state: Record, cell: int) -> None:
    """A monster from the hand destroys an island [23]."""
    seat = int(state.active)
    hands.remove_slot(state, seat, hands.find_slot(state, seat, cards.MONSTER))
    destroy(state, cell)


@rule
def destroy(state: Record, cell: int) -> None:
    """Monster and island leave the game [23, R5]."""
    state.gone[grid.empty_cell(state, cell)] += 1
    state.gone[cards.MONSTER] += 1


@rule
def is_any_held(state: Record) -> bool:
    """Tell whether a monster is in any hand, which keeps the game from ending [24]."""
    for seat in range(state.num_players):
        if hands.holds(state, seat, cards.MONSTER):
            return True
    return False


@rule
def are_public(state: Record) -> bool:
    """While the grid is full and the Start lies, all know who holds monsters [R10]."""
    return bool(state.has_monsters and state.is_start_played and grid.is_full(state))
