"""Chance: every random event in a game is drawn from ``state.rng``, and only there.

The generator lives in the state record, so copying a state copies its future, and a seed
fixes a whole game. The step is SplitMix64 (Steele, Lea and Flood, 2014).
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.compiled import Buffer, Record, rule, wrapping_rule

Word = np.uint64  # 64 random bits

GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR, SECOND_FACTOR = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
MAX_SEED = 2**64 - 1
# lots are not drawn from the very word that a game's own chance begins with
LOTS = np.uint64(0xD1B54A32D192ED03)


@wrapping_rule
def scramble(word: Word) -> Word:
    """Return a word that looks unrelated to this one (SplitMix64's output function)."""
    mixed = np.uint64((word ^ (word >> np.uint64(30))) * FIRST_FACTOR)
    mixed = np.uint64((mixed ^ (mixed >> np.uint64(27))) * SECOND_FACTOR)
    return np.uint64(mixed ^ (mixed >> np.uint64(31)))


@wrapping_rule
def next_seed(seed: Word) -> Word:
    """Return the seed that follows in the sequence this one belongs to."""
    return scramble(np.uint64(seed + GOLDEN_GAMMA))


@wrapping_rule
def numbered_seed(word: Word, number: int) -> Word:
    """Return one of the seeds that belong to a word; none is the next seed of another."""
    return scramble(np.uint64(word + GOLDEN_GAMMA * np.uint64(number)))


def seed_after(seed: int) -> int:
    """Return the next seed as Python counts, which is quicker for a single one outside of rules."""
    word = (seed + int(GOLDEN_GAMMA)) & MAX_SEED
    word = (word ^ (word >> 30)) * int(FIRST_FACTOR) & MAX_SEED
    word = (word ^ (word >> 27)) * int(SECOND_FACTOR) & MAX_SEED
    return word ^ (word >> 31)


def next_seeds(seeds: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the next seed in each of many sequences; NumPy takes them all at once."""
    following: Any = next_seed(cast(Any, seeds))
    return cast(NDArray[np.uint64], following)


def draw_lots(seeds: NDArray[np.uint64], about: int, bound: int) -> NDArray[np.int64]:
    """Return a number below the bound for each game; ``about`` tells lots of a game apart."""
    own = np.uint64(int(GOLDEN_GAMMA) * about % 2**64)
    words: Any = scramble(cast(Any, seeds ^ LOTS)) + own
    return cast(NDArray[np.int64], (scramble(words) % np.uint64(bound)).astype(np.int64))


@wrapping_rule
def random_word(state: Record) -> Word:
    """Return 64 random bits and advance ``state.rng``."""
    state.rng = np.uint64(state.rng + GOLDEN_GAMMA)
    return scramble(state.rng)


@rule
def random_below(state: Record, bound: int) -> int:
    """Return an integer in ``[0, bound)``, at most 2**32, and advance ``state.rng``.

    A multiplication in the place of the remainder: half as costly, and as even.
    """
    high_bits = random_word(state) >> np.uint64(32)
    return int((high_bits * np.uint64(bound)) >> np.uint64(32))


@rule
def random_part(state: Record) -> float:
    """Return a number from 0 to 1, and never 1, and advance ``state.rng``."""
    return float(random_word(state) >> np.uint64(11)) * 2.0**-53


@rule
def random_by_weight(state: Record, weights: Buffer) -> int:
    """Return the place of a weight, each as likely as it weighs, and advance ``state.rng``.

    No weight may be negative; where all are 0 the first place is returned.
    """
    chosen, total = 0, 0.0
    for place in range(weights.size):
        # one by one: sums of arrays are rounded in another order when compiled
        total += weights[place]
    left = random_part(state) * total
    for place in range(weights.size):
        if weights[place] > 0.0 and left >= 0.0:
            chosen = place
            left -= weights[place]
    return chosen


@rule
def shuffle(state: Record, cards: Buffer, count: int) -> None:
    """Shuffle the first ``count`` entries of ``cards`` in place (Fisher-Yates)."""
    for last in range(count - 1, 0, -1):
        other = random_below(state, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
