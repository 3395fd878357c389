"""The table: what lies on it, what can be decided there, and the numbers of the actions."""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import state_dtype
from boardgame_envs.games.tranquility.cards import (
    BLIND_CARDS,
    HAND_LIMIT,
    ISLANDS,
    MAX_HAND,
    MAX_PILE,
    MAX_PLAYERS,
    MOST_REMOVED,
    NUM_KINDS,
)

# --- modes ---

MODES = ("standard", "high_arch", "pyramid", "day_and_night", "duel")
STANDARD, HIGH_ARCH, PYRAMID, DAY_AND_NIGHT, DUEL = range(len(MODES))
EDITIONS = ("uk", "ru")
EXPANSIONS = ("reefs", "monsters", "storms")
REWARDS = ("outcome", "progress", "points")
OUTCOME, PROGRESS, POINTS = range(len(REWARDS))

MAX_CELLS = 36
NUM_ROWS = 6
NOWHERE = -1  # a row at which no reef lies

# --- what is decided ---

PHASES = (
    *("act", "pay", "discard", "rotate", "stay", "hold", "shed"),
    *("reef", "new reef", "monster", "storm", "answer", "blind", "offer", "pledge", "refresh"),
)
TO_ACT, TO_PAY, TO_DISCARD, TO_ROTATE, TO_STAY, TO_HOLD, TO_SHED = range(7)
TO_MOVE_REEF, TO_PLACE_REEF, TO_PLACE_MONSTER, TO_PLACE_STORM, TO_ANSWER = range(7, 12)
TO_BLIND, TO_OFFER, TO_PLEDGE, TO_AGREE = range(12, len(PHASES))
# nobody is asked: the game goes on by itself with its stage
TABLE = -3

DEAL, OPENING, STARTS_IN, TURN, PAID, EXPLORED, REEF_STEP, REFILL, DUEL_REFILL = range(9)
START_EXTRA, START_COUNT, START_BLIND, START_OFFER, START_PLEDGE, START_SHED = range(9, 15)
TEAM_REFILL = 15

RUNNING, WON, LOST, SCORED = range(4)

# --- the actions; cards are counted in the sorted hand, players clockwise from the one to act ---

MAX_PLEDGE = 7  # with two players the other one has five cards and two extra ones

PLAY = 0
DISCARD = PLAY + HAND_LIMIT * MAX_CELLS
OPEN_START = DISCARD + MAX_HAND
CLOSE_FINISH = OPEN_START + 1
OFFER = CLOSE_FINISH + 1
PLEDGE = OFFER + MAX_PLEDGE + 1
MOVE_REEF = PLEDGE + MAX_PLEDGE + 1
STAY = MOVE_REEF + NUM_ROWS
FREE_MONSTER = STAY + 1
PLACE_STORM = FREE_MONSTER + MAX_CELLS
CANCEL = PLACE_STORM + NUM_ROWS
ACCEPT = CANCEL + 1
BLIND = ACCEPT + 1
NO_BLIND = BLIND + 1
LIFT_YELLOW = NO_BLIND + 1
LIFT_ORANGE = LIFT_YELLOW + MAX_PLAYERS
LIFT_PURPLE = LIFT_ORANGE + MAX_PLAYERS
TRADE = LIFT_PURPLE + NUM_ROWS
ROTATE = TRADE + 1
REFRESH = ROTATE + MAX_CELLS
AGREE = REFRESH + 1
REFUSE = AGREE + 1
NUM_ACTIONS = REFUSE + 1

# --- the record ---

ROW_SIZE = 5  # open cards beside the deck in the duel [41]
EXPLORER_SIZE = 27

