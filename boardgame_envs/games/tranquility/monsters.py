"""Sea monsters: they cannot be discarded, only let loose on an island [23, 24]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.cards import MONSTER, NO_CARD
from boardgame_envs.games.tranquility.grid import empty_cell, is_closed, is_full, row_of
from boardgame_envs.games.tranquility.hands import find_slot, holds, remove_slot


@rule
def mark_prey(state: Record, mask: Buffer) -> None:
    """A monster comes on an occupied cell of a row that is not closed [20, 23]."""
    for cell in range(state.num_cells):
        if state.grid[cell] != NO_CARD and not is_closed(state, row_of(state, cell)):
            mask[ACTION.monster + cell] = True


@rule
def has_prey(state: Record) -> bool:
    """Tell whether a monster could come anywhere [23]."""
    for cell in range(state.num_cells):
        if state.grid[cell] != NO_CARD and not is_closed(state, row_of(state, cell)):
            return True
    return False


@rule
def play_monster(state: Record, cell: int) -> None:
    """A monster from the hand destroys an island [23]."""
    seat = int(state.active)
    remove_slot(state, seat, find_slot(state, seat, MONSTER))
    destroy(state, cell)


@rule
def destroy(state: Record, cell: int) -> None:
    """Monster and island leave the game [23, R5]."""
    state.gone[empty_cell(state, cell)] += 1
    state.gone[MONSTER] += 1


@rule
def is_any_held(state: Record) -> bool:
    """Tell whether a monster is in any hand, which keeps the game from ending [24]."""
    for seat in range(state.num_players):
        if holds(state, seat, MONSTER):
            return True
    return False


@rule
def are_monsters_public(state: Record) -> bool:
    """While the grid is full and the Start lies, all know who holds monsters [24]."""
    return bool(state.has_monsters and state.is_start_played and is_full(state))
