"""Seeds in compiled code are NumPy's own."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs.core import numpy_seeds
from boardgame_envs.core.compiled_game import SeatLoops, loops_of
from boardgame_envs.matches.rng import seed_of_agent
from tests.playing import load_game

SEEDS = [0, 1, 2**32 - 1, 2**32, 1234567890123456789, 2**64 - 1]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_generator_begins_as_numpys_does(seed: int):
    words = np.zeros(numpy_seeds.POOL_SIZE, np.uint64)

    numpy_seeds.fill_pool(np.uint64(seed), words)
    numpy_seeds.write_words(words)

    assert words.tolist() == np.random.SeedSequence(seed).generate_state(4, np.uint64).tolist()
    assert numpy_seeds.state_of_generator(words.tolist()) == np.random.PCG64(seed).state


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seat", [0, 1, 4])
def test_agents_draw_what_numpy_draws_for_the_seeds_of_their_seats(seed: int, seat: int):
    words = np.zeros(numpy_seeds.POOL_SIZE, np.uint64)

    loops_of(load_game("cart"), SeatLoops).seed_draws(np.uint64(seed), seat, words)

    expected = np.random.PCG64(seed_of_agent(seed, seat)).state
    assert numpy_seeds.state_of_generator(words.tolist()) == expected
