"""A policy as it is at one moment, as an agent."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import BatchAgent
from boardgame_envs.learning.network.critic import without_critic
from boardgame_envs.learning.network.dense import network_at
from boardgame_envs.learning.network.sparse.decisions import Decisions


class FrozenPolicy(BatchAgent):
    """A copy of a policy that does not learn any more, and has no critic."""

    def __init__(self, policy: Any) -> None:
        super().__init__()
        self.policy = copy.deepcopy(policy).eval()
        self.policy.optimizer = self.policy.critic = None
        for parameter in self.policy.parameters():
            parameter.requires_grad_(False)
        self._note_weights()

    def _note_weights(self) -> None:
        self._network = network_at(self.policy)
        self._decisions = Decisions(self._network.reading, 0)

    def choose_many(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Sample an action for each row, with the generator given."""
        if len(self._decisions.input_start) <= len(mask):
            self._decisions = Decisions(self._network.reading, len(mask))
        self._decisions.clear()
        first = self._decisions.note(observation, mask, np.arange(len(mask)))
        actions, _, _ = self._network.choose(self._decisions, first, rng.random(len(mask)))
        return actions

    def get_weights(self) -> dict[str, Any]:
        """Return the weights of the copy."""
        weights: dict[str, Any] = self.policy.state_dict()
        return weights

    @classmethod
    def revived(cls, policy: Any, weights: dict[str, Any]) -> FrozenPolicy:
        """Return the copy that had these weights; ``policy`` has the same shape."""
        frozen = cls(policy)
        frozen.policy.load_state_dict(without_critic(weights))
        frozen._note_weights()
        return frozen
