"""The network: a trunk that policy and value share, and a masked choice without detours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

# far below any logit, yet finite: probabilities of masked actions are exactly 0
MASKED = -1e8


class Trunk(BaseFeaturesExtractor):
    """The layers that policy and value share."""

    def __init__(self, observation_space: spaces.Box, hidden: Sequence[int] = (256, 256)) -> None:
        super().__init__(observation_space, hidden[-1])
        layers: list[nn.Module] = []
        size = int(np.prod(observation_space.shape))
        for width in hidden:
            layers += [nn.Linear(size, width), nn.ReLU()]
            size = width
        self.layers = nn.Sequential(*layers)

    def forward(self, observation: Tensor) -> Tensor:
        """Return the features of each row."""
        features: Tensor = self.layers(observation)
        return features


class TrunkPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy with the same parameters, but one softmax and nothing around it."""

    def log_probabilities(
        self, observation: Tensor, mask: Tensor | NDArray[np.bool_]
    ) -> tuple[Tensor, Tensor]:
        """Return the log-probability of every action, and the value, of each row."""
        features = self.features_extractor(observation)
        legal = mask if isinstance(mask, Tensor) else torch.from_numpy(mask)
        logits = self.action_net(features).masked_fill(~legal.bool(), MASKED)
        return torch.log_softmax(logits, -1), self.value_net(features).squeeze(-1)

    def forward(
        self, obs: Any, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Choose an action for each row; return it with its value and log-probability."""
        log_probabilities, values = self.log_probabilities(obs, action_masks)
        if deterministic:
            actions = log_probabilities.argmax(-1)
        else:
            # the highest of log-probabilities plus Gumbel noise is a sample
            noise = torch.empty_like(log_probabilities).exponential_().log_()
            actions = (log_probabilities - noise).argmax(-1)
        return actions, values, log_probabilities.gather(-1, actions[:, None]).squeeze(-1)

    def evaluate_actions(
        self, obs: Any, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return value, log-probability and entropy for actions that were taken."""
        log_probabilities, values = self.log_probabilities(obs, action_masks)
        entropy = -(log_probabilities.exp() * log_probabilities).sum(-1)
        return values, log_probabilities.gather(-1, actions[:, None]).squeeze(-1), entropy

    def predict_values(self, obs: Any) -> Tensor:
        """Return the value of each row."""
        value: Tensor = self.value_net(self.features_extractor(obs)).squeeze(-1)
        return value
