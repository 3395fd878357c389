"""Slots in which hidden cards are laid, at random [19]."""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.chance import random_below, shuffle
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility import cards

# more than all cards of any setting
MOST_SLOTS = 128


@rule
def lay_anywhere(state: Record, card: int, count: int, slots: Buffer, first: int, end: int) -> bool:
    """Lay cards of a kind in free slots of a range, each as likely; tell whether all fit."""
    for _ in range(count):
        free = 0
        for slot in range(first, end):
            free += int(slots[slot] == cards.NO_CARD)
        if free == 0:
            return False
        chosen = random_below(state, free)
        for slot in range(first, end):
            if slots[slot] == cards.NO_CARD:
                if chosen == 0:
                    slots[slot] = card
                    break
                chosen -= 1
    return True


@rule
def lay_islands(state: Record, kinds: Buffer, slots: Buffer, end: int) -> None:
    """The islands fill all slots that are left."""
    islands = np.zeros(cards.ISLANDS, np.int64)
    size = 0
    for number in range(1, cards.ISLANDS + 1):
        if kinds[number] > 0:
            islands[size] = number
            size += 1
    shuffle(state, islands, size)
    for slot in range(end):
        if slots[slot] == cards.NO_CARD and size > 0:
            size -= 1
            slots[slot] = islands[size]
