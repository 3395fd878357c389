"""Who sits where: drawn from the seed of a game, and only when it begins."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs.core.options import OptionError
from boardgame_envs.games import load_game
from boardgame_envs.matches.seating import Seating, check_seat
from tests.opponents import Nth

NOAH = load_game("noah")


def test_the_learner_sits_in_its_seat_and_agents_in_all_others():
    agent = Nth()
    learner, others = Seating(NOAH, 4, 2, agent).begin_game(7)

    assert learner == 2
    assert others == {0: agent, 1: agent, 3: agent}


def test_a_seat_given_for_one_game_is_the_learners_in_that_game_alone():
    seating = Seating(NOAH, 3, 2, Nth())

    assert seating.begin_game(7, seat=1)[0] == 1
    assert seating.begin_game(7)[0] == 2
    drawn = {seating.begin_game(seed, seat="random")[0] for seed in range(30)}
    assert drawn == {0, 1, 2}


def test_one_game_is_seated_as_it_is_among_thousands():
    seating = Seating(NOAH, 4, "random", [Nth(), Nth(last=True)])
    seeds = np.arange(100, dtype=np.uint64)
    seats, opponents = seating.draw_seats(seeds), seating.draw_opponents(seeds)

    for seed in range(100):
        learner, others = seating.begin_game(seed)
        assert learner == seats[seed]
        for seat, agent in others.items():
            assert agent is seating.agents[int(opponents[seed, seat])][seat]


def test_new_opponents_sit_down_in_the_next_game_and_the_old_ones_are_forgotten():
    before, after = Nth(), Nth()
    seating = Seating(NOAH, 2, 0, before)
    seating.begin_game(1)
    seating.choose_opponents(after)

    assert seating.begin_game(2) == (0, {1: after})
    assert len(seating.agents) == 1


@pytest.mark.parametrize("seat", [-1, 3, True, "first", 1.0, None], ids=repr)
def test_a_seat_is_a_number_or_random(seat):
    assert check_seat("random", 3) == "random"
    assert check_seat(np.int64(2), 3) == 2
    with pytest.raises(OptionError, match=r"seat must be 'random' or a number from 0 to 2, not"):
        check_seat(seat, 3)
