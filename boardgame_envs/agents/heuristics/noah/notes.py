"""What the heuristic for Noah notes of what it sees."""

from __future__ import annotations

import numpy as np

from boardgame_envs.agents.heuristics.compiled_heuristic import label, whole
from boardgame_envs.agents.heuristics.noah.constants import CONSTANTS
from boardgame_envs.core.compiled import Buffer, Record, rule, state_dtype
from boardgame_envs.games.noah.cards import (
    CARD_OF,
    FEWEST_PLAYERS,
    MAX_ABOARD,
    MAX_PLAYERS,
    NUM_BOATS,
    NUM_CARDS,
    NUM_OPPONENTS,
    SPARE_BOATS,
    TEARS,
    WEIGHT,
    WOODPECKER,
    species_of,
)
from boardgame_envs.games.noah.observation import AT, HIGHEST
from boardgame_envs.games.noah.state import PHASES

NOTES = state_dtype(
    [
        ("constants", np.float64, len(CONSTANTS.names)),
        ("num_players", np.int64),
        ("phase", np.int64),
        ("is_pair", np.bool_),
        ("departures", np.int64),
        ("gifts_due", np.int64),
        ("hand", np.int64, NUM_CARDS),
        ("known", np.int64, (NUM_OPPONENTS, NUM_CARDS)),
        ("unseen", np.int64, NUM_CARDS),
        ("hand_sizes", np.int64, MAX_PLAYERS),
        ("tears", np.int64, MAX_PLAYERS),
        # the boats, in order from Noah's
        ("boats", np.int64, (NUM_BOATS, MAX_ABOARD)),
        ("num_aboard", np.int64, NUM_BOATS),
        ("weights", np.int64, NUM_BOATS),
        ("low_limits", np.int64, NUM_BOATS),  # 1: there is a woodpecker aboard
        ("tears_aboard", np.int64, NUM_BOATS),
    ]
)


@rule
def read(observation: Buffer, notes: Record) -> None:
    """Read what there is to see."""
    notes.num_players = FEWEST_PLAYERS + label(observation, AT.num_players, MAX_PLAYERS - 1)
    notes.phase = label(observation, AT.phase, len(PHASES))
    notes.is_pair = observation[AT.pair] > 0.5
    notes.departures = label(observation, AT.departures, SPARE_BOATS + 2)
    notes.gifts_due = 1 + label(observation, AT.gifts_due, SPARE_BOATS + 1)
    for card in range(NUM_CARDS):
        notes.hand[card] = whole(observation[AT.my_hand + card], HIGHEST.my_hand)
        notes.unseen[card] = whole(observation[AT.unseen + card], HIGHEST.unseen)
        for other in range(NUM_OPPONENTS):
            known = observation[AT.known + other * NUM_CARDS + card]
            notes.known[other, card] = whole(known, HIGHEST.known)
    for steps in range(MAX_PLAYERS):
        notes.hand_sizes[steps] = whole(observation[AT.hand_sizes + steps], HIGHEST.hand_sizes)
        notes.tears[steps] = whole(observation[AT.tears + steps], HIGHEST.tears)
    for boat in range(NUM_BOATS):
        empty_boat(notes, boat)
        for place in range(MAX_ABOARD):
            animal = whole(observation[AT.boats + boat * MAX_ABOARD + place], HIGHEST.boats) - 1
            if animal >= 0:
                put_aboard(notes, boat, animal)


@rule
def empty_boat(notes: Record, boat: int) -> None:
    """Think of a boat as empty."""
    notes.num_aboard[boat] = 0
    notes.weights[boat] = 0
    notes.low_limits[boat] = 0
    notes.tears_aboard[boat] = 0


@rule
def put_aboard(notes: Record, boat: int, animal: int) -> None:
    """Think of one more animal on a boat."""
    notes.boats[boat, notes.num_aboard[boat]] = animal
    notes.num_aboard[boat] += 1
    notes.weights[boat] += WEIGHT[species_of(animal)]
    notes.tears_aboard[boat] += TEARS[CARD_OF[animal]]
    if species_of(animal) == WOODPECKER:
        notes.low_limits[boat] = 1
