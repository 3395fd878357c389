from __future__ import annotations

import math

import numpy as np
import pytest

from boardgame_envs.evaluation.ratings import rate
from boardgame_envs.evaluation.tournament import Matchup, Tournament

DEALS = 100


def played(
    labels: list[str], shares: dict[tuple[int, int], float], num_players: int = 2
) -> Tournament:
    """Return a tournament in which agents won these shares, each a number of hundredths."""
    matchups = {}
    for (agent, against), share in shares.items():
        samples = np.zeros(DEALS)
        samples[: round(share * DEALS)] = 1
        games = num_players * DEALS
        matchups[agent, against] = Matchup(agent, against, games, samples, 2 * samples - 1)
        if num_players == 2:
            back = 1 - samples
            matchups[against, agent] = Matchup(against, agent, games, back, 2 * back - 1)
    return Tournament(labels, num_players, DEALS, 0, matchups)


def test_two_agents_are_as_far_apart_as_their_win_rate_says():
    first, second = rate(played(["good", "random"], {(0, 1): 0.75}))

    # 200 games and half a virtual draw
    odds = (150 + 0.25) / (50 + 0.25)
    assert first.rating == pytest.approx(400 * math.log10(odds))
    assert first.low < first.rating < first.high
    # two standard errors are 8.5 %, about 80 points here
    assert 40 < first.rating - first.low < 130
    assert (second.rating, second.low, second.high) == (0, 0, 0)


def test_without_random_the_mean_is_0():
    ratings = rate(played(["a", "b", "c"], {(0, 1): 0.6, (0, 2): 0.7, (1, 2): 0.6}))

    assert sum(rating.rating for rating in ratings) == pytest.approx(0)
    assert ratings[0].rating > ratings[1].rating > ratings[2].rating


def test_ratings_explain_win_rates_that_fit_the_model():
    # strengths 4, 2 and 1
    ratings = rate(played(["a", "b", "random"], {(0, 1): 0.67, (0, 2): 0.80, (1, 2): 0.67}))

    assert ratings[0].rating == pytest.approx(400 * math.log10(4), abs=3)
    assert ratings[1].rating == pytest.approx(400 * math.log10(2), abs=3)


def test_an_agent_among_several_others_is_expected_to_win_less():
    # strength 3 against two of 1: 3 of 5; strength 1 against two of 3: 1 of 7
    ratings = rate(played(["a", "random"], {(0, 1): 0.60, (1, 0): 0.14}, num_players=3))

    assert ratings[0].rating == pytest.approx(400 * math.log10(3), abs=3)


def test_at_a_table_of_three_both_ways_to_sit_count():
    # as good as two others, but those do worse among two of its like
    ratings = rate(played(["a", "random"], {(0, 1): 0.33, (1, 0): 0.14}, num_players=3))

    assert ratings[0].rating > 50


def test_half_a_virtual_draw_is_shared_by_both_ways_to_sit():
    ratings = rate(played(["a", "random"], {(0, 1): 1.0, (1, 0): 0.0}, num_players=3))

    # at the most likely strength both ways to sit are as surprising as each other
    strength = 10 ** (ratings[0].rating / 400)
    among_others, others_among = strength / (strength + 2), 1 / (1 + 2 * strength)
    assert among_others - others_among == pytest.approx(300 / 300.25, abs=1e-9)


def test_equal_agents_at_a_table_of_four_have_equal_ratings():
    ratings = rate(played(["a", "b"], {(0, 1): 0.25, (1, 0): 0.25}, num_players=4))

    assert [rating.rating for rating in ratings] == pytest.approx([0, 0])


def test_who_always_wins_has_a_finite_rating():
    first, middle, last = rate(
        played(["a", "b", "random"], {(0, 1): 1.0, (0, 2): 1.0, (1, 2): 1.0})
    )

    assert first.rating > middle.rating > last.rating == 0
    assert math.isfinite(first.high)
    two = rate(played(["a", "random"], {(0, 1): 1.0}))
    assert two[0].rating == pytest.approx(400 * math.log10(200.25 / 0.25))


def test_more_different_deals_make_narrower_intervals():
    wide = rate(played(["a", "random"], {(0, 1): 0.5}))[0]
    tournament = played(["a", "random"], {(0, 1): 0.5})
    samples = np.full(DEALS, 0.5)
    tournament.matchups[0, 1].shares[:] = samples

    narrow = rate(tournament)[0]

    assert wide.high - wide.low > 100
    assert (narrow.low, narrow.high) == (pytest.approx(0), pytest.approx(0))


def test_the_seed_fixes_the_intervals():
    tournament = played(["a", "random"], {(0, 1): 0.6})

    assert rate(tournament, seed=3) == rate(tournament, seed=3)
    assert rate(tournament, seed=3)[0].low != rate(tournament, seed=4)[0].low
    assert rate(tournament, seed=3)[0].rating == rate(tournament, seed=4)[0].rating
