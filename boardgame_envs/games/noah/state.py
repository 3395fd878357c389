"""The table as a record: what lies on it, what is being decided, and the options [2, 20]."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from boardgame_envs.core.compiled import Record, state_dtype
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.games.noah.cards import MAX_ABOARD, MAX_PLAYERS, NUM_BOATS, NUM_CARDS


class Phase(IntEnum):
    """What the player whose turn it is decides."""

    LOAD = 0  # which card to load on Noah's boat [4]
    LOOK = 1  # whose hand to see, after a giraffe [9]
    DRAW = 2  # from whom to draw a card, after a lion [10]; then chance draws it
    RETURN = 3  # which card to return for it [10]
    NOAH = 4  # to which boat Noah goes [13]
    GIVE = 5  # which card to give to whom, after a departure [16]


PHASES = tuple(phase.name.lower() for phase in Phase)

# the highest values of the options
MAX_ROUNDS = 1000
MAX_PLAY_TO = 1000
MAX_TURNS = 10_000

STATE = state_dtype(
    [
        ("rng", np.uint64),  # all chance comes from here
        # the options
        ("num_players", np.int16),
        ("rounds", np.int16),  # not looked at when the match is played to a number of tears
        ("play_to", np.int16),  # that number [V1], or 0
        ("max_turns", np.int16),
        ("reward_points", np.bool_),  # do returns count tears, or only the match?
        # the match
        ("is_cut_short", np.bool_),  # a round had too many turns [R6]
        ("phase", np.int16),
        ("seat", np.int16),  # who decides, CHANCE before a deal or a draw, NOBODY at the end
        ("starter", np.int16),  # who began this round
        ("rounds_played", np.int16),
        ("tears", np.int32, MAX_PLAYERS),
        # the round; a pile counts its cards of each kind
        ("turns", np.int16),  # turns that have ended
        ("departures", np.int16),
        ("noah", np.int16),  # at which boat he is
        ("weights", np.int16, NUM_BOATS),
        ("limits", np.int16, NUM_BOATS),
        ("num_aboard", np.int16, NUM_BOATS),
        ("boats", np.int8, (NUM_BOATS, MAX_ABOARD)),  # boats[b, :num_aboard[b]], in order
        ("hand_sizes", np.int16, MAX_PLAYERS),
        ("hands", np.int8, (MAX_PLAYERS, NUM_CARDS)),
        ("rest", np.int8, NUM_CARDS),  # face down, unused in this round
        ("departed", np.int8, NUM_CARDS),
        ("public", np.int8, (MAX_PLAYERS, NUM_CARDS)),  # cards that all know in a hand
        ("known", np.int8, (MAX_PLAYERS, MAX_PLAYERS, NUM_CARDS)),  # by observer and owner
        # the turn
        ("active", np.int16),  # whose turn it is
        ("loaded", np.int16),  # the boat that was loaded
        ("animal", np.int16),  # the animal that was played
        ("is_pair", np.bool_),
        ("opponent", np.int16),  # with whom the lion swaps
        ("drawn", np.int16),  # the card that the lion drew
        ("gifts_due", np.int16),
        ("last_gift", np.int16),
        ("last_receiver", np.int16),
    ]
)


def write_options(state: Record, options: Mapping[str, Any]) -> None:
    """Write the options into an empty record [20, V1-V3, R6]."""
    state["rounds"] = options["rounds"]
    state["play_to"] = options["play_to"] or 0
    state["max_turns"] = options["max_turns"]
    state["reward_points"] = options["reward"] == "points"
    state["starter"] = NOBODY
