"""Choices among legal actions only: in learning, and in what is exported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

# far below any logit, yet finite: probabilities of masked actions are exactly 0
MASKED = -1e8


def masked_log_probabilities(logits: Tensor, mask: Tensor | NDArray[np.bool_]) -> Tensor:
    """Return the log-probability of every action; illegal ones have none to speak of."""
    legal = mask if isinstance(mask, Tensor) else torch.from_numpy(mask)
    return torch.log_softmax(logits.masked_fill(~legal.bool(), MASKED), -1)


class MaskedChoice(nn.Module):
    """What the file of an agent computes: probabilities and value from observation and mask.

    ``network`` makes logits and a value of observations; the value may be None (the highest logit
    is its value then, as in Q-learning). ``temperature`` 0 leaves the best action alone.
    """

    def __init__(self, network: nn.Module, temperature: float = 1.0) -> None:
        super().__init__()
        self.network, self.temperature = network, temperature

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the probability of every action, and the value, of each row."""
        logits, value = self.network(observation)
        masked = logits.masked_fill(~mask, MASKED)
        if self.temperature:
            probabilities = torch.softmax(masked / self.temperature, -1)
        else:
            probabilities = nn.functional.one_hot(masked.argmax(-1), masked.shape[-1]).float()
        if value is None:
            value = masked.amax(-1)
        # an illegal action has exactly no chance, however the softmax is rounded
        return probabilities * mask, value


class ActorAndCritic(nn.Module):
    """Two networks as one: logits from the actor, a value from the critic if there is one."""

    def __init__(
        self,
        actor: Callable[[Tensor], Tensor],
        critic: Callable[[Tensor], Tensor] | None = None,
    ) -> None:
        super().__init__()
        self.actor, self.critic = actor, critic

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor | None]:
        """Return the logits of all actions, and the value or None, of each row."""
        value = None if self.critic is None else self.critic(observation).reshape(-1)
        return self.actor(observation), value


def network_of_sb3(policy: Any) -> ActorAndCritic:
    """Return the network of an actor-critic policy of Stable-Baselines3, for plain observations."""
    policy = policy.eval()
    extractor = policy.mlp_extractor
    actor = nn.Sequential(policy.pi_features_extractor, extractor.policy_net, policy.action_net)
    critic = nn.Sequential(policy.vf_features_extractor, extractor.value_net, policy.value_net)
    return ActorAndCritic(actor, critic)
