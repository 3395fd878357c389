"""Rewards: differences of returns."""

from __future__ import annotations

from itertools import pairwise

import pytest

from boardgame_envs.adapters.earnings import rewards_since


def test_a_reward_is_what_returns_have_risen_by():
    assert rewards_since([0.0, 2.0, -1.0], [0.5, 2.0, -3.0]) == [0.5, 0.0, -2.0]


def test_the_rewards_of_a_game_add_up_to_its_returns():
    course = [[0.0, 0.0], [1.0, -1.0], [1.0, -1.0], [-2.5, 2.5]]
    paid = [rewards_since(before, after) for before, after in pairwise(course)]

    assert [sum(seat) for seat in zip(*paid, strict=True)] == course[-1]


def test_every_seat_has_returns():
    with pytest.raises(ValueError, match="argument"):
        rewards_since([0.0, 0.0], [1.0])
