"""What is in the box: the animals [1] and the boats [2].

An animal is a species with a sex; ``2 * species + sex`` is its number, 24 in all. A card is
what a hand holds, 23 kinds: a snail has no sex before it is played [11], so both snails are
one card. Animals and cards count in the order of the rules' table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardgame_envs.core.compiled import rule


class Species(NamedTuple):
    """One row of the table of animals [1]; copies are of each sex, of a snail in all."""

    name: str
    weight: int
    tears: int
    copies: int
    more_with_4: int = 0
    more_with_5: int = 0


TABLE = (
    Species("woodpecker", 0, 2, 1),
    Species("parrot", 0, 2, 2, more_with_5=1),
    Species("snail", 1, 2, 3, more_with_5=2),
    Species("cat", 2, 1, 2, more_with_4=1),
    Species("kangaroo", 3, 1, 2, more_with_4=1),
    Species("panda", 4, 4, 1, more_with_4=1, more_with_5=1),
    Species("lion", 5, 1, 1, more_with_4=1),
    Species("mule", 6, 1, 1, more_with_5=1),
    Species("bear", 7, 0, 1),
    Species("giraffe", 8, 0, 1),
    Species("rhinoceros", 9, 0, 1),
    Species("elephant", 10, 0, 1),
)

MALE, FEMALE = range(2)
SEXES = ("m", "f")
WOODPECKER, PARROT, SNAIL, CAT, KANGAROO, PANDA, LION, MULE, BEAR, GIRAFFE, RHINOCEROS, ELEPHANT = (
    range(len(TABLE))
)

SPECIES_NAMES = tuple(species.name for species in TABLE)
ANIMAL_NAMES = tuple(f"{name}-{sex}" for name in SPECIES_NAMES for sex in SEXES)
NUM_SPECIES = len(SPECIES_NAMES)
NUM_ANIMALS = len(ANIMAL_NAMES)
WEIGHT = np.array([species.weight for species in TABLE])

# the card of each animal: the two snails are one, so all after them move up
SNAIL_CARD = 2 * SNAIL
NUM_CARDS = NUM_ANIMALS - 1
CARD_OF = np.array([a if a <= SNAIL_CARD else a - 1 for a in range(NUM_ANIMALS)])
SPECIES_OF_CARD = np.array([int(np.flatnonzero(c == CARD_OF)[0]) // 2 for c in range(NUM_CARDS)])
CARD_NAMES = tuple(
    "snail" if card == SNAIL_CARD else ANIMAL_NAMES[card + (card > SNAIL_CARD)]
    for card in range(NUM_CARDS)
)
TEARS = np.array([TABLE[species].tears for species in SPECIES_OF_CARD])

NO_ANIMAL = NO_CARD = NO_SPECIES = -1

FEWEST_PLAYERS, MAX_PLAYERS = 2, 5
NUM_OPPONENTS = MAX_PLAYERS - 1
HAND_SIZE = 8
NUM_BOATS = 5
SPARE_BOATS = 3
LIMIT = 21
WOODPECKER_LIMIT = 13


def copies_in_game(card: int, num_players: int) -> int:
    """Return how many cards of a kind there are with a number of players [1]."""
    species = TABLE[SPECIES_OF_CARD[card]]
    more_with_4 = species.more_with_4 if num_players >= 4 else 0
    more_with_5 = species.more_with_5 if num_players >= 5 else 0
    return species.copies + more_with_4 + more_with_5


# how many there are of each card, by the number of players
COPIES = np.array(
    [
        [copies_in_game(card, num_players) for card in range(NUM_CARDS)]
        for num_players in range(MAX_PLAYERS + 1)
    ]
)
MAX_COPIES = int(COPIES.max())
DECK_SIZE = int(COPIES[MAX_PLAYERS].sum())
DECK_TEARS = int((COPIES[MAX_PLAYERS] * TEARS).sum())

# the most that go into a boat: all six parrots, five snails, six cats and one animal more;
# a woodpecker saves a place but takes eight off the limit
MAX_ABOARD = 18


@rule
def species_of(animal: int) -> int:
    """Return the species of an animal [1]."""
    return int(animal) >> 1


@rule
def sex_of(animal: int) -> int:
    """Return the sex of an animal; a snail's was chosen when it was played [1, 11]."""
    return int(animal) & 1


@rule
def animals_of(card: int) -> tuple[int, int]:
    """Return the first and the last animal that a card can be played as [11]."""
    if card < SNAIL_CARD:
        return card, card
    return (card, card + 1) if card == SNAIL_CARD else (card + 1, card + 1)
