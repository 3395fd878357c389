"""The network: a trunk that policy and value share, and a masked choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from boardgame_envs.core.action_features import features_of
from boardgame_envs.core.game import Game
from boardgame_envs.learning.network.action_scores import ActionScores
from boardgame_envs.learning.network.masked_choice import masked_log_probabilities
from boardgame_envs.learning.network.sparse.reading import Reading


def trunk_ranges(game: Game) -> list[tuple[int, int]]:
    """Return the ranges of the observation that the trunk looks at."""
    left_out = {feature.part for feature in game.action_features if not feature.in_trunk}
    ranges: list[tuple[int, int]] = []
    start = 0
    for part in game.layout.parts:
        end = start + part.size
        if part.name not in left_out:
            if ranges and ranges[-1][1] == start:
                start = ranges.pop()[0]
            ranges.append((start, end))
        start = end
    return ranges


def make_layers(size: int, hidden: Sequence[int]) -> nn.Sequential:
    """Return the layers that policy and value share, for a number of inputs."""
    layers: list[nn.Module] = []
    for width in hidden:
        layers += [nn.Linear(size, width), nn.ReLU()]
        size = width
    return nn.Sequential(*layers)


def take_ranges(observation: Tensor, ranges: Sequence[tuple[int, int]]) -> Tensor:
    """Return the parts of observations that a trunk looks at."""
    seen = [observation[:, start:end] for start, end in ranges]
    return seen[0] if len(seen) == 1 else torch.cat(seen, 1)


class TrunkNetwork(nn.Module):
    """Logits of all actions and a value, from observations of a game."""

    rounds = False  # before it multiplies

    def __init__(self, game: Game, hidden: Sequence[int]) -> None:
        super().__init__()
        self.ranges, features = trunk_ranges(game), features_of(game)
        self.layers = make_layers(sum(end - start for start, end in self.ranges), hidden)
        self.action_net = nn.Linear(hidden[-1], game.num_actions)
        self.value_net = nn.Linear(hidden[-1], 1)
        self.action_scores = ActionScores(hidden[-1], features) if features else None
        self.reading = Reading(self.ranges, game.num_actions, features)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logit of every action, whether legal or not, and the value, of each row."""
        trunk = self.layers(take_ranges(observation, self.ranges))
        logits: Tensor = self.action_net(trunk)
        if self.action_scores is not None:
            logits = self.action_scores(trunk, observation, logits)
        return logits, self.value_net(trunk).squeeze(-1)

    def log_probabilities(
        self, observation: Tensor, mask: Tensor | NDArray[np.bool_]
    ) -> tuple[Tensor, Tensor]:
        """Return the log-probability of every action, and the value, of each row."""
        logits, values = self(observation)
        return masked_log_probabilities(logits, mask), values

    def load_weights(self, weights: Mapping[str, Tensor]) -> TrunkNetwork:
        """Take over weights of a network of this shape; those of an SB3 policy will do."""
        own = {
            name.removeprefix("features_extractor."): tensor
            for name, tensor in weights.items()
            # Stable-Baselines3 lists the shared layers once more for policy and for value; a
            # critic has no part in playing
            if not name.startswith(("pi_features_extractor.", "vf_features_extractor.", "critic."))
        }
        self.load_state_dict(own)
        return self
