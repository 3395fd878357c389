"""What heuristics share: they read observations, and are compiled like the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import BatchAgent
from boardgame_envs.core.compiled import Buffer, rule


@rule
def whole(number: float, highest: int) -> int:
    """Return the whole number that stands in an observation."""
    return int(number * highest + 0.5)


@rule
def label(observation: Buffer, start: int, labels: int) -> int:
    """Return which of a number of labels an observation has from an index on, -1 if none."""
    for place in range(labels):
        if observation[start + place] > 0.5:
            return place
    return -1


class CompiledHeuristic(BatchAgent):
    """Decides row by row with a compiled function, which draws no random numbers.

    ``choose_actions(observation, mask, notepad, actions)`` fills ``actions``; ``notepad`` is an
    array of one record in which it may write what it sees and thinks.
    """

    def __init__(self, choose_actions: Callable[..., None], notes: np.dtype[Any]) -> None:
        super().__init__()
        self._choose_actions = choose_actions
        self._notepad = np.zeros(1, notes)

    def choose_many(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return the action that seems best for each row."""
        actions = np.zeros(len(observation), np.int64)
        rows = np.ascontiguousarray(observation, np.float32), np.ascontiguousarray(mask, np.bool_)
        self._choose_actions(*rows, self._notepad, actions)
        return actions
