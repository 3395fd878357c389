"""Variants measured each by its own spread, so that none drowns out the others.

Where one network learns several settings, what is at stake differs: in one a decision is worth
much, in another nearly every game ends alike. Advantages and errors of values are then divided by
the spread that they have in their variant, in the rollout at hand: nothing is remembered.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

# of the spread over all variants: one in which all games end alike does not become deafening
SMALLEST = 0.1


def spreads(
    numbers: NDArray[Any], variants: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the mean and the spread of some numbers in each variant."""
    counts = np.maximum(np.bincount(variants), 1)
    means = np.bincount(variants, numbers) / counts
    squares = np.bincount(variants, (numbers - means[variants]) ** 2) / counts
    lowest = SMALLEST * float(np.std(numbers, dtype=np.float64))
    return means, np.maximum(np.sqrt(squares), lowest)


def scale_advantages(
    advantages: NDArray[np.float32], variants: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Return advantages with a mean of 0 and a spread of 1 in each variant."""
    means, widths = spreads(advantages, variants)
    scaled = (advantages - means[variants]) / (widths[variants] + 1e-8)
    return np.asarray(scaled, np.float32)


def weigh_values(returns: NDArray[np.float32], variants: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return what squared errors of values count, by the spread of returns; 1 in the mean."""
    _, widths = spreads(returns, variants)
    weights = 1.0 / (widths[variants] ** 2 + 1e-8)
    return np.asarray(weights / weights.mean(), np.float32)
