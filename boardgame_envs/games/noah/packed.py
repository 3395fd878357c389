"""Piles of cards as single numbers, in which many questions about a pile are one operation.

Each animal has a place of two bits, which says how many of its cards there are, from 0 to 3. Of
snails there are up to five, but the two snails are one card: those beyond three have the place of
the second one. The tables of this file have all bits of the places that they are about.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.compiled import Buffer, inlined_rule
from boardgame_envs.games.noah.cards import (
    CARD_OF,
    NUM_ANIMALS,
    NUM_CARDS,
    NUM_SPECIES,
    SNAIL_CARD,
    SPECIES_OF_CARD,
    TEARS,
)
from boardgame_envs.games.noah.fitting import ANIMAL_FITS, CARD_FITS, DEPARTS_WITH

MOST = 3  # that a place can say
# one card of each kind, in its place, and one snail in the second place of snails
SHIFT = np.array([2 * int(np.flatnonzero(c == CARD_OF)[0]) for c in range(NUM_CARDS)])
ONE = 1 << SHIFT
SECOND_SNAIL = int(ONE[SNAIL_CARD]) << 2

# every second pair of bits, and every second four, of the 48 that there are
PAIRS, FOURS = 0x333333333333, 0x0F0F0F0F0F0F


def places_of(cards: Iterable[int]) -> int:
    """Return a number with all bits of the places of some cards."""
    kinds = set(cards)
    return sum(MOST << 2 * a for a in range(NUM_ANIMALS) if int(CARD_OF[a]) in kinds)


def tables_of(which: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the places of those cards that are marked along the last axis."""
    rows = which.reshape(-1, NUM_CARDS)
    return np.array([places_of(np.flatnonzero(row)) for row in rows]).reshape(which.shape[:-1])


CARD = np.array([places_of([card]) for card in range(NUM_CARDS)])
# the last row is for the species of an empty boat, which is -1: no card is of it
OF_SPECIES = np.array(
    [places_of(np.flatnonzero(s == SPECIES_OF_CARD)) for s in [*range(NUM_SPECIES), NUM_SPECIES]]
)
OF_TEARS = np.array([places_of(np.flatnonzero(t == TEARS)) for t in range(TEARS.max() + 1)])
FROM = np.array([places_of(range(card, NUM_CARDS)) for card in range(NUM_CARDS)])
# those that hurt more than a card: by their tears, then by their place in the table [1]
WORSE = np.array(
    [
        places_of(c for c in range(NUM_CARDS) if (-TEARS[c], c) < (-TEARS[card], card))
        for card in range(NUM_CARDS)
    ]
)
# those that may be loaded on a boat, by limit, weight and needed sex [4-6], and make it depart [15]
LOADS = tables_of(CARD_FITS)
DEPARTS = tables_of(
    np.stack(
        [
            (ANIMAL_FITS & DEPARTS_WITH[:, :, None])[..., card == CARD_OF].any(axis=-1)
            for card in range(NUM_CARDS)
        ],
        axis=-1,
    )
)


@inlined_rule
def pack(pile: Buffer) -> int:
    """Return a counted pile as a number."""
    packed = 0
    for card in range(NUM_CARDS):
        packed += int(pile[card]) << int(SHIFT[card])
    return packed + beyond_first(int(pile[SNAIL_CARD]))


@inlined_rule
def pack_shown(pile: Buffer, highest: int) -> int:
    """Return a pile as a number that is shown as parts of the highest."""
    packed, snails = 0, int(pile[SNAIL_CARD] * highest + 0.5)
    for card in range(NUM_CARDS):
        packed += int(pile[card] * highest + 0.5) << int(SHIFT[card])
    return packed + beyond_first(snails)


@inlined_rule
def beyond_first(snails: int) -> int:
    """Return what moves the snails that their first place has no room for to the second."""
    return max(snails - MOST, 0) * (SECOND_SNAIL - int(ONE[SNAIL_CARD]))


@inlined_rule
def without(packed: int, card: int) -> int:
    """Return a pile with one card less of a kind that it has."""
    if card == SNAIL_CARD and packed & (MOST * SECOND_SNAIL) != 0:
        return packed - SECOND_SNAIL
    return packed - int(ONE[card])


@inlined_rule
def count(packed: int) -> int:
    """Return how many cards a pile has: first places are added by two, then by four, then all."""
    packed = (packed & PAIRS) + ((packed >> 2) & PAIRS)
    packed = (packed & FOURS) + ((packed >> 4) & FOURS)
    packed += packed >> 8
    packed += packed >> 16
    packed += packed >> 32
    return packed & 0x7F


@inlined_rule
def count_tears(packed: int) -> int:
    """Return the tears on the cards of a pile [1]."""
    tears = 0
    for each in range(1, OF_TEARS.size):
        tears += each * count(packed & int(OF_TEARS[each]))
    return tears


@inlined_rule
def most_tears(packed: int) -> int:
    """Return the most tears on a card of a pile, -1 if there is none [1]."""
    for tears in range(OF_TEARS.size - 1, -1, -1):
        if packed & OF_TEARS[tears] != 0:
            return tears
    return -1
