"""Which animals may be loaded on which boats: weight and sex [4-6, 11, 12].

What a boat takes depends on three things only, its weight, its limit and the sex it needs, so
the answer for every boat and animal is worked out once, from the functions of this file.
"""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, inlined_rule
from boardgame_envs.games.noah.cards import (
    CARD_OF,
    LIMIT,
    NUM_ANIMALS,
    NUM_CARDS,
    SEXES,
    WEIGHT,
    WOODPECKER,
    WOODPECKER_LIMIT,
    sex_of,
)

ANY_SEX = len(SEXES)  # follows the two sexes, so that it is an index like them


def limit_with(limit: int, animal: int) -> int:
    """Return a boat's limit with one more animal aboard: a woodpecker drills holes [12]."""
    return WOODPECKER_LIMIT if animal // 2 == WOODPECKER else limit


def fits_by_weight(weight: int, limit: int, animal: int) -> bool:
    """A boat may not become heavier than its limit [5, 12]."""
    return weight + int(WEIGHT[animal // 2]) <= limit_with(limit, animal)


def fits_by_sex(needed: int, animal: int) -> bool:
    """An animal must have the sex that is needed, if one is [6]."""
    return needed in (ANY_SEX, animal % 2)


def departs_with(weight: int, limit: int, animal: int) -> bool:
    """A boat departs when it weighs exactly its limit [15]."""
    return weight + int(WEIGHT[animal // 2]) == limit_with(limit, animal)


# the first index of the tables: is the limit the lower one?
LIMITS = (LIMIT, WOODPECKER_LIMIT)
WEIGHTS = range(LIMIT + 1)
ANIMALS = range(NUM_ANIMALS)

FITS_BY_WEIGHT = np.array(
    [[[fits_by_weight(w, limit, a) for a in ANIMALS] for w in WEIGHTS] for limit in LIMITS]
)
FITS_BY_SEX = np.array([[fits_by_sex(needed, a) for a in ANIMALS] for needed in range(ANY_SEX + 1)])
DEPARTS_WITH = np.array(
    [[[departs_with(w, limit, a) for a in ANIMALS] for w in WEIGHTS] for limit in LIMITS]
)
# by limit, weight, needed sex and animal; an animal must fit both ways [4]
ANIMAL_FITS = FITS_BY_WEIGHT[:, :, None, :] & FITS_BY_SEX[None, None, :, :]
# a card fits if it does as one of its animals: a snail may be of either sex [11]
CARD_FITS = np.stack(
    [ANIMAL_FITS[..., card == CARD_OF].any(axis=-1) for card in range(NUM_CARDS)], axis=-1
)


@inlined_rule
def has_low_limit(state: Record, boat: int) -> int:
    """Return 1 for a boat with a woodpecker aboard, 0 for any other [12]."""
    return int(state.limits[boat] == WOODPECKER_LIMIT)


@inlined_rule
def animals_that_fit(state: Record, boat: int) -> Buffer:
    """Return for each animal whether it may be loaded on a boat [4-6, 11, 12]."""
    low_limit = has_low_limit(state, boat)
    return ANIMAL_FITS[low_limit, state.weights[boat], needed_sex(state, boat)]


@inlined_rule
def cards_that_fit(state: Record, boat: int) -> Buffer:
    """Return for each card whether it may be loaded on a boat [4-6, 11, 12]."""
    low_limit = has_low_limit(state, boat)
    return CARD_FITS[low_limit, state.weights[boat], needed_sex(state, boat)]


@inlined_rule
def animals_that_depart(state: Record, boat: int) -> Buffer:
    """Return for each animal whether it would make a boat depart [12, 15]."""
    low_limit = has_low_limit(state, boat)
    return DEPARTS_WITH[low_limit, state.weights[boat]]


@inlined_rule
def needed_sex(state: Record, boat: int) -> int:
    """Return the sex of the animal two places back, which the next must have [6]."""
    aboard = int(state.num_aboard[boat])
    return sex_of(state.boats[boat, aboard - 2]) if aboard >= 2 else ANY_SEX
