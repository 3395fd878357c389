"""The random numbers of agents."""

from __future__ import annotations

import numpy as np

from boardgame_envs.matches.rng import TableRng, first_word, seed_of_agent


def test_a_table_draws_as_if_it_were_the_only_one():
    words = np.array([11, 12, 13], np.uint64)
    together, alone = TableRng(words.copy()), TableRng(words[1:2].copy())

    both = together.at(np.array([0, 1])).random((2, 4)), together.at(np.array([1, 2])).random(2)
    own = alone.random((1, 4)), alone.random(1)

    assert both[0][1].tolist() == own[0][0].tolist()
    assert both[1][0] == own[1][0]
    assert own[1][0] not in own[0]


def test_random_numbers_are_even():
    draws = TableRng(np.arange(100, dtype=np.uint64)).random((100, 1000))

    assert draws.min() >= 0
    assert draws.max() < 1
    counts = np.histogram(draws, bins=10, range=(0, 1))[0]
    # ten thousand in each tenth, with a standard deviation of 95
    assert abs(counts - 10_000).max() < 400
    assert abs(np.corrcoef(draws[:, 0], draws[:, 1])[0, 1]) < 0.4


def test_what_is_not_drawn_in_rows_follows_from_the_seed_too():
    first, second = (TableRng(np.arange(3, dtype=np.uint64)) for _ in range(2))

    assert first.random() == second.random()
    assert first.random((7, 2)).tolist() == second.random((7, 2)).tolist()
    assert first.integers(1000, size=5).tolist() == second.integers(1000, size=5).tolist()
    assert first.random(3, dtype=np.float32).dtype == np.float32


def test_every_agent_seat_and_lineup_has_random_numbers_of_its_own():
    seeds = {seed_of_agent(seed, seat) for seed in (1, 2) for seat in range(5)}
    words = {
        int(first_word(seed, agent, lineup))
        for seed in (1, 2)
        for agent in (0, 1)
        for lineup in ((0, 1), (1, 0))
    }

    assert len(seeds | words) == 10 + 8
    assert seed_of_agent(1, 0) == seed_of_agent(1, 0)
    assert first_word(1, 0, (0, 1)) == first_word(1, 0, (0, 1))
