"""Piles of cards, in the two forms games keep them in.

A *counted* pile says how many cards of each kind it holds, for piles whose order means
nothing (a hand). An *ordered* pile lists its cards, the top card last, beside a size.
"""

from __future__ import annotations

from boardgame_envs.core.chance import random_below
from boardgame_envs.core.compiled import Buffer, Record, rule


@rule
def count_cards(pile: Buffer) -> int:
    """Return how many cards a counted pile holds."""
    size = 0
    for kind in range(pile.size):
        size += int(pile[kind])
    return size


@rule
def draw_random_card(state: Record, pile: Buffer, size: int) -> int:
    """Take a random card out of a counted pile of ``size`` cards; return its kind."""
    place = random_below(state, size)
    kind = 0
    while place >= int(pile[kind]):
        place -= int(pile[kind])
        kind += 1
    pile[kind] -= 1
    return kind


@rule
def move_all_cards(source: Buffer, target: Buffer) -> None:
    """Add all cards of a counted pile to another, leaving the first one empty."""
    for kind in range(source.size):
        target[kind] += source[kind]
        source[kind] = 0


@rule
def clear_pile(pile: Buffer) -> None:
    """Empty a pile of either form."""
    for place in range(pile.size):
        pile[place] = 0
