"""The random numbers of agents: others for each agent, lineup and deal, and the same ones again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.chance import next_seed
from boardgame_envs.core.compiled import Buffer, wrapping_rule
from boardgame_envs.core.loop import Address, Loop
from boardgame_envs.core.tiers import TieredLoops

# what the seed of an evaluation is used for, so that no two uses share random numbers
DEALS, AGENTS, BOOTSTRAP = range(3)


def seed_of_agent(seed: int, seat: int) -> int:
    """Return a seed for the agent in a seat, which says nothing about the chance of the table."""
    sequence = np.random.SeedSequence(seed, spawn_key=(seat,))
    return int(sequence.generate_state(1, np.uint64)[0])


def first_word(seed: int, agent: int, lineup: Sequence[int]) -> np.uint64:
    """Return the word that an agent's random numbers in a lineup begin with, but for the deal."""
    sequence = np.random.SeedSequence(seed, spawn_key=(AGENTS, agent, *lineup))
    return cast(np.uint64, sequence.generate_state(1, np.uint64)[0])


class TableRng(np.random.Generator):
    """The generator of one agent at many tables: each table draws as if it were the only one.

    That holds for ``random`` with a row for each table, which is how agents should draw. All
    else comes from one generator for all tables, and then depends on which are in play.
    """

    def __init__(self, words: NDArray[np.uint64]) -> None:
        super().__init__(np.random.PCG64(words.tolist()))
        self.words = words
        self.tables: NDArray[np.int64] = np.arange(len(words))

    def at(self, tables: NDArray[np.int64]) -> TableRng:
        """Make these tables the rows of what is drawn next."""
        self.tables = tables
        return self

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """Return random numbers from 0 to 1 (exclusive); the first axis goes over tables."""
        shape = (size,) if isinstance(size, int | np.integer) else tuple(size or ())
        if shape[:1] != (len(self.tables),) or dtype is not np.float64 or out is not None:
            return super().random(size, dtype, out)
        draws = np.empty((shape[0], math.prod(shape[1:])))
        loops = draw_loops()
        loops.expect(len(draws))
        loops.write_draws(self.words, np.ascontiguousarray(self.tables, np.int64), draws)
        return draws.reshape(shape)


@wrapping_rule
def write_draws(words: Buffer, tables: Buffer, draws: Buffer) -> None:
    """Write a row of random numbers for each table, and move its generator on."""
    for row in range(draws.shape[0]):
        word = words[tables[row]]
        for column in range(draws.shape[1]):
            word = next_seed(word)
            # the upper 53 bits are all that a number between 0 and 1 has room for
            draws[row, column] = np.float64(word >> np.uint64(11)) * 2.0**-53
        words[tables[row]] = word


class DrawLoops(TieredLoops):
    """How agents draw."""

    about = "for agents' random numbers"
    begins_plain = True
    write_draws = staticmethod(write_draws)


def find_draws() -> Loop:
    """Return the loop by which agents draw."""
    examples = np.zeros(1, np.uint64), np.zeros(1, np.int64), np.zeros((1, 1))
    return Loop(DrawLoops.about, write_draws, examples, Address(__name__, "find_draws", ()))


@cache
def draw_loops() -> DrawLoops:
    """Return the loop by which agents draw, plain or compiled."""
    return DrawLoops(DrawLoops.about, {"write_draws": find_draws()})
