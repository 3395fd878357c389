"""Reefs: a row is closed, and another one after every turn [21, 22]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.cards import REEF
from boardgame_envs.games.tranquility.grid import count_full_rows
from boardgame_envs.games.tranquility.hands import count_discardable, owe
from boardgame_envs.games.tranquility.storms import mark_rows_with_room
from boardgame_envs.games.tranquility.table import (
    NOWHERE,
    NUM_ROWS,
    TABLE,
    Phase,
)

ROWS_THAT_END_IT = 4
COST_OF_STAYING = 2


@rule
def look_at_reef(state: Record) -> None:
    """At the end of a turn the reef leaves if four rows are full, or must be moved [21, 22]."""
    if state.reef_row == NOWHERE:
        return
    if count_full_rows(state) >= ROWS_THAT_END_IT:
        state.reef_row = NOWHERE
        state.gone[REEF] += 1
    else:
        state.seat = state.active
        state.phase = Phase.REEF


@rule
def mark_reef_moves(state: Record, mask: Buffer) -> None:
    """To another row with an empty cell; staying costs two cards [21]."""
    mark_rows_with_room(
        state, mask[ACTION.move_reef : ACTION.move_reef + NUM_ROWS], int(state.reef_row)
    )
    mask[ACTION.keep_reef] = count_discardable(state, int(state.seat)) >= COST_OF_STAYING


@rule
def mark_new_reef(state: Record, mask: Buffer) -> None:
    """A reef that comes into play lies at a row with an empty cell [36]."""
    mark_rows_with_room(state, mask[ACTION.move_reef : ACTION.move_reef + NUM_ROWS], NOWHERE)


@rule
def move_reef(state: Record, row: int) -> None:
    """The reef lies at another row now [21]."""
    state.reef_row = row
    state.seat = TABLE


@rule
def keep_reef(state: Record) -> None:
    """The reef stays, for two discards [21]."""
    owe(state, int(state.seat), COST_OF_STAYING, Phase.STAY)
