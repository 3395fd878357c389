"""What whoever comes next can do with a boat, as far as a player can know it [4, 7, 8, 15, 22].

A player counts: cards known in a hand are there for sure, and each unseen card is as likely to be
in it as any other. What the others' play may tell of their hands is not considered.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.piles import count_cards
from boardgame_envs.core.seats import seat_after
from boardgame_envs.games.noah import cards
from boardgame_envs.games.noah.boats import top_species
from boardgame_envs.games.noah.cards import (
    CARD_OF,
    NO_SPECIES,
    NUM_CARDS,
    SPECIES_OF_CARD,
    TEARS,
    species_of,
)
from boardgame_envs.games.noah.fitting import (
    ANIMAL_FITS,
    ANY_SEX,
    CARD_FITS,
    DEPARTS_WITH,
    has_low_limit,
    needed_sex,
)

# in how many ways a number of cards can be drawn; all are small enough to be exact
WAYS = np.array(
    [[float(comb(n, k)) for k in range(cards.DECK_SIZE + 1)] for n in range(cards.DECK_SIZE + 1)]
)
# which cards fit a boat and make it depart, by limit, weight and needed sex
CARD_DEPARTS = np.stack(
    [
        (ANIMAL_FITS & DEPARTS_WITH[:, :, None])[..., card == CARD_OF].any(axis=-1)
        for card in range(NUM_CARDS)
    ],
    axis=-1,
)
TEARS_OF_ANIMAL = TEARS[CARD_OF]


class Boat(NamedTuple):
    """A boat as whoever comes next finds it."""

    low_limit: int
    weight: int
    needed_sex: int
    top: int
    burden: int  # animals aboard, and their tears: what who cannot load must take


class Hidden(NamedTuple):
    """What a player knows of a hand: cards known in it, and among which its other cards are."""

    known: Buffer
    num_known: int
    num_hidden: int
    unseen: Buffer
    num_unseen: int


# --- boats ---


@rule
def boat_as_it_is(state: Record, boat: int) -> Boat:
    """Return a boat as it is [2]."""
    weight, burden = 0, 0
    weight += state.weights[boat]
    for place in range(state.num_aboard[boat]):
        burden += 1 + int(TEARS_OF_ANIMAL[state.boats[boat, place]])
    return Boat(
        has_low_limit(state, boat),
        weight,
        needed_sex(state, boat),
        top_species(state, boat),
        burden,
    )


@rule
def boat_with(state: Record, boat: int, animal: int) -> Boat:
    """Return a boat as it is with one more animal, or the one that takes its place [4, 12, 15]."""
    before, species = boat_as_it_is(state, boat), species_of(animal)
    if DEPARTS_WITH[before.low_limit, before.weight, animal]:
        return Boat(0, 0, ANY_SEX, NO_SPECIES, 0)
    aboard = int(state.num_aboard[boat])
    return Boat(
        max(before.low_limit, int(species == cards.WOODPECKER)),
        before.weight + int(cards.WEIGHT[species]),
        cards.sex_of(state.boats[boat, aboard - 1]) if aboard > 0 else ANY_SEX,
        species,
        before.burden + 1 + int(TEARS_OF_ANIMAL[animal]),
    )


# --- cards ---


@rule
def cards_that_load(boat: Boat) -> Buffer:
    """Return for each card whether it may be loaded [4-6, 11, 12]."""
    return CARD_FITS[boat.low_limit, boat.weight, boat.needed_sex]


@rule
def cards_that_depart(boat: Boat) -> Buffer:
    """Return for each card whether it may be loaded and makes the boat depart [15]."""
    return CARD_DEPARTS[boat.low_limit, boat.weight, boat.needed_sex]


@rule
def count_in(pile: Buffer, which: Buffer) -> int:
    """Count the cards of a pile that are of those asked for."""
    count = 0
    for card in range(NUM_CARDS):
        count += pile[card] * which[card]
    return count


@rule
def count_pairing(pile: Buffer, boat: Boat) -> int:
    """Count the cards of a pile that may be loaded and make a pair [8]."""
    if boat.top == NO_SPECIES:
        return 0
    fits, one, other = cards_that_load(boat), CARD_OF[2 * boat.top], CARD_OF[2 * boat.top + 1]
    count = 0
    count += pile[one] * fits[one]
    if other != one:
        count += pile[other] * fits[other]
    return int(count)


@rule
def goes_on_with(boat: Boat, card: int) -> bool:
    """Tell whether a card that fits makes a pair or a departure [8, 15]."""
    return bool(SPECIES_OF_CARD[card] == boat.top) or bool(cards_that_depart(boat)[card])


@rule
def most_tears(hand: Buffer, played: int, boat: Boat) -> int:
    """Return the most tears on a card, but for one played, that fits a boat, -1 if none [1, 4]."""
    fits, most = cards_that_load(boat), -1
    for card in range(NUM_CARDS):
        if fits[card] and hand[card] > int(card == played):
            most = max(most, int(TEARS[card]))
    return most


@rule
def can_go_on(hand: Buffer, played: int, boat: Boat) -> bool:
    """Tell whether a card, but for one played, makes a pair or a departure [8, 15]."""
    fits = cards_that_load(boat)
    for card in range(NUM_CARDS):
        if fits[card] and hand[card] > int(card == played) and goes_on_with(boat, card):
            return True
    return False


# --- other hands ---


@rule
def count_unseen(state: Record, seat: int) -> Buffer:
    """Count the cards of each kind that a player has not seen and does not know of [22]."""
    unseen = np.empty(NUM_CARDS, np.int8)
    for card in range(NUM_CARDS):
        unseen[card] = state.rest[card]
    for steps in range(1, state.num_players):
        owner = seat_after(state, seat, steps)
        hand, known = state.hands[owner], state.known[seat, owner]
        for card in range(NUM_CARDS):
            unseen[card] += hand[card] - known[card]
    return unseen


@rule
def look_at(state: Record, seat: int, owner: int, unseen: Buffer) -> Hidden:
    """Return what a player knows of the hand of another [22]."""
    known = state.known[seat, owner]
    num_known, num_unseen = count_cards(known), count_cards(unseen)
    num_hidden = int(state.hand_sizes[owner]) - num_known
    return Hidden(known, num_known, num_hidden, unseen, num_unseen)


@rule
def chance_of_none(hand: Hidden, in_known: int, in_unseen: int) -> float:
    """Return the chance that a hand has none of some cards, of which so many are about [22]."""
    if in_known > 0:
        return 0.0
    others = hand.num_unseen - in_unseen
    return float(WAYS[others, hand.num_hidden] / WAYS[hand.num_unseen, hand.num_hidden])


@rule
def chance_to_take(hand: Hidden, boat: Boat) -> float:
    """Return the chance that who finds a boat cannot load it, and takes its animals [7]."""
    fits, in_known = cards_that_load(boat), 0
    if hand.num_known > 0:
        in_known = count_in(hand.known, fits)
    return chance_of_none(hand, in_known, count_in(hand.unseen, fits))


@rule
def chance_to_pair(hand: Hidden, boat: Boat) -> float:
    """Return the chance that who finds a boat has a card that makes a pair [8]."""
    in_known, in_unseen = count_pairing(hand.known, boat), count_pairing(hand.unseen, boat)
    return 1.0 - chance_of_none(hand, in_known, in_unseen)


@rule
def chance_to_depart(hand: Hidden, boat: Boat) -> float:
    """Return the chance that who finds a boat has a card that makes it depart [15]."""
    departs = cards_that_depart(boat)
    in_known, in_unseen = count_in(hand.known, departs), count_in(hand.unseen, departs)
    return 1.0 - chance_of_none(hand, in_known, in_unseen)


@rule
def expected_tears(hand: Hidden) -> float:
    """Return the tears to be expected in a hand [19, 22]."""
    known = count_in(hand.known, TEARS) if hand.num_known > 0 else 0
    return known + hand.num_hidden * count_in(hand.unseen, TEARS) / max(hand.num_unseen, 1)
