"""What whoever comes next can do with a boat, as far as a player can know it [4, 7, 8, 15, 22].

A player counts: cards known in a hand are there for sure, and each unseen card is as likely to be
in it as any other. What the others' play may tell of their hands is not considered.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from boardgame_envs.core.compiled import Record, inlined_rule
from boardgame_envs.games.noah import cards, packed
from boardgame_envs.games.noah.boats import boat_after, top_species
from boardgame_envs.games.noah.cards import CARD_OF, NO_SPECIES, TEARS, species_of
from boardgame_envs.games.noah.fitting import (
    ANY_SEX,
    DEPARTS_WITH,
    LIMITS,
    has_low_limit,
    needed_sex,
)

# in how many ways a number of cards can be drawn; all are small enough to be exact
WAYS = np.array(
    [[float(comb(n, k)) for k in range(cards.DECK_SIZE + 1)] for n in range(cards.DECK_SIZE + 1)]
)
TEARS_OF_ANIMAL = TEARS[CARD_OF]
ROOMS = np.array(LIMITS)


class Boat(NamedTuple):
    """A boat as whoever comes next finds it."""

    low_limit: int
    weight: int
    needed_sex: int
    top: int
    burden: int  # animals aboard, and their tears: what who cannot load must take


class Ring(NamedTuple):
    """The boats as they are, from Noah's on clockwise [2]."""

    here: Boat
    first: Boat
    second: Boat
    third: Boat
    last: Boat


class Hidden(NamedTuple):
    """What a player knows of a hand: cards known in it, and among which its other cards are."""

    known: int
    num_hidden: int
    unseen: int
    num_unseen: int


class Chances(NamedTuple):
    """What who comes next may have to do, or be able to, with a boat [7, 8, 15]."""

    takes: float
    pairs: float
    departs: float
    harm: float  # animals and tears to be expected to be taken


# --- boats ---


@inlined_rule
def boat_as_it_is(state: Record, boat: int) -> Boat:
    """Return a boat as it is [2]."""
    weight, burden = 0, 0
    weight += state.weights[boat]
    for place in range(state.num_aboard[boat]):
        burden += 1 + int(TEARS_OF_ANIMAL[state.boats[boat, place]])
    low_limit, sex = has_low_limit(state, boat), needed_sex(state, boat)
    return Boat(low_limit, weight, sex, top_species(state, boat), burden)


@inlined_rule
def look_round(state: Record) -> Ring:
    """Return the boats as they are, from Noah's on clockwise [2]."""
    return Ring(
        boat_as_it_is(state, boat_after(state, 0)),
        boat_as_it_is(state, boat_after(state, 1)),
        boat_as_it_is(state, boat_after(state, 2)),
        boat_as_it_is(state, boat_after(state, 3)),
        boat_as_it_is(state, boat_after(state, 4)),
    )


@inlined_rule
def room_of(boat: Boat) -> int:
    """Return the limit of a boat less its weight [5, 12]."""
    return int(ROOMS[boat.low_limit]) - boat.weight


@inlined_rule
def boat_with(state: Record, here: Boat, animal: int) -> Boat:
    """Return Noah's boat with one more animal, or the one that takes its place [4, 12, 15]."""
    species, aboard = species_of(animal), int(state.num_aboard[state.noah])
    if DEPARTS_WITH[here.low_limit, here.weight, animal]:
        return Boat(0, 0, ANY_SEX, NO_SPECIES, 0)
    sex = cards.sex_of(state.boats[state.noah, aboard - 1]) if aboard > 0 else ANY_SEX
    return Boat(
        max(here.low_limit, int(species == cards.WOODPECKER)),
        here.weight + int(cards.WEIGHT[species]),
        sex,
        species,
        here.burden + 1 + int(TEARS_OF_ANIMAL[animal]),
    )


@inlined_rule
def that_load(boat: Boat) -> int:
    """Return the places of the cards that may be loaded [4-6, 11, 12]."""
    return int(packed.LOADS[boat.low_limit, boat.weight, boat.needed_sex])


@inlined_rule
def that_pair(boat: Boat) -> int:
    """Return the places of the cards that may be loaded and make a pair [8]."""
    return that_load(boat) & int(packed.OF_SPECIES[boat.top])


@inlined_rule
def that_depart(boat: Boat) -> int:
    """Return the places of the cards that may be loaded and make the boat depart [15]."""
    return int(packed.DEPARTS[boat.low_limit, boat.weight, boat.needed_sex])


@inlined_rule
def that_go_on(boat: Boat) -> int:
    """Return the places of the cards that make a pair or a departure [8, 15]."""
    return that_pair(boat) | that_depart(boat)


# --- other hands ---


@inlined_rule
def look_at(state: Record, seat: int, owner: int, unseen: int) -> Hidden:
    """Return what a player knows of the hand of another [22]."""
    known = packed.pack(state.known[seat, owner])
    num_hidden = int(state.hand_sizes[owner]) - packed.count(known)
    return Hidden(known, num_hidden, unseen, packed.count(unseen))


@inlined_rule
def look_at_own(hand: int) -> Hidden:
    """Return what a player knows of the own hand: all of it."""
    return Hidden(hand, 0, 0, 0)


@inlined_rule
def chance_of_none(hand: Hidden, places: int) -> float:
    """Return the chance that a hand has none of some cards [22]."""
    if hand.known & places != 0:
        return 0.0
    others = hand.num_unseen - packed.count(hand.unseen & places)
    return float(WAYS[others, hand.num_hidden] / WAYS[hand.num_unseen, hand.num_hidden])


@inlined_rule
def chances_of(hand: Hidden, boat: Boat) -> Chances:
    """Return what who finds a boat may do, as far as the hand is known [7, 8, 15, 22]."""
    takes = chance_of_none(hand, that_load(boat))
    pairs = 1.0 - chance_of_none(hand, that_pair(boat))
    departs = 1.0 - chance_of_none(hand, that_depart(boat))
    return Chances(takes, pairs, departs, takes * boat.burden)


@inlined_rule
def expected_tears(hand: Hidden, unseen_tears: int) -> float:
    """Return the tears to be expected in a hand, with so many on all unseen cards [19, 22]."""
    known = packed.count_tears(hand.known) if hand.known != 0 else 0
    return known + hand.num_hidden * unseen_tears / max(hand.num_unseen, 1)
