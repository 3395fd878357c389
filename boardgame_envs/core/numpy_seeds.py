"""What NumPy's generator of random numbers begins with, by its seed, in compiled code.

NumPy takes as long to make a generator as a table takes for many steps. The numbers are its own:
those of ``SeedSequence`` (O'Neill's ``seed_seq``, in words of 32 bits) and of ``PCG64``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgame_envs.core.chance import Word
from boardgame_envs.core.compiled import Buffer, wrapping_rule

POOL_SIZE = 4
HALF, LOW_HALF, SHIFT = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(16)
FIRST_A, STEP_A = np.uint64(0x43B0D7E5), np.uint64(0x931E8875)
FIRST_B, STEP_B = np.uint64(0x8B51F9DD), np.uint64(0x58F38DED)
FACTOR_LEFT, FACTOR_RIGHT = np.uint64(0xCA01F9DD), np.uint64(0x4973F715)

# by which the generator, whose numbers have 128 bits, goes on
FACTOR = (2549297995355413924 << 64) + 4865540595714422341
ALL_BITS = (1 << 128) - 1


@wrapping_rule
def after(factor: Word, step: Word) -> Word:
    """Return the factor that follows on another."""
    return np.uint64((factor * step) & LOW_HALF)


@wrapping_rule
def hashed(half: Word, factor: Word, step: Word) -> Word:
    """Return half a word, hashed by a factor and the one that follows on it."""
    word = ((half ^ factor) * after(factor, step)) & LOW_HALF
    return np.uint64(word ^ (word >> SHIFT))


@wrapping_rule
def mixed(half: Word, other: Word) -> Word:
    """Return the halves of two words as one."""
    word = (FACTOR_LEFT * half - FACTOR_RIGHT * other) & LOW_HALF
    return np.uint64(word ^ (word >> SHIFT))


@wrapping_rule
def fill_pool(seed: Word, pool: Buffer) -> Word:
    """Mix a seed into a pool; return the factor that comes next."""
    factor = FIRST_A
    for place in range(POOL_SIZE):
        half = np.uint64(0)
        if place < 2:
            half = np.uint64((seed >> (HALF * np.uint64(place))) & LOW_HALF)
        pool[place] = hashed(half, factor, STEP_A)
        factor = after(factor, STEP_A)
    for source in range(POOL_SIZE):
        for place in range(POOL_SIZE):
            if place != source:
                pool[place] = mixed(pool[place], hashed(pool[source], factor, STEP_A))
                factor = after(factor, STEP_A)
    return factor


@wrapping_rule
def add_key(key: Word, factor: Word, pool: Buffer) -> None:
    """Mix a key below 2**32 into a pool, which makes another seed of it."""
    for place in range(POOL_SIZE):
        pool[place] = mixed(pool[place], hashed(key, factor, STEP_A))
        factor = after(factor, STEP_A)


@wrapping_rule
def write_words(pool: Buffer) -> None:
    """Write the words that a pool gives in its place."""
    factor, first, second, third, last = FIRST_B, pool[0], pool[1], pool[2], pool[3]
    for place in range(POOL_SIZE):
        is_even = place % 2 == 0
        low = hashed(first if is_even else third, factor, STEP_B)
        factor = after(factor, STEP_B)
        high = hashed(second if is_even else last, factor, STEP_B)
        factor = after(factor, STEP_B)
        pool[place] = np.uint64(low | (high << HALF))


def state_of_generator(words: list[int]) -> dict[str, Any]:
    """Return the state in which NumPy's generator is when it is made of four words."""
    first, sequence = words[0] << 64 | words[1], words[2] << 64 | words[3]
    step = (sequence << 1 | 1) & ALL_BITS
    state = ((step + first) * FACTOR + step) & ALL_BITS
    numbers = {"state": state, "inc": step}
    return {"bit_generator": "PCG64", "state": numbers, "has_uint32": 0, "uinteger": 0}
