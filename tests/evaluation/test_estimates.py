"""Intervals over deals."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs.evaluation.estimates import (
    NORMAL_95,
    estimate,
    estimate_difference,
    estimate_rate,
    estimate_share,
)

# --- means ---


def test_the_interval_is_that_of_the_normal_distribution():
    result = estimate(np.array([1.0, 0.0, 0.5, 0.5]))

    # the squared distances from 0.5 sum up to 0.5; over 3, and over 4 deals
    width = NORMAL_95 * (0.5 / 3 / 4) ** 0.5
    assert (result.mean, result.deals) == (0.5, 4)
    assert (result.low, result.high) == (pytest.approx(0.5 - width), pytest.approx(0.5 + width))


def test_one_deal_has_no_interval():
    with pytest.raises(ValueError, match="at least 2 deals, not 1"):
        estimate(np.array([1.0]))


# --- win rates ---


def test_the_interval_of_a_win_rate_is_wilsons():
    result = estimate_rate(np.array([1.0] * 3 + [0.0] * 7))

    squared = NORMAL_95**2
    # the ends are the rates p for which (p - 0.3)^2 = z^2 p (1 - p) / 10
    for end in (result.low, result.high):
        assert (end - 0.3) ** 2 == pytest.approx(squared * end * (1 - end) / 10)
    assert result.low < result.mean < result.high


@pytest.mark.parametrize("outcome", [0.0, 1.0])
def test_no_win_and_no_loss_leave_room_for_one(outcome):
    result = estimate_rate(np.full(100, outcome), games_a_deal=3)

    assert result.mean == outcome
    assert 0 <= result.low <= result.high <= 1
    assert result.high - result.low == pytest.approx(NORMAL_95**2 / (100 + NORMAL_95**2))


def test_games_of_a_deal_count_for_more_the_less_alike_they_are():
    rng = np.random.default_rng(1)
    alike = np.repeat(rng.random((400, 1)) < 0.4, 3, axis=1).mean(axis=1)
    apart = (rng.random((400, 3)) < 0.4).mean(axis=1)

    widths = [estimate_rate(samples, 3).half_width for samples in (alike, apart)]

    assert widths[0] == pytest.approx(NORMAL_95 * (0.24 / 400) ** 0.5, rel=0.05)
    assert widths[1] == pytest.approx(NORMAL_95 * (0.24 / 1200) ** 0.5, rel=0.1)
    assert estimate_rate(np.full(50, 0.5), 2).half_width == pytest.approx(
        estimate_rate(np.array([0.0, 1.0] * 50)).half_width, rel=0.01
    )


def test_the_truth_is_in_nineteen_intervals_of_twenty():
    rng = np.random.default_rng(2)
    intervals = [estimate_rate((rng.random(60) < 0.1).astype(np.float64)) for _ in range(1000)]

    assert 0.92 < np.mean([i.low <= 0.1 <= i.high for i in intervals]) < 0.98


# --- shares in the win, by duplicate play ---


@pytest.mark.parametrize("outcome", [0.0, 1.0])
def test_a_share_of_all_or_nothing_leaves_room(outcome: float):
    result = estimate_share(np.full(100, outcome))

    assert result == estimate_rate(np.full(100, outcome))
    assert result.high - result.low > 0.03


def test_swapped_seats_make_the_interval_narrower():
    """A deal that is won with one seat and lost with the other says nothing about luck."""
    rng = np.random.default_rng(3)
    in_seat_0 = (rng.random(500) < 0.5).astype(np.float64)
    in_seat_1 = 1 - in_seat_0
    in_seat_1[:50] = 1
    samples = (in_seat_0 + in_seat_1) / 2

    share, normal = estimate_share(samples), estimate(samples)

    assert share.half_width == pytest.approx(normal.half_width, rel=0.05)
    assert share.half_width < 0.7 * estimate_rate(samples, 2).half_width


def test_deals_that_all_came_out_the_same_leave_room_for_one_that_does_not():
    widths = [estimate_share(np.full(deals, 0.5)).half_width for deals in (10, 100, 1000)]

    assert widths == pytest.approx([NORMAL_95 * 0.5 / deals for deals in (10, 100, 1000)], rel=0.05)


@pytest.mark.parametrize("rate", [0.02, 0.3, 0.97])
def test_the_truth_is_in_nineteen_intervals_of_shares_of_twenty(rate: float):
    """Two games of a deal, of which the second is often the opposite of the first."""
    rng, inside = np.random.default_rng(4), []
    for _ in range(1000):
        luck = rng.random(80)
        games = np.stack([luck < rate, (1 - luck) < rate])
        result = estimate_share(games.mean(axis=0))
        assert 0 <= result.low <= result.mean <= result.high <= 1
        inside.append(result.low <= rate <= result.high)

    assert np.mean(inside) > 0.92


def test_a_difference_of_shares_stays_between_minus_one_and_one():
    for outcome in (-1.0, 1.0):
        result = estimate_difference(np.full(50, outcome))
        assert result.mean == outcome
        assert -1 <= result.low < result.high <= 1
    some = np.random.default_rng(5).choice([-0.5, 0.0, 0.5], 400)
    assert estimate_difference(some).half_width == pytest.approx(
        estimate(some).half_width, rel=0.02
    )
