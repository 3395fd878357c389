"""Elements: worlds are exact samples of the deals that a player holds possible.

Held against every deal, played again by the rules; each one that looks the same is as likely.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from boardgame_envs import make_table
from boardgame_envs.core.compiled_game import TableLoops, loops_of
from boardgame_envs.core.table import Table
from boardgame_envs.games.elements import GAME

# the hands that are dealt, and what happens
PASTS = {
    "2: any hand": ("1 2 6 / 1 6 6", []),
    "5: one card of a kind is enough to lay one": ("1 2 6 / 1 6 6", ["lay 1", "lay 6"]),
    "5: and two to lay two": ("1 2 6 / 6 6 6", ["lay 1", "lay 6", "lay 2", "lay 6"]),
    "6: a card that is taken tells nothing": ("1 2 6 / 1 6 6", ["lay 6", "take"]),
    "7: who discards a Yin-Yang had one": ("1 2 6 / 2 6 6", ["lay 1", "discard 6", "lay 2"]),
    "10: nothing is shown when a round is given up": (
        "1 2 6 / 1 2 6",
        ["lay 1", "lay 2", "surrender"],
    ),
}
DECK = "elements values=1,2,6 copies=3,3,4 hand_size=3 rounds=1"
ALL_CARDS = (1, 1, 1, 2, 2, 2, 6, 6, 6, 6)
NUMBER = 5_000


def hands_expected(hands: str, actions: list[str]) -> dict[tuple[int, ...], float]:
    """Return how likely the second hand is which, to the first player, after some actions."""
    mine, theirs = (list(map(int, part.split())) for part in hands.split("/"))
    real, unseen = played(mine, theirs, actions), list(ALL_CARDS)
    assert real is not None
    for card in mine:
        unseen.remove(card)
    found = Counter[tuple[int, ...]]()
    for hand, ways in Counter(combinations(unseen, len(theirs))).items():
        table = played(mine, list(hand), actions)
        if table is not None and np.array_equal(table.observe(0), real.observe(0)):
            found[tuple(table.states["hands"][0, 1].tolist())] += ways
    return {hand: ways / found.total() for hand, ways in found.items()}


def played(mine: list[int], theirs: list[int], actions: list[str]) -> Table | None:
    """Play from a deal; return the table, or None if an action is not legal."""
    table = Table.at(
        f"{DECK} | hands {' '.join(map(str, mine))} / {' '.join(map(str, theirs))} | turn P1"
    )
    for action in actions:
        if action not in table.legal_names():
            return None
        table.play(action)
    return table


def sample(table: Table, seat: int, number: int, seed: int = 0) -> Counter[tuple[int, ...]]:
    """Return how often the other player holds which hand in worlds."""
    redeal, hands = loops_of(GAME, TableLoops).redeal_table, Counter[tuple[int, ...]]()
    for i in range(number):
        states = table.states.copy()
        redeal(states, seat, np.uint64(seed + i))
        hands[tuple(states["hands"][0, 1 - seat].tolist())] += 1
    return hands


@pytest.mark.parametrize("name", PASTS)
def test_15_every_deal_that_looks_the_same_is_as_likely(name: str):
    hands, actions = PASTS[name]
    mine, theirs = (list(map(int, part.split())) for part in hands.split("/"))
    expected, table = hands_expected(hands, actions), played(mine, theirs, actions)
    assert table is not None
    worlds = sample(table, 0, NUMBER)

    assert len(expected) > 1
    assert set(worlds) <= set(expected)
    for hand, chance in expected.items():
        off = worlds[hand] - NUMBER * chance
        assert abs(off) < 4 * sqrt(NUMBER * chance * (1 - chance))


def test_15_worlds_have_as_many_cards_of_a_kind_as_whole_games():
    """Players lay a kind whether they have one card of it or more; each is as likely."""
    rng, table = np.random.default_rng(3), make_table("elements", rounds=1)
    off = []
    for seed in range(400):
        table.reset(seed)
        weight, difference = 1.0, 0.0
        while not table.over:
            seat = table.seat
            if seat == 0:
                truth = table.states["hands"][0, 1].astype(float)
                world = np.array(next(iter(sample(table, 0, 1, seed=int(rng.integers(2**62))))))
                difference += weight * float(truth[-1] - world[-1])
            legal = table.legal_actions()
            table.step(int(rng.choice(legal)))
            # with one hand an action shall be as likely as with another
            weight *= 1.0 if seat == 0 else len(legal) / 5
        off.append(difference)
    values = np.array(off)

    assert abs(values.mean()) < 4 * values.std() / sqrt(len(values))
