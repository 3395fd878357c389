"""What all players see: the field, the sizes of hands and piles, storms and compasses [19]."""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, inlined_rule
from boardgame_envs.core.seats import seat_after
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.expansions import compasses, monsters
from boardgame_envs.games.tranquility.field import grid
from boardgame_envs.games.tranquility.state import MAX_CELLS, NOWHERE, NUM_ROWS
from boardgame_envs.games.tranquility.turn import hands
from boardgame_envs.games.tranquility.views.layout import AT, HIGHEST, LAYOUT

EXPLORER_KINDS = LAYOUT.part("explorer").size

# in single precision, in which many are divided at once
GRID_SCALE = np.float32(HIGHEST.grid)
PILE_SIZES_SHOWN = LAYOUT.shown("pile_sizes")
DISCARD_SIZES_SHOWN = LAYOUT.shown("discard_sizes")


@inlined_rule
def write_field(state: Record, observation: Buffer) -> None:
    """Write what lies in the field, and at its rows [2, 20, 35, 38]."""
    numbers, moon = state.grid, state.moon
    for cell in range(MAX_CELLS):
        is_filled = np.float32(numbers[cell] != cards.NO_CARD)
        observation[AT.grid + cell] = np.float32(numbers[cell]) / GRID_SCALE
        observation[AT.filled + cell] = is_filled
        observation[AT.moon + cell] = np.float32(moon[cell]) * is_filled
    for row in range(NUM_ROWS):
        observation[AT.row_room + row] = grid.empty_cells_in_row(state, row) / HIGHEST.row_room
    if state.reef_row != NOWHERE:
        observation[AT.reef + state.reef_row] = 1.0


@inlined_rule
def write_players(state: Record, seat: int, observation: Buffer) -> None:
    """Write the sizes of hands, piles and discards, and who is known to hold monsters [19, R10]."""
    are_public = monsters.are_public(state)
    for steps in range(state.num_players):
        other = seat_after(state, seat, steps)
        observation[AT.hand_sizes + steps] = state.hand_sizes[other] / HIGHEST.hand_sizes
        observation[AT.pile_sizes + steps] = PILE_SIZES_SHOWN[state.pile_sizes[other]]
        observation[AT.discard_sizes + steps] = DISCARD_SIZES_SHOWN[state.discard_sizes[other]]
        if are_public:
            observation[AT.holds_monster + steps] = hands.holds(state, other, cards.MONSTER)


@inlined_rule
def write_stormy_seas(state: Record, seat: int, observation: Buffer) -> None:
    """Write storms in play, and compasses [25-32]."""
    for row in range(NUM_ROWS):
        observation[AT.purples + row] = state.purples[row] / HIGHEST.purples
    observation[AT.team_compasses] = state.team_compasses / HIGHEST.team_compasses
    observation[AT.supply] = state.supply / HIGHEST.supply
    for steps in range(state.num_players):
        other = seat_after(state, seat, steps)
        observation[AT.yellows + steps] = state.yellows[other] / HIGHEST.yellows
        observation[AT.oranges + steps] = state.oranges[other] / HIGHEST.oranges
        observation[AT.own_compasses + steps] = state.own_compasses[other] / HIGHEST.own_compasses
        observation[AT.shares_compass + steps] = compasses.shares_compass(state, other)


@inlined_rule
def write_explorer(state: Record, observation: Buffer) -> None:
    """Write open borders, and what the explorer deck still holds: the rest was seen [35, 36]."""
    for cell in range(state.num_cells):
        observation[AT.borders + cell] = state.borders[cell]
    for place in range(state.explorer_size):
        observation[AT.explorer + int(state.explorer[place]) - cards.FINISH] += 1.0
    for kind in range(EXPLORER_KINDS):
        observation[AT.explorer + kind] /= np.float32(HIGHEST.explorer)
    observation[AT.found_finishes] = state.found_finishes / HIGHEST.found_finishes
