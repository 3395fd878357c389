"""The table as a record: what lies on it, how rounds end, and the options [1, 2, V1-V6]."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from boardgame_envs.core.compiled import Record, state_dtype
from boardgame_envs.core.options import OptionError
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.games.elements.cards import MAX_CARDS, MAX_HAND_SIZE, MAX_KINDS, NUM_SEATS


class Ending(IntEnum):
    """How a round ends."""

    NOT_YET = 0  # no round has ended
    REVEAL = 1  # both hands are shown [8]
    SURRENDER = 2  # a player gives it up [10]
    NO_ACTION = 3  # a player can do nothing at all [R4]
    MISTAKEN_REVEAL = 4  # a total over the limit is revealed; only that hand is shown [V3]


ENDING_NAMES = tuple(ending.name.lower().replace("_", " ") for ending in Ending)

# each card is laid or discarded once and taken once; then the round must end
MAX_ACTIONS = 4 * MAX_HAND_SIZE + 1

STATE = state_dtype(
    [
        ("rng", np.uint64),  # all chance comes from here
        # the options
        ("num_players", np.int16),
        ("target_points", np.int16),
        ("rounds", np.int16),  # a fixed number of rounds [V2], or 0
        ("surrender", np.bool_),  # may players surrender? [V1]
        ("take_with_empty_hand", np.bool_),  # may they take without a card in hand? [V6]
        ("mistaken_reveal", np.bool_),  # may they reveal over the limit? [V3]
        ("reward_points", np.bool_),  # do returns count points, or only the match?
        ("num_kinds", np.int16),
        ("hand_size", np.int16),
        ("values", np.int16, MAX_KINDS),  # ascending; the Yin-Yang is the last one
        ("copies", np.int16, MAX_KINDS),
        # the match
        ("phase", np.int16),  # there is one kind of decision only
        ("seat", np.int16),  # whose turn it is, CHANCE before a deal, NOBODY at the end
        ("starter", np.int16),  # who began this round
        ("points", np.int16, NUM_SEATS),
        ("rounds_played", np.int16),
        # the round; a pile counts its cards of each kind
        ("hands", np.int16, (NUM_SEATS, MAX_KINDS)),
        ("aside", np.int16, MAX_KINDS),
        ("open_cards", np.int16, (NUM_SEATS, MAX_KINDS)),
        ("discard_pile", np.int16, MAX_KINDS),
        ("chain", np.int16, MAX_CARDS),  # chain[:chain_size]; the top card is the last one
        ("chain_size", np.int16),
        ("actions", np.int16, MAX_ACTIONS),  # actions[:num_actions], in order
        ("num_actions", np.int16),
        # the round before, as both players remember it
        ("last_ending", np.int16),
        ("last_winner", np.int16),
        ("shown_hands", np.int16, (NUM_SEATS, MAX_KINDS)),  # empty but after a reveal
    ]
)


def write_options(state: Record, options: Mapping[str, Any]) -> None:
    """Write the options into an empty record, the deck in ascending order [V4]."""
    deck = sorted(zip(options["values"], options["copies"], strict=False))
    check_deck(options["values"], options["copies"], options["hand_size"])
    state["target_points"] = options["target_points"]
    state["rounds"] = options["rounds"] or 0
    state["surrender"] = options["surrender"]
    state["take_with_empty_hand"] = options["take_with_empty_hand"]
    state["mistaken_reveal"] = options["mistaken_reveal"]
    state["reward_points"] = options["reward"] == "points"
    state["num_kinds"] = len(deck)
    state["hand_size"] = options["hand_size"]
    state["values"][: len(deck)] = [value for value, _ in deck]
    state["copies"][: len(deck)] = [copies for _, copies in deck]
    state["starter"] = NOBODY
    state["last_winner"] = NOBODY


def check_deck(values: list[int], copies: list[int], hand_size: int) -> None:
    """Refuse a deck that cannot be played with [V4]."""
    if len(values) != len(copies):
        raise OptionError(
            f"the options values and copies must be equally long, not {values} and {copies}"
        )
    if len(set(values)) != len(values):
        raise OptionError(f"the option values must name each value once, not {values}")
    if sum(copies) > MAX_CARDS:
        raise OptionError(
            f"the option copies must come to at most {MAX_CARDS} cards, not {sum(copies)}"
        )
    if NUM_SEATS * hand_size > sum(copies):
        raise OptionError(
            f"the option hand_size must leave enough cards for two hands: {sum(copies)} cards "
            f"are too few for {hand_size} each"
        )
