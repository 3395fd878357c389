"""A policy as it is at one moment, as an agent."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from boardgame_envs.agents.agent import BatchAgent


class FrozenPolicy(BatchAgent):
    """A copy of a policy that does not learn any more."""

    def __init__(self, policy: Any) -> None:
        super().__init__()
        self.policy = copy.deepcopy(policy).eval()
        self.policy.optimizer = None
        for parameter in self.policy.parameters():
            parameter.requires_grad_(False)

    def choose_many(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Sample an action for each row, with the generator given."""
        with torch.inference_mode():
            logs, _ = self.policy.log_probabilities(torch.from_numpy(observation), mask)
        noise = np.log(-np.log1p(-rng.random(mask.shape)))
        return np.asarray((logs.numpy() - noise).argmax(axis=1), np.int64)

    def get_weights(self) -> dict[str, Any]:
        """Return the weights of the copy."""
        weights: dict[str, Any] = self.policy.state_dict()
        return weights

    @classmethod
    def revived(cls, policy: Any, weights: dict[str, Any]) -> FrozenPolicy:
        """Return the copy that had these weights; ``policy`` has the same shape."""
        frozen = cls(policy)
        frozen.policy.load_state_dict(weights)
        return frozen
