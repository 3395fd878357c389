from __future__ import annotations

import numpy as np

from boardgame_envs.core import piles
from boardgame_envs.core.chance import MAX_SEED, next_seed, random_below, seed_after, shuffle
from boardgame_envs.core.compiled import state_dtype

STATE = state_dtype([("rng", np.uint64), ("cards", np.int16, 5)])


def test_every_number_below_the_bound_is_as_likely():
    state = np.zeros(1, STATE)[0]

    counts = np.bincount([random_below(state, 7) for _ in range(70_000)])

    assert counts.size == 7
    assert np.abs(counts - 10_000).max() < 400


def test_the_generator_is_in_the_state():
    state, other = np.zeros(1, STATE)[0], np.zeros(1, STATE)[0]
    random_below(state, 100)
    other["rng"] = state["rng"]

    assert [random_below(state, 9) for _ in range(9)] == [random_below(other, 9) for _ in range(9)]


def test_a_shuffle_keeps_the_cards_and_leaves_the_rest_alone():
    state = np.zeros(1, STATE)[0]
    orders = set()
    for _ in range(100):
        cards = np.arange(5)
        shuffle(state, cards, 4)
        assert sorted(cards) == [0, 1, 2, 3, 4]
        assert cards[4] == 4
        orders.add(tuple(cards))

    assert len(orders) == 24


def test_a_counted_pile_loses_the_card_that_is_drawn():
    state = np.zeros(1, STATE)[0]
    pile = np.array([0, 3, 0, 2, 1], np.int16)
    drawn = []
    for size in range(6, 0, -1):
        assert piles.count_cards(pile) == size
        drawn.append(piles.draw_random_card(state, pile, size))

    assert sorted(drawn) == [1, 1, 1, 3, 3, 4]
    assert pile.tolist() == [0, 0, 0, 0, 0]


def test_all_cards_move_from_one_pile_to_another():
    source, target = np.array([1, 0, 2], np.int16), np.array([1, 1, 0], np.int16)

    piles.move_all_cards(source, target)

    assert source.tolist() == [0, 0, 0]
    assert target.tolist() == [2, 1, 2]


def test_the_next_seed_is_the_same_as_python_counts():
    for seed in (0, 1, 2**63, MAX_SEED - 1, MAX_SEED, 0x9E3779B97F4A7C15):
        assert seed_after(seed) == int(next_seed(np.uint64(seed)))
