"""The agent that takes any legal action."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import BatchAgent


class RandomAgent(BatchAgent):
    """Takes every legal action with the same chance."""

    def choose_many(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return any legal action for each row."""
        # the highest of random numbers above 0; illegal actions have 0
        draws = (1.0 - rng.random(mask.shape)) * mask
        return np.asarray(draws.argmax(axis=1), np.int64)

    def choose_row(self, observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> int:
        """Return any legal action, the one that it would be among many rows, sooner."""
        draws = self._rng.random(mask.size)
        np.subtract(1.0, draws, out=draws)
        draws *= mask
        return int(draws.argmax())
