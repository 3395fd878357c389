"""Agents that mix their actions: each is taken as often as it is likely."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import BatchAgent


class MixedAgent(BatchAgent):
    """Plays by the probabilities of legal actions."""

    def probabilities(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return how likely each action is to be taken, a row for each table."""
        raise NotImplementedError

    def choose_many(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return an action for each row, each as often as it is likely."""
        return draw_actions(self.probabilities(observation, mask), rng.random(len(mask)))


def draw_actions(odds: NDArray[np.float64], uniform: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the action on which each number from 0 to below 1 falls."""
    reached = odds.cumsum(axis=1)
    total = reached[:, -1:]
    # an action without a chance adds nothing to the sum, so no number falls on it
    fallen_on = (reached <= uniform[:, None] * total).sum(axis=1)
    # rounding can lift a number to the total: the last action with a chance is meant
    last_with_a_chance = (reached < total).sum(axis=1)
    actions: NDArray[np.int64] = np.minimum(fallen_on, last_with_a_chance)
    return actions
