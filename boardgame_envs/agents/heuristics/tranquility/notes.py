"""What the heuristic for Tranquility notes of what it sees."""

from __future__ import annotations

import numpy as np

from boardgame_envs.agents.heuristics.compiled_heuristic import label, whole
from boardgame_envs.agents.heuristics.tranquility.constants import CONSTANTS
from boardgame_envs.core.compiled import Buffer, Record, rule, state_dtype
from boardgame_envs.games.tranquility.cards import (
    CARDS_TO_SHED,
    ISLANDS,
    MAX_HAND,
    MAX_PLAYERS,
)
from boardgame_envs.games.tranquility.field.shapes import NUM_CELLS, Shape, shape_of
from boardgame_envs.games.tranquility.state import MAX_CELLS, MODES, NUM_ROWS, PHASES, Mode
from boardgame_envs.games.tranquility.views.layout import AT, HIGHEST

NOTES = state_dtype(
    [
        ("constants", np.float64, len(CONSTANTS.names)),
        ("phase", np.int64),
        ("mode", np.int64),
        ("field_shape", np.int64),
        ("num_players", np.int64),
        ("num_filled", np.int64),
        ("num_cells", np.int64),
        ("owed", np.int64),
        ("first_slot", np.int64),
        ("hand_size", np.int64),
        ("hand", np.int64, MAX_HAND),
        ("worth", np.float64, MAX_HAND),  # of keeping each card
        ("chosen", np.int64, MAX_HAND),  # cards that would be discarded
        ("a_discard", np.float64),  # what it costs to discard a card, whatever it is
        # of the cards up to each number: how many will come, as is to be expected, and how far
        # off that may be
        ("expected", np.float64, ISLANDS + 2),
        ("variance", np.float64, ISLANDS + 2),
        # for each cell of a gap: its first cell, the one behind its last, and the numbers beside it
        ("gap_first", np.int64, MAX_CELLS),
        ("gap_end", np.int64, MAX_CELLS),
        ("gap_low", np.int64, MAX_CELLS),
        ("gap_high", np.int64, MAX_CELLS),
    ]
)

# by mode, and whether the high arch is wide
SHAPE_OF = np.array([[shape_of(mode, is_wide) for is_wide in (False, True)] for mode in Mode])
CELLS_OF = np.array([NUM_CELLS[shape] for shape in Shape])


@rule
def read_table(observation: Buffer, notes: Record) -> None:
    """Read what there is to see by itself."""
    notes.phase = label(observation, AT.phase, len(PHASES))
    notes.mode = label(observation, AT.mode, len(MODES))
    notes.field_shape = SHAPE_OF[notes.mode, int(observation[AT.wide_arch] > 0.5)]
    notes.num_players = 1 + label(observation, AT.num_players, MAX_PLAYERS)
    notes.owed = whole(observation[AT.owed], HIGHEST.owed)
    notes.first_slot = whole(observation[AT.first_slot], HIGHEST.first_slot)
    notes.hand_size = 0
    for slot in range(MAX_HAND):
        notes.hand[slot] = whole(observation[AT.my_hand + slot], HIGHEST.my_hand)
        notes.hand_size += int(notes.hand[slot] > 0)
    notes.num_cells = CELLS_OF[notes.field_shape]
    notes.num_filled = 0
    for cell in range(MAX_CELLS):
        notes.num_filled += int(observation[AT.filled + cell] > 0.5)


@rule
def tightness(observation: Buffer, notes: Record) -> float:
    """Return what share of my cards I need if each player fills as many of the empty cells."""
    mine = float(whole(observation[AT.hand_sizes], HIGHEST.hand_sizes))
    mine += float(whole(observation[AT.pile_sizes], HIGHEST.pile_sizes))
    mine += whole(observation[AT.deck_size], HIGHEST.deck_size) / notes.num_players
    if observation[AT.start_played] < 0.5 and notes.mode not in (Mode.HIGH_ARCH, Mode.DUEL):
        mine -= CARDS_TO_SHED / notes.num_players
    to_fill = (notes.num_cells - notes.num_filled) / notes.num_players
    return float(min(to_fill / max(mine, 1.0), 1.0))


@rule
def row_room(observation: Buffer, row: int) -> int:
    """Return how many cells of a row are empty."""
    return whole(observation[AT.row_room + row], HIGHEST.row_room)


@rule
def emptiest_first(observation: Buffer, mask: Buffer, start: int) -> int:
    """Return the legal action for the row in which most is left to do, -1 if there is none."""
    best, most = -1, -1
    for row in range(NUM_ROWS):
        if mask[start + row] and row_room(observation, row) > most:
            best, most = start + row, row_room(observation, row)
    return best
