"""Duplicate play: who has won, and what cancels out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import play_lineups, win_shares
from boardgame_envs.evaluation.estimates import estimate
from boardgame_envs.games.elements import GAME as ELEMENTS
from boardgame_envs.games.elements.actions import ACTION
from boardgame_envs.matches.lineups import (
    alone_lineups,
    deal_seeds,
    duplicate_lineups,
    self_play_lineup,
)
from cart_game import GAME as CART
from tests.opponents import FirstLegal, LastLegal

# --- who has won ---


@pytest.mark.parametrize(
    ("returns", "shares"),
    [
        ([1, -1], [1, 0]),
        ([0, 0], [0.5, 0.5]),
        ([2, 7, -3], [0, 1, 0]),
        ([5, 1, 5], [0.5, 0, 0.5]),
        ([4, 4, 4, 4], [0.25, 0.25, 0.25, 0.25]),
        ([-2, -9, -2, -2], [1 / 3, 0, 1 / 3, 1 / 3]),
    ],
    ids=str,
)
def test_the_highest_return_wins_and_equal_ones_share(returns, shares):
    assert win_shares(np.array([returns], np.float64)).tolist() == [shares]


# --- lineups ---


@pytest.mark.parametrize("lineup", [(0,), (0, 1, 0), (0, 2), (-1, 0)], ids=str)
def test_a_lineup_seats_an_agent_in_each_seat(lineup):
    with pytest.raises(ValueError, match=r"agents 0 to 1 for each of the 2 seats, not \("):
        play_lineups(Table(ELEMENTS), [FirstLegal(), LastLegal()], [lineup], [1])


# --- watching ---


def test_every_game_is_reported_as_it_ends():
    reported = []

    def watch(results: Any, total: int) -> Any:
        for result in results:
            reported.append((result.lineup, result.deal, total))
            yield result

    # some games are so short that a second one ends at their tables meanwhile
    agents, table = [FirstLegal(), LastLegal()], Table(ELEMENTS, target_points=2)
    play_lineups(table, agents, [(0, 0), (1, 1)], range(60), watch=watch)

    assert sorted(reported) == [(lineup, deal, 120) for lineup in range(2) for deal in range(60)]


# --- what duplicate play is for ---


def test_who_surrenders_at_once_loses_every_match_in_either_seat():
    agents = [FirstLegal(), LastLegal()]
    results = play_lineups(Table(ELEMENTS), agents, duplicate_lineups(0, 1, 2), deal_seeds(0, 20))

    assert ELEMENTS.num_actions - 1 == ACTION.surrender
    assert results.per_deal(results.shares(), 0, results.lineups).tolist() == [1.0] * 20
    assert results.per_deal(results.returns, 1, results.lineups).tolist() == [-1.0] * 20


def test_between_two_that_surrender_the_deal_alone_decides_and_duplicates_cancel_it():
    agents = [LastLegal(), LastLegal()]
    results = play_lineups(Table(ELEMENTS), agents, [(0, 1), (1, 0)], deal_seeds(0, 20))
    shares = results.shares()

    # who starts gives the match away; chance says who does
    assert 0 < shares[0, :, 0].mean() < 1
    duplicate = estimate(results.per_deal(shares, 0, results.lineups))
    assert (duplicate.mean, duplicate.half_width) == (0.5, 0.0)


def test_one_among_its_like_wins_a_third_of_every_deal_for_three():
    agents = [FirstLegal(), FirstLegal()]
    lineups = alone_lineups(0, 1, 3)
    results = play_lineups(Table(CART, 3), agents, lineups, deal_seeds(2, 30))

    duplicate = estimate(results.per_deal(results.shares(), 0, lineups))

    assert estimate(results.shares()[0, :, 0]).half_width > 0.05
    assert duplicate.mean == pytest.approx(1 / 3)
    assert duplicate.half_width == pytest.approx(0, abs=1e-12)


def test_one_agent_in_all_seats_has_the_mean_over_the_seats():
    results = play_lineups(Table(CART, 3), [FirstLegal()], [self_play_lineup(0, 3)], [1, 2, 3])

    mean = results.per_deal(results.returns, 0, [(0, 0, 0)])

    assert mean.tolist() == pytest.approx(results.returns[0].mean(axis=1).tolist())
    with pytest.raises(ValueError, match="agent 5 sits in none of the lineups"):
        results.per_deal(results.returns, 5, [(0, 0, 0)])
