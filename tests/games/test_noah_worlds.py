"""Noah: worlds are exact samples of the hands that a player holds possible.

What is known of an opponent is a count of each card; all hands that have these cards are possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from boardgame_envs.core.compiled_game import TableLoops, loops_of
from boardgame_envs.core.table import Table
from boardgame_envs.games.noah import GAME
from boardgame_envs.games.noah.cards import CARD_NAMES, COPIES, NUM_CARDS

NUMBER = 5_000
Hands = tuple[tuple[str, ...], ...]

# the hands, the cards left over, and what else there is
POSITIONS = {
    "22: any hands": ("bear-m / cat-m cat-f / mule-f", "cat-m snail", "turn P1"),
    "22: but for known cards": (
        "bear-m / cat-m cat-f / mule-f",
        "cat-m snail",
        "turn P1 | known P1 of P2: cat-f",
    ),
    "7: who is to load has a card that fits": (
        "bear-m / cat-m snail / mule-f",
        "cat-m lion-f",
        "boats elephant-m elephant-f | turn P2",
    ),
    "7: or a known one": (
        "bear-m / cat-m snail / mule-f",
        "cat-m lion-f",
        "boats elephant-m elephant-f | turn P2 | known P1 of P2: snail",
    ),
}


def table_of(hands: str, rest: str, more: str) -> Table:
    """Return a table at which all cards but a few have departed."""
    departed = Counter({name: int(COPIES[3, card]) for card, name in enumerate(CARD_NAMES)})
    departed -= Counter(hands.replace("/", " ").split() + rest.split())
    if "boats" in more:
        departed -= Counter(("elephant-m", "elephant-f"))
    return Table.at(f"noah 3 | hands {hands} | departed {' '.join(departed.elements())} | {more}")


def all_hands(table: Table) -> Iterator[Hands]:
    """Yield the hands of both opponents of P1 in every way, equal cards being different ones."""
    state = table.states[0]
    known = [cards_in(state["known"][0, seat]) for seat in (1, 2)]
    sizes = [int(state["hand_sizes"][seat]) - len(known[seat - 1]) for seat in (1, 2)]
    unseen = cards_in(state["rest"] + sum(state["hands"][seat] for seat in (1, 2)))
    for card in (*known[0], *known[1]):
        unseen.remove(card)
    for first in combinations(range(len(unseen)), sizes[0]):
        left = [place for place in range(len(unseen)) if place not in first]
        for second in combinations(left, sizes[1]):
            drawn = ([unseen[place] for place in places] for places in (first, second))
            yield tuple(tuple(sorted(k + d)) for k, d in zip(known, drawn, strict=True))


def cards_in(pile: np.ndarray) -> list[str]:
    return [CARD_NAMES[card] for card in range(NUM_CARDS) for _ in range(int(pile[card]))]


@pytest.mark.parametrize("name", POSITIONS)
def test_22_all_hands_that_a_player_holds_possible_are_as_likely(name: str):
    table, redeal = table_of(*POSITIONS[name]), loops_of(GAME, TableLoops).redeal_table
    possible = Counter(
        hands
        for hands in all_hands(table)
        if "boats" not in POSITIONS[name][2] or "snail" in hands[0]
    )
    worlds = Counter[Hands]()
    for seed in range(NUMBER):
        states = table.states.copy()
        redeal(states, 0, np.uint64(seed))
        worlds[tuple(tuple(sorted(cards_in(states["hands"][0, seat]))) for seat in (1, 2))] += 1

    assert set(worlds) <= set(possible)
    for hands, ways in possible.items():
        chance = ways / possible.total()
        off = worlds[hands] - NUMBER * chance
        assert abs(off) < 4 * sqrt(NUMBER * chance * (1 - chance)) + 1e-9