STATE = state_dtype(
    [
        ("rng", np.uint64),  # all chance comes from here
        # the options
        ("num_players", np.int16),
        ("mode", np.int16),
        ("field", np.int16),  # of the field, see grid.py
        ("num_cells", np.int16),
        ("is_ru", np.bool_),
        ("has_reefs", np.bool_),
        ("has_monsters", np.bool_),
        ("has_storms", np.bool_),
        ("monsters", np.int16),
        ("removed_islands", np.int16),
        ("talk_rounds", np.int16),
        ("reward", np.int16),
        # how far the game is
        ("seat", np.int16),  # who decides, CHANCE, TABLE or NOBODY at the end
        ("phase", np.int16),  # what is decided
        ("stage", np.int16),  # what the table goes on with when nobody is asked
        ("outcome", np.int16),
        ("active", np.int16),  # whose turn it is
        # the field
        ("grid", np.int8, MAX_CELLS),  # the number on each cell of the line, or 0
        ("moon", np.int8, MAX_CELLS),  # placed with the moon up [38]
        ("owner", np.int8, MAX_CELLS),  # who placed it; looked at in the duel only [41]
        ("borders", np.int8, MAX_CELLS),  # border cards still open [35]
        ("num_filled", np.int16),
        ("row_filled", np.int16, NUM_ROWS),
        ("reef_row", np.int16),
        ("purples", np.int8, NUM_ROWS),  # storms at each row
        ("is_moon", np.bool_),  # how all hands are held [38]
        # the players; a hand is sorted, the top card of a pile is the last one
        ("hand_sizes", np.int16, MAX_PLAYERS),
        ("hands", np.int8, (MAX_PLAYERS, MAX_HAND)),
        ("pile_sizes", np.int16, MAX_PLAYERS),
        ("piles", np.int8, (MAX_PLAYERS, MAX_PILE)),
        ("drew", np.int8, MAX_PLAYERS),  # any card since acting without a Start
        ("bottom", np.int16),  # cards at the bottom of a pile among which no Start can be [18]
        ("discard_sizes", np.int16, MAX_PLAYERS),
        ("discards", np.int8, (MAX_PLAYERS, NUM_KINDS)),  # of each kind, without blind ones
        ("blind", np.int8, (MAX_PLAYERS, BLIND_CARDS)),  # discarded unseen [27]
        ("yellows", np.int8, MAX_PLAYERS),
        ("oranges", np.int8, MAX_PLAYERS),
        # compasses
        ("supply", np.int16),
        ("team_compasses", np.int16),
        ("own_compasses", np.int8, MAX_PLAYERS),  # in the Russian edition [V2]
        ("shared_compass", np.int16),  # who has it together with the next one clockwise [V2]
        # cards that nobody holds
        ("removed", np.int8, MOST_REMOVED),  # [V1]
        ("gone", np.int8, NUM_KINDS),  # that have left the game for all to see
        ("explorer_size", np.int16),
        ("explorer", np.int8, EXPLORER_SIZE),  # the top card is the last one [35]
        ("found_finishes", np.int16),
        # the Start [12-15]
        ("is_start_played", np.bool_),
        ("depths", np.int16, MAX_PLAYERS),  # cards above each Start, while chance puts it in
        ("offers", np.int8, MAX_PLAYERS),  # the last one of each, or -1
        ("pledges", np.int8, MAX_PLAYERS),  # or -1
        ("talked", np.int16),  # offers made
        ("blinded", np.int16),  # cards discarded unseen for this Start
        # what is under way
        ("turns_to_take", np.int16),  # players who come after this one in a round of the table
        ("drawer", np.int16),  # who draws, offers, pledges or sheds now
        ("extra", np.int16),  # extra cards still to be drawn [13]
        ("revealed", np.int16),  # a storm that was drawn and has not taken effect
        ("owed", np.int16),  # cards still to be discarded
        ("first_slot", np.int16),  # the first one in the hand that may be
        ("placed_cell", np.int16),  # where a card was placed in this turn, or -1
        # the duel [41-46]
        ("row_size", np.int16),
        ("row", np.int8, ROW_SIZE),  # the first to be drawn is the first
        ("deck_size", np.int16),
        ("deck", np.int8, ISLANDS),  # the top card is the last one
        ("sight", np.int8, (2, ISLANDS + 1)),  # what the opponent knows of a player's cards
        ("is_refused", np.bool_),
    ]
)
