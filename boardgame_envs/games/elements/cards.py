"""What is in the box [1], and how far smaller decks may depart from it [V4]."""

from __future__ import annotations

NAMES = ("Wood", "Fire", "Earth", "Metal", "Water", "Yin-Yang")
VALUES = (1, 2, 3, 4, 5, 6)
COPIES = (2, 2, 2, 2, 2, 6)
HAND_SIZE = 6

# A card is its kind: kinds count from 0 in ascending order of value, so the Yin-Yang is the
# last kind of the deck that is played with.
MAX_KINDS = len(VALUES)
MAX_VALUE = 9
MAX_CARDS = sum(COPIES)
NUM_SEATS = 2
MAX_HAND_SIZE = MAX_CARDS // NUM_SEATS
