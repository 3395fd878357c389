"""The table: what lies on it, how far the game is, and what is being decided."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from boardgame_envs.core.compiled import state_dtype
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.modes import pyramid_shape

MAX_CELLS = 36
NUM_ROWS = 6
NOWHERE = -1  # a row at which no reef lies
MAX_PLEDGE = 7  # with two players the other one has five cards and two extra ones
MOST_TALK = 100  # rounds of offers [V3]

NOTHING_SAID = -1  # in the place of an offer or a pledge
# in the place of a seat: nobody is asked, and the game goes on by itself with its stage
TABLE = -3

# where a player's own Start is, as far as it has not been played [6]
IN_PILE, IN_HAND, IN_DISCARDS = range(3)

# --- what is played ---


class Mode(IntEnum):
    """The field, and what is to be done there."""

    STANDARD = 0  # a square [2]
    HIGH_ARCH = 1  # columns, and then a vault [33]
    PYRAMID = 2  # explorers are sent out [35]
    DAY_AND_NIGHT = 3  # cards lie sun or moon up [38]
    DUEL = 4  # two opponents [41]


class Reward(IntEnum):
    """What the players earn."""

    OUTCOME = 0  # winning or losing [47]
    PROGRESS = 1  # and a share for each filled cell [V4]
    POINTS = 2  # the difference of points in a duel [V4]


MODES = tuple(mode.name.lower() for mode in Mode)
REWARDS = tuple(reward.name.lower() for reward in Reward)
EDITIONS = ("uk", "ru")
ROW_RULES = ("farthest", "choose")
EXPANSIONS = ("reefs", "monsters", "storms")

# --- how far the game is ---


def words(members: type[IntEnum]) -> tuple[str, ...]:
    """Return the members of an enumeration as they are said."""
    return tuple(member.name.lower().replace("_", " ") for member in members)


class Phase(IntEnum):
    """What the seat to act decides."""

    ACT = 0  # the action of a turn [8]
    PAY = 1  # what to discard for a placement [4]
    DISCARD = 2  # the second card of two that are discarded as an action [10]
    ROTATE = 3  # what to discard for a rotation [39]
    STAY = 4  # what to discard to let the reef stay [21]
    HOLD = 5  # what to discard down to the limit of the hand [26, 27]
    SHED = 6  # what to discard of the eight cards for a Start [15]
    REEF = 7  # where the reef moves [21]
    NEW_REEF = 8  # where a reef that an explorer found lies [36]
    MONSTER = 9  # what a monster that an explorer found destroys [36]
    STORM = 10  # which row a purple storm closes [28]
    ANSWER = 11  # whether a storm is cancelled [30]
    LIFT = 12  # whether to lift a yellow storm before a refill [R13]
    RESCUE = 13  # whether to lift a storm for a player who has no legal action [R14]
    BLIND = 14  # whether to discard two cards unseen [27]
    OFFER = 15  # how many cards to offer [14]
    PLEDGE = 16  # how many cards to pledge [14]
    TAKE = 17  # which card of the row to take [V7]
    REFRESH = 18  # whether the opponent may have new cards [44]


PHASES = words(Phase)


class Stage(IntEnum):
    """What the table goes on with when nobody is asked."""

    DEAL = 0  # the cards are dealt [5]
    OPENING = 1  # the opening hands are drawn [6]
    STARTS_IN = 2  # the Starts are shuffled in [6]
    TURN = 3  # a turn begins [8]
    RESCUE = 4  # who may help a player without a legal action? [R14]
    PAID = 5  # the action is done and paid for [20]
    EXPLORED = 6  # so is what an explorer found [36]
    REEF_STEP = 7  # the reef leaves, or is moved [20-22]
    LIFT = 8  # may the active player lift a storm before the refill? [R13]
    REFILL = 9  # the active player refills [8]
    DUEL_REFILL = 10  # the same from the row of a duel [43]
    START_EXTRA = 11  # a Start lies: extra cards are drawn [13]
    START_COUNT = 12  # can the team discard eight cards? [R3]
    START_BLIND = 13  # who may discard unseen? [27]
    START_OFFER = 14  # the offers [14]
    START_PLEDGE = 15  # the pledges [14]
    START_SHED = 16  # the eight cards are discarded [15]
    TEAM_LIFT = 17  # may the next of all players lift a storm before the refill? [R13]
    TEAM_REFILL = 18  # that player refills [15]


class Outcome(IntEnum):
    """How the game has ended."""

    RUNNING = 0  # it has not
    WON = 1  # by the whole team [16, 37]
    LOST = 2  # by the whole team [17]
    SCORED = 3  # a duel, by points [46]


# --- the record ---

STATE = state_dtype(
    [
        ("rng", np.uint64),  # all chance comes from here
        # the options
        ("num_players", np.int16),
        ("mode", np.int16),
        ("field", np.int16),  # its shape
        ("num_cells", np.int16),
        ("is_ru", np.bool_),
        ("has_reefs", np.bool_),
        ("has_monsters", np.bool_),
        ("has_storms", np.bool_),
        ("monsters", np.int16),
        ("removed_islands", np.int16),
        ("talk_rounds", np.int16),
        ("has_row_choice", np.bool_),  # in the duel [V7]
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
        ("hand_sizes", np.int16, cards.MAX_PLAYERS),
        ("hands", np.int8, (cards.MAX_PLAYERS, cards.MAX_HAND)),
        ("pile_sizes", np.int16, cards.MAX_PLAYERS),
        ("piles", np.int8, (cards.MAX_PLAYERS, cards.MAX_PILE)),
        ("bottom", np.int16),  # cards at the bottom of a pile among which no Start can be [18]
        ("discard_sizes", np.int16, cards.MAX_PLAYERS),
        ("discards", np.int8, (cards.MAX_PLAYERS, cards.NUM_KINDS)),  # but for blind ones
        ("blind", np.int8, (cards.MAX_PLAYERS, cards.BLIND_CARDS)),  # discarded unseen [27]
        ("yellows", np.int8, cards.MAX_PLAYERS),
        ("oranges", np.int8, cards.MAX_PLAYERS),
        # compasses
        ("supply", np.int16),
        ("team_compasses", np.int16),
        ("own_compasses", np.int8, cards.MAX_PLAYERS),  # in the Russian edition [V2]
        ("shared_compass", np.int16),  # who has it together with the next one clockwise [V2]
        # cards that nobody holds
        ("removed", np.int8, cards.MOST_REMOVED),  # [V1]
        ("gone", np.int8, cards.NUM_KINDS),  # that have left the game for all to see
        ("explorer_size", np.int16),
        ("explorer", np.int8, pyramid_shape.EXPLORER_SIZE),  # the top card is the last one [35]
        ("found_finishes", np.int16),
        # the Start [12-15]
        ("is_start_played", np.bool_),
        ("depths", np.int16, cards.MAX_PLAYERS),  # cards above each Start, while chance puts it in
        ("offers", np.int8, cards.MAX_PLAYERS),  # the last one of each, or -1
        ("pledges", np.int8, cards.MAX_PLAYERS),  # or -1
        ("talked", np.int16),  # offers made
        ("blinded", np.int16),  # cards discarded unseen for this Start
        # what is under way
        ("turns_to_take", np.int16),  # players who come after this one in a round of the table
        ("drawer", np.int16),  # who draws, offers, pledges or sheds now
        ("extra", np.int16),  # extra cards still to be drawn [13]
        ("revealed", np.int16),  # a storm that was drawn and has not taken effect
        ("owed", np.int16),  # cards still to be discarded
        ("named", np.int16),  # cards of the same set that have been discarded [R1]
        ("first_slot", np.int16),  # the first one in the hand that may be
        ("placed_cell", np.int16),  # where a card was placed in this turn, or -1
        # the duel [41-46]
        ("row_size", np.int16),
        ("row", np.int8, cards.ROW_SIZE),  # the card farthest from the deck is the first
        ("last_taken", np.int16),  # the card that was chosen last in this refill, or none [V7]
        ("deck_size", np.int16),
        ("deck", np.int8, cards.ISLANDS),  # the top card is the last one
        ("sight", np.int8, (2, cards.ISLANDS + 1)),  # what the opponent knows of a player's cards
        ("has_passed", np.int8, 2),  # with the one card in the hand [45]
        ("is_refused", np.bool_),
        # what worlds are dealt by, at the end, where the rules seldom look
        ("seen_after", np.int8, (2, cards.ISLANDS + 1)),  # hidden discards before a card came [R7]
        # in how many ways each hand can be: by where the Start is, and monsters [12, 23]
        ("ways", np.float64, (cards.MAX_PLAYERS, 3, cards.MOST_MONSTERS + 1)),
    ]
)
