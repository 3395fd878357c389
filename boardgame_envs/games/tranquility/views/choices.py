"""What is to be seen of rows, storms and cards that lie the wrong way up, when one is chosen."""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, inlined_rule
from boardgame_envs.core.seats import seat_after
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.expansions import compasses
from boardgame_envs.games.tranquility.field.shapes import ROW_OF, Shape
from boardgame_envs.games.tranquility.modes import day_and_night
from boardgame_envs.games.tranquility.state import MAX_CELLS, NUM_ROWS, Phase
from boardgame_envs.games.tranquility.views.layout import AT, HIGHEST, LAYOUT

WRONG_SHOWN = LAYOUT.shown("wrong_up")
CLOSED_SHOWN = LAYOUT.shown("closed")
PILES_LEFT_SHOWN = LAYOUT.shown("piles_left")
ROW_CARDS_SHOWN = LAYOUT.shown("row_cards")

A_REEF, A_PURPLE = 1, 2
FIRST_WRONG = 2
NEEDS_MOON = (ROW_OF[Shape.SQUARE] < day_and_night.FIRST_SUN_ROW).astype(np.int8)
PART_OF_A_PILE = 3


@inlined_rule
def write_closed(state: Record, observation: Buffer) -> None:
    """Write what closes each row [20]."""
    for row in range(NUM_ROWS):
        by = A_REEF * int(state.reef_row == row) + A_PURPLE * int(state.purples[row] > 0)
        observation[AT.closed + row] = CLOSED_SHOWN[by]


@inlined_rule
def write_piles_left(state: Record, seat: int, observation: Buffer) -> None:
    """Write roughly how much each player has still to draw [19, 26]."""
    for steps in range(state.num_players):
        left = state.pile_sizes[seat_after(state, seat, steps)] // PART_OF_A_PILE
        observation[AT.piles_left + steps] = PILES_LEFT_SHOWN[min(left, HIGHEST.piles_left)]


@inlined_rule
def chooses_row(state: Record, seat: int) -> bool:
    """Tell whether a player may choose a row, to close or to open it [21, 28, 30, 36]."""
    if state.seat != seat:
        return False
    phase = int(state.phase)
    if phase == Phase.ACT or phase == Phase.RESCUE:
        return compasses.has_compass(state, seat)
    return phase in (Phase.REEF, Phase.NEW_REEF, Phase.STORM, Phase.ANSWER)


@inlined_rule
def add_row_card(row: int, observation: Buffer) -> None:
    """One more card has a place in a row [2]."""
    count = int(observation[AT.row_cards + row] * HIGHEST.row_cards + 0.5) + 1
    observation[AT.row_cards + row] = ROW_CARDS_SHOWN[min(count, HIGHEST.row_cards)]


@inlined_rule
def write_wrong_up(state: Record, observation: Buffer) -> None:
    """Write what lies, or would lie if it were placed now, the wrong way up [38, 40]."""
    numbers, moon, held = state.grid, state.moon, np.int8(state.is_moon)
    for cell in range(MAX_CELLS):
        lies = moon[cell] if numbers[cell] != cards.NO_CARD else held
        observation[AT.wrong_up + cell] = WRONG_SHOWN[int(lies != NEEDS_MOON[cell])]
    for cell in range(MAX_CELLS):
        if day_and_night.is_wrong_way_up(state, cell):
            observation[AT.wrong_up + cell] = WRONG_SHOWN[FIRST_WRONG]
            break
