"""Reefs: a row is closed, and another one after every turn [21, 22]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.field import grid
from boardgame_envs.games.tranquility.state import NOWHERE, TABLE, Phase
from boardgame_envs.games.tranquility.turn import discards

ROWS_THAT_END_IT = 4
COST_OF_STAYING = 2


@rule
def leave_or_move(state: Record) -> None:
    """At the end of a turn the reef leaves if four rows are full, or must be moved [21, 22]."""
    if state.reef_row == NOWHERE:
        return
    if grid.count_full_rows(state) >= ROWS_THAT_END_IT:
        state.reef_row = NOWHERE
        state.gone[cards.REEF] += 1
    else:
        state.seat = state.active
        state.phase = Phase.REEF


@rule
def mark_moves(state: Record, mask: Buffer) -> None:
    """To another row with an empty cell; staying costs two cards [21]."""
    grid.mark_rows_with_room(state, mask[ACTION.move_reef :], int(state.reef_row))
    mask[ACTION.keep_reef] = discards.count_discardable(state, int(state.seat)) >= COST_OF_STAYING


@rule
def mark_new_reef(state: Record, mask: Buffer) -> None:
    """A reef that comes into play lies at a row with an empty cell [36]."""
    grid.mark_rows_with_room(state, mask[ACTION.move_reef :], NOWHERE)


@rule
def move(state: Record, row: int) -> None:
    """The reef lies at another row now [21]."""
    state.reef_row = row
    state.seat = TABLE


@rule
def keep(state: Record) -> None:
    """The reef stays, for two discards [21]."""
    discards.owe(state, int(state.seat), COST_OF_STAYING, Phase.STAY)
