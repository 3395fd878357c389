"""Which hands the other player may hold, each as likely as the deals that lead to it [2, 15].

All deals are equally likely, and what the other player did tells only that it could be done: cards
that were laid or discarded were in the hand that was dealt. Of two such hands the one with more
cards of a kind that was played comes about in fewer ways than chance alone would have it, since one
card of that kind was enough.
"""

from __future__ import annotations

from math import comb

import numpy as np

from boardgame_envs.core.chance import random_below
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.piles import count_cards, move_all_cards
from boardgame_envs.games.elements.actions import KIND, KIND_OF, NUMBER_IN_KIND
from boardgame_envs.games.elements.cards import MAX_CARDS, MAX_HAND_SIZE, MAX_KINDS, NUM_SEATS

# in how many ways some of a number of cards can be chosen
CHOICES = np.array([[comb(n, k) for k in range(MAX_CARDS + 1)] for n in range(MAX_CARDS + 1)])


@rule
def deal_hand_anew(state: Record, seat: int) -> None:
    """Mix a player's hand with the cards aside, and choose another one that may be [2, 15]."""
    size, played = count_cards(state.hands[seat]), count_played(state, seat)
    move_all_cards(state.hands[seat], state.aside)
    for kind in range(MAX_KINDS):
        # no more than there are, whatever is written in a position
        most = int(state.copies[kind]) - int(state.aside[kind])
        played[kind] = min(played[kind], max(most, 0))
    ways = count_ways(state, played, size)
    chosen = random_below(state, int(ways[0, size]))
    for kind in range(MAX_KINDS):
        for count in range(min(int(state.aside[kind]), size) + 1):
            here = ways_of_kind(state, played, kind, count) * ways[kind + 1, size - count]
            if chosen < here:
                state.hands[seat, kind] = count
                break
            chosen -= here
        size -= int(state.hands[seat, kind])
        chosen //= ways_of_kind(state, played, kind, int(state.hands[seat, kind]))
    for kind in range(MAX_KINDS):
        state.aside[kind] -= state.hands[seat, kind]


@rule
def count_played(state: Record, seat: int) -> Buffer:
    """Return how many cards of each kind a player has laid or discarded in this round [5, 7]."""
    played = np.zeros(MAX_KINDS, np.int64)
    for place in range(state.num_actions):
        action = state.actions[place]
        if (int(state.starter) + place) % NUM_SEATS == seat:
            if KIND_OF[action] == KIND.lay:
                played[NUMBER_IN_KIND[action]] += 1
            elif KIND_OF[action] == KIND.discard:
                played[state.num_kinds - 1] += 1
    return played


@rule
def count_ways(state: Record, played: Buffer, size: int) -> Buffer:
    """Return how many deals there are with a number of cards of a kind and those above it."""
    ways = np.zeros((MAX_KINDS + 1, MAX_HAND_SIZE + 1), np.int64)
    ways[MAX_KINDS, 0] = 1
    for kind in range(MAX_KINDS - 1, -1, -1):
        for cards in range(size + 1):
            for count in range(min(int(state.aside[kind]), cards) + 1):
                of_kind = ways_of_kind(state, played, kind, count)
                ways[kind, cards] += of_kind * ways[kind + 1, cards - count]
    return ways


@rule
def ways_of_kind(state: Record, played: Buffer, kind: int, count: int) -> int:
    """Return in how many ways cards of a kind were dealt if a number of them is in the hand."""
    return int(CHOICES[state.aside[kind] + played[kind], count + played[kind]])
