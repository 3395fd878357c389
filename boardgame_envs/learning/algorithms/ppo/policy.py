"""The network as a policy of sb3-contrib: a shared trunk, and a masked choice without detours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from boardgame_envs.core.action_features import Feature
from boardgame_envs.learning.network.action_scores import ActionScores
from boardgame_envs.learning.network.critic import PREFIX, Critic, without_critic
from boardgame_envs.learning.network.masked_choice import masked_log_probabilities
from boardgame_envs.learning.network.sparse.criticism import judge_chosen
from boardgame_envs.learning.network.sparse.learning import ChosenDecisions, evaluate
from boardgame_envs.learning.network.sparse.reading import Reading
from boardgame_envs.learning.network.trunk import make_layers, take_ranges


class Trunk(BaseFeaturesExtractor):
    """The layers that policy and value share."""

    def __init__(
        self,
        observation_space: spaces.Box,
        hidden: Sequence[int] = (256, 256),
        ranges: Sequence[tuple[int, int]] = (),
    ) -> None:
        super().__init__(observation_space, hidden[-1])
        whole = int(np.prod(observation_space.shape))
        self.ranges = [(start, end) for start, end in ranges or [(0, whole)]]
        size = sum(end - start for start, end in self.ranges)
        self.layers = make_layers(size, hidden)

    def forward(self, observation: Tensor) -> Tensor:
        """Return the features of each row."""
        features: Tensor = self.layers(take_ranges(observation, self.ranges))
        return features


class CriticShape(NamedTuple):
    """What a critic of its own looks like."""

    num_secrets: int  # numbers that it sees beside the observation
    hidden: Sequence[int]  # widths of its layers


class TrunkPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy with the same parameters, but one softmax and nothing around it."""

    features_extractor: Trunk
    action_net: nn.Linear
    action_space: spaces.Discrete

    def __init__(
        self,
        *arguments: Any,
        features: Sequence[Feature] = (),
        critic: CriticShape | None = None,
        rounds: bool = False,
        **named: Any,
    ) -> None:
        self.action_features, self.critic_shape = list(features), critic
        self.rounds = rounds  # whether numbers are rounded before they are multiplied
        super().__init__(*arguments, **named)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.reading = Reading(
            self.features_extractor.ranges, int(self.action_space.n), self.action_features
        )
        self.action_scores: ActionScores | None = None
        if self.action_features:
            self.action_scores = ActionScores(self.features_dim, self.action_features)
        self.critic: Critic | None = None
        if self.critic_shape is not None:
            self.critic = Critic(self.features_extractor.ranges, *self.critic_shape, self.rounds)
        if self.action_scores is not None or self.critic is not None:
            # SB3 has made the optimizer before it could know of these parameters
            named: dict[str, Any] = {"lr": lr_schedule(1), **self.optimizer_kwargs}
            self.optimizer = self.optimizer_class(self.parameters(), **named)

    def players_parameters(self) -> list[nn.Parameter]:
        """Return the parameters of all that plays: all but those of a critic."""
        own = self.named_parameters()
        return [parameter for name, parameter in own if not name.startswith(PREFIX)]

    def judge(self, chosen: ChosenDecisions) -> Tensor:
        """Return what the critic expects of decisions that were noted."""
        assert self.critic is not None
        return judge_chosen(self.critic, chosen)

    @property
    def layers(self) -> nn.Sequential:
        """The layers that policy and value share."""
        return self.features_extractor.layers

    def scores(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """Return the score of every action, whether legal or not, and the value, of each row."""
        features = self.features_extractor(observation)
        logits: Tensor = self.action_net(features)
        if self.action_scores is not None:
            logits = self.action_scores(features, observation, logits)
        return logits, self.value_net(features).squeeze(-1)

    def log_probabilities(
        self, observation: Tensor, mask: Tensor | NDArray[np.bool_]
    ) -> tuple[Tensor, Tensor]:
        """Return the log-probability of every action, and the value, of each row."""
        logits, values = self.scores(observation)
        return masked_log_probabilities(logits, mask), values

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

    def evaluate_actions(  # type: ignore[override]  # there may be one result more
        self, obs: Any, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, ...]:
        """Return value, log-probability and entropy for actions that were taken.

        Decisions that were noted without their zeros are evaluated sparsely, tensors as they are.
        Where the noted ones have a reference, the divergence from it comes last.
        """
        if isinstance(obs, ChosenDecisions):
            return evaluate(self, obs, actions)
        log_probabilities, values = self.log_probabilities(obs, action_masks)
        entropy = -(log_probabilities.exp() * log_probabilities).sum(-1)
        return values, log_probabilities.gather(-1, actions[:, None]).squeeze(-1), entropy

    def predict_values(self, obs: Any) -> Tensor:
        """Return the value of each row."""
        value: Tensor = self.value_net(self.features_extractor(obs)).squeeze(-1)
        return value


def take_over(policy: TrunkPolicy, earlier: Mapping[str, Tensor]) -> None:
    """Begin with the network of an earlier run, and with its critic if there is one that fits."""
    weights = policy.state_dict()
    critic = {n: t for n, t in earlier.items() if n.startswith(PREFIX)}
    own = {n: t.shape for n, t in weights.items() if n.startswith(PREFIX)}
    if {name: tensor.shape for name, tensor in critic.items()} == own:
        weights.update(critic)
    weights.update(named_as_in_sb3(without_critic(earlier)))
    policy.load_state_dict(weights)


def named_as_in_sb3(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights of a network by the names that Stable-Baselines3 has for them."""
    named = {}
    for name, tensor in weights.items():
        # the shared layers are listed once more for policy and for value
        prefixes = ("", "pi_", "vf_") if name.startswith("layers.") else ()
        named.update({f"{prefix}features_extractor.{name}": tensor for prefix in prefixes})
        if not prefixes:
            named[name] = tensor
    return named
