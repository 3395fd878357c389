"""Scores of actions from a model, made probabilities of legal ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.faults import BadAnswerError
from boardgame_envs.agents.mixed_agent import MixedAgent


class ScoringAgent(MixedAgent):
    """Plays by the scores (logits) that a model gives to actions; illegal ones are left out.

    If it is ``deterministic`` it takes the action with the highest score, else each as often as
    the softmax of the scores says.
    """

    def __init__(self, deterministic: bool) -> None:
        super().__init__()
        self.deterministic = deterministic

    def scores(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return a score for each action, a row for each table."""
        raise NotImplementedError

    def probabilities(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return how likely each action is to be taken, a row for each table."""
        scores = check_scores(self.scores(observation, mask), mask)
        legal = np.where(mask, scores, -np.inf)
        highest = legal.max(axis=1, keepdims=True)
        if self.deterministic:
            best = legal.argmax(axis=1, keepdims=True)
            return np.asarray(np.arange(mask.shape[1]) == best, np.float64)
        odds = np.exp(legal - highest)
        shares: NDArray[np.float64] = odds / odds.sum(axis=1, keepdims=True)
        return shares


def check_scores(scores: Any, mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return scores as numbers, or raise BadAnswerError."""
    numbers = np.asarray(scores, np.float64)
    if numbers.shape != mask.shape:
        raise BadAnswerError(
            f"the model's scores have the shape {numbers.shape}, and the actions {mask.shape}"
        )
    if not np.isfinite(numbers[mask]).all():
        raise BadAnswerError("the model's score of a legal action is not a number")
    return numbers
