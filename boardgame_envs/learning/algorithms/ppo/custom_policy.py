"""A network of the user's own as a policy of sb3-contrib."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from boardgame_envs.core.game import Game
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.network.dense import DenseModule, rows_of, whole_reading
from boardgame_envs.learning.network.masked_choice import masked_log_probabilities
from boardgame_envs.learning.network.sparse.learning import ChosenDecisions
from boardgame_envs.learning.run.config import ConfigError
from boardgame_envs.learning.run.named_classes import load_class

PREFIX = "network."


def make_network(config: PPOConfig, game: Game) -> nn.Module:
    """Return the network that a config names, or raise ConfigError if it is not one."""
    kind = load_class("network", config.network, nn.Module)
    try:
        network: nn.Module = kind(game, **config.network_arguments)
        logits, values = network(torch.zeros(2, game.layout.size))
    except (TypeError, ValueError, RuntimeError) as error:
        raise ConfigError(f"network: {config.network} does not work: {error}") from None
    shapes, wanted = (tuple(logits.shape), tuple(values.shape)), ((2, game.num_actions), (2,))
    if shapes != wanted:
        raise ConfigError(
            f"network: of 2 observations {config.network} must make logits and values of the "
            f"shapes {wanted}, not {shapes}"
        )
    return network


class CustomPolicy(MaskableActorCriticPolicy, DenseModule):
    """MaskablePPO's policy around a network of the user's own."""

    # it has no critic of its own, and no scores by action features
    critic = None
    action_scores = None

    def __init__(self, *arguments: Any, config: PPOConfig, game: Game, **named: Any) -> None:
        self.config, self.game = config, game
        super().__init__(*arguments, **named)

    def _build(self, lr_schedule: Any) -> None:
        self.network = make_network(self.config, self.game)
        self.reading = whole_reading(self.game)
        rate: dict[str, Any] = {"lr": lr_schedule(1), **self.optimizer_kwargs}
        self.optimizer = self.optimizer_class(self.parameters(), **rate)

    def players_parameters(self) -> list[nn.Parameter]:
        """Return the parameters of all that plays: all there are."""
        return list(self.parameters())

    def log_probabilities(self, observation: Tensor, mask: Any) -> tuple[Tensor, Tensor]:
        """Return the log-probability of every action, and the value, of each row."""
        logits, values = self.network(observation)
        return masked_log_probabilities(logits, mask), values

    def forward(
        self, obs: Any, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Choose an action for each row; return it with its value and log-probability."""
        logs, values = self.log_probabilities(obs, action_masks)
        odds = logs.exp()
        actions = logs.argmax(-1) if deterministic else torch.multinomial(odds, 1).squeeze(-1)
        return actions, values, logs.gather(-1, actions[:, None]).squeeze(-1)

    def evaluate_actions(  # type: ignore[override]
        self, obs: Any, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, ...]:
        """Return value, log-probability and entropy for actions that were taken."""
        if isinstance(obs, ChosenDecisions):
            obs, action_masks = rows_of(obs.decisions.take(obs.rows))
        logs, values = self.log_probabilities(obs, action_masks)
        entropy = -(logs.exp() * logs).sum(-1)
        return values, logs.gather(-1, actions[:, None]).squeeze(-1), entropy

    def predict_values(self, obs: Any) -> Tensor:
        """Return the value of each row."""
        values: Tensor = self.network(obs)[1]
        return values


def custom_weights(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights of the network alone, out of those of a policy."""
    return {n.removeprefix(PREFIX): t for n, t in weights.items() if n.startswith(PREFIX)}
