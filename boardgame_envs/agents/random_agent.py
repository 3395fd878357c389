"""The agent that takes any legal action."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import BatchAgent
from boardgame_envs.core.numpy_seeds import state_of_generator


class RandomAgent(BatchAgent):
    """Takes every legal action with the same chance."""

    # a generator that many games begin anew, because making one takes long
    _kept_rng: np.random.Generator | None = None

    def begin_later(self, seed: Callable[[], int]) -> None:
        """Begin a new sequence of choices; the seed is asked for when it is needed."""
        self._seed, self._begun_rng = seed, None

    def begin_with(self, words: list[int]) -> None:
        """Begin a new sequence of choices with the words that a generator begins with."""
        if self._kept_rng is None:
            self._kept_rng = np.random.default_rng(0)
        self._kept_rng.bit_generator.state = state_of_generator(words)
        self._begun_rng = self._kept_rng

    def choose_many(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return any legal action for each row."""
        # the highest of random numbers above 0; illegal actions have 0
        draws = (1.0 - rng.random(mask.shape)) * mask
        return np.asarray(draws.argmax(axis=1), np.int64)

    def draw_ahead(self, draws: NDArray[np.float64]) -> None:
        """Write what is drawn for the next decisions, a row for each; the lowest legal is taken."""
        self._rng.random(out=draws)

    def choose_row(self, observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> int:
        """Return any legal action, the one that it would be among many rows, sooner."""
        legal = mask.nonzero()[0]
        # draws are whole multiples of 2**-53, so the lowest is the highest when taken from 1
        return int(legal[self._rng.random(mask.size)[legal].argmin()])
