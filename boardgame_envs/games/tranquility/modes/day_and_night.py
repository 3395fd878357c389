"""Day and night: all hands are held one way up, and the field must end half and half [38-40]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.field import grid
from boardgame_envs.games.tranquility.state import Phase
from boardgame_envs.games.tranquility.turn import discards

FIRST_SUN_ROW = 3


@rule
def turn_hands(state: Record) -> None:
    """A compass that is drawn turns all hands, and is discarded; the draw is replaced [38]."""
    state.is_moon = not state.is_moon
    state.gone[cards.COMPASS] += 1


@rule
def is_wrong_way_up(state: Record, cell: int) -> bool:
    """The upper three rows need the sun, the lower three the moon [40, R22]."""
    needs_moon = grid.row_of(state, cell) < FIRST_SUN_ROW
    return bool(state.grid[cell] != cards.NO_CARD and state.moon[cell] != needs_moon)


@rule
def are_all_right_way_up(state: Record) -> bool:
    """Tell whether the Finish may be played [40]."""
    for cell in range(state.num_cells):
        if is_wrong_way_up(state, cell):
            return False
    return True


@rule
def mark_rotations(state: Record, seat: int, mask: Buffer) -> None:
    """Any card on the field may be rotated, for one discard [39]."""
    if discards.count_discardable(state, seat) >= 1:
        for cell in range(state.num_cells):
            mask[ACTION.rotate + cell] = state.grid[cell] != cards.NO_CARD


@rule
def rotate(state: Record, cell: int) -> None:
    """Turn a card on the field, and pay [39]."""
    state.moon[cell] = not state.moon[cell]
    discards.owe(state, int(state.seat), 1, Phase.ROTATE)
