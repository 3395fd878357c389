"""What a search found out: means, errors, and paired differences."""

from __future__ import annotations

import math

import numpy as np
import pytest

from boardgame_envs.search import ActionValues


def values_of(*earned: list[float]) -> ActionValues:
    """Return values of actions 10, 11, ... of seat 1, by what it earned in each world."""
    by_seat = [[[0.0, one] for one in worlds] for worlds in earned]
    return ActionValues(1, np.arange(10, 10 + len(earned)), np.array(by_seat), endings=3)


def test_means_and_errors_are_those_of_the_worlds():
    values = values_of([1.0, 3.0], [5.0, 5.0])

    assert values.means.tolist() == [2.0, 5.0]
    assert values.errors.tolist() == [1.0, 0.0]
    assert values.best == 11
    assert values.visits.tolist() == [6, 6]


def test_the_first_of_equals_is_best():
    assert values_of([0.0, 2.0], [1.0, 1.0]).best == 10


def test_a_difference_is_taken_world_by_world():
    """The worlds differ widely, the actions always by 1: nothing is left to chance."""
    values = values_of([1.0, 11.0, 101.0], [0.0, 10.0, 100.0])

    assert values.advantage(10, 11) == (1.0, 0.0)
    assert values.advantage(11, 10) == (-1.0, 0.0)
    assert values.errors.min() > 30.0


def test_one_world_says_nothing_of_its_error():
    values = values_of([1.0], [0.0])

    assert values.errors.tolist() == [math.inf, math.inf]
    assert values.advantage(10, 11) == (1.0, math.inf)


def test_an_action_that_was_not_searched_has_no_advantage():
    with pytest.raises(ValueError, match="the actions searched are 10, 11, not 12"):
        values_of([1.0, 2.0], [0.0, 1.0]).advantage(10, 12)
