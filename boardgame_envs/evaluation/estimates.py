"""Means over deals, with the intervals that the truth is in with 95 %."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# of a normal distribution, 95 % lies within this many standard deviations of the mean
NORMAL_95 = 1.959963984540054


@dataclass(frozen=True)
class Estimate:
    """A mean over deals, and the interval that the truth is in with 95 %."""

    mean: float
    low: float
    high: float
    deals: int

    @property
    def half_width(self) -> float:
        """How far the ends of the interval are from its middle."""
        return (self.high - self.low) / 2

    def as_json(self) -> dict[str, float]:
        """Return the figures by name."""
        return {"mean": self.mean, "low": self.low, "high": self.high, "deals": self.deals}


def estimate(samples: NDArray[np.float64]) -> Estimate:
    """Return the mean of one sample per deal with its 95 % interval (normal approximation)."""
    check_samples(samples)
    mean = float(samples.mean())
    half_width = NORMAL_95 * float(samples.std(ddof=1)) / math.sqrt(len(samples))
    return Estimate(mean, mean - half_width, mean + half_width, len(samples))


def estimate_rate(samples: NDArray[np.float64], games_a_deal: int = 1) -> Estimate:
    """Return a share of games, ``games_a_deal`` of each deal, with Wilson's 95 % interval.

    It stays between 0 and 1, and no win in 100 games does not make it sure that there is none.
    """
    check_samples(samples)
    return wilson(samples, independent_trials(samples, games_a_deal))


def estimate_share(samples: NDArray[np.float64]) -> Estimate:
    """Return a mean share in the win by duplicate play, with Wilson's 95 % interval.

    Far from 0 and 1 it is the interval of the normal approximation. It never ends beyond them, and
    where every deal was won, it leaves room for a loss.
    """
    check_samples(samples)
    return wilson(samples, equivalent_trials(samples))


def estimate_difference(samples: NDArray[np.float64]) -> Estimate:
    """Return a mean difference of two shares in the win, with an interval between -1 and 1."""
    share = estimate_share((samples + 1) / 2)
    low, high = 2 * share.low - 1, 2 * share.high - 1
    return Estimate(float(samples.mean()), low, high, share.deals)


def wilson(samples: NDArray[np.float64], trials: float) -> Estimate:
    """Return a mean between 0 and 1, with the interval of as many independent games."""
    rate, squared = float(samples.mean()), NORMAL_95**2
    middle = (rate + squared / (2 * trials)) / (1 + squared / trials)
    spread = math.sqrt(rate * (1 - rate) / trials + squared / (4 * trials**2))
    half_width = NORMAL_95 * spread / (1 + squared / trials)
    # a rounding error must not put the rate, or what cannot be, outside
    low, high = min(middle - half_width, rate), max(middle + half_width, rate)
    return Estimate(rate, max(low, 0.0), min(high, 1.0), len(samples))


def independent_trials(samples: NDArray[np.float64], games_a_deal: int) -> float:
    """Return how many independent games say as much as these.

    The games of one deal are alike, so together they count as one game at least and as all
    of them at most; where all came out the same, nothing shows how alike they are: one.
    """
    rate, variance = samples.mean(), samples.var(ddof=1)
    if rate in (0.0, 1.0):
        return float(len(samples))
    games = games_a_deal if variance == 0 else rate * (1 - rate) / variance
    return float(len(samples) * min(max(games, 1.0), games_a_deal))


def equivalent_trials(samples: NDArray[np.float64]) -> float:
    """Return how many independent games would vary as much as the deals do.

    Where seats are swapped luck cancels out, so there may be more of them than games were played.
    Where all deals came out the same, one more may yet come out otherwise: no deal counts for
    more games than there are deals.
    """
    rate, variance, deals = samples.mean(), samples.var(ddof=1), len(samples)
    if rate in (0.0, 1.0):
        return float(deals)
    games = math.inf if variance == 0 else rate * (1 - rate) / variance
    return float(deals * min(max(games, 1.0), deals))


def check_samples(samples: NDArray[np.float64]) -> None:
    """Refuse samples that are too few for an interval."""
    if len(samples) < 2:
        raise ValueError(f"an interval needs at least 2 deals, not {len(samples)}")
