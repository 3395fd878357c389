"""Which option set a game has: its seed picks a slot, and every slot stands for a variant.

Without shares every variant has one slot. With shares there are many slots, of which each
variant has as many as its share asks for; they can be given away anew while games are running.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.chance import scramble
from boardgame_envs.core.problems import OptionError, shortened

# so many that a share is met to a twentieth of a percent
SLOTS = 2048


def slots_of(shares: Sequence[float] | NDArray[np.float64], num_variants: int) -> NDArray[np.int64]:
    """Return the variant of each slot; one with any share at all has at least one slot."""
    parts = check_shares(shares, num_variants)
    counts = (parts > 0).astype(np.int64)
    wanted = parts * (SLOTS - counts.sum())
    counts += wanted.astype(np.int64)
    # what is left over goes to those who have lost most to rounding
    most = np.argsort(np.floor(wanted) - wanted, kind="stable")
    counts[most[: SLOTS - counts.sum()]] += 1
    return np.repeat(np.arange(num_variants), counts)


def check_shares(shares: Any, num_variants: int) -> NDArray[np.float64]:
    """Return shares that come to 1, or raise OptionError."""
    try:
        parts = np.array(shares, np.float64)
    except (TypeError, ValueError, OverflowError):
        parts = np.array(math.nan)
    is_right = parts.shape == (num_variants,) and np.isfinite(parts).all() and (parts >= 0).all()
    if not is_right or not 0 < parts.sum() < math.inf or num_variants > SLOTS:
        raise OptionError(
            f"shares must be {num_variants} numbers that are not negative, and not all 0, "
            f"for at most {SLOTS} variants, not {shortened(shares)}"
        )
    return cast(NDArray[np.float64], parts / parts.sum())


def slot_picks(seeds: NDArray[np.uint64], slots: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the variants of the games that begin with these seeds."""
    words: Any = scramble(cast(Any, seeds))
    picks: NDArray[np.int64] = slots[(words % np.uint64(len(slots))).astype(np.int64)]
    return picks
