"""The network: a trunk that policy and value share, and a masked choice without detours.

Where a game says which parts of its observation judge actions one by one (its action features),
such a part brings a score to each of its actions: what a value of it is worth now is read off a
small table that the trunk writes anew for every decision. So what is learned of one card and cell
holds for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from boardgame_envs.core.game import Game
from boardgame_envs.core.layout import Flag, Number, OneOf, Part

# far below any logit, yet finite: probabilities of masked actions are exactly 0
MASKED = -1e8


class Feature(NamedTuple):
    """Where an action feature stands in the observation, and which actions it judges."""

    start: int
    actions: int
    first_action: int
    values: int  # how many different values an entry can have
    is_one_of: bool  # an entry is as many numbers, of which one is 1


def features_of(game: Game) -> list[Feature]:
    """Return the action features of a game."""
    parts = {part.name: part for part in game.layout.parts}
    return [
        describe_feature(
            parts[feature.part],
            game.layout.start(feature.part),
            game.actions.range_of(feature.kind).start,
        )
        for feature in game.action_features
    ]


def describe_feature(part: Part, start: int, first_action: int) -> Feature:
    """Return where a part stands, and how many values its entries have."""
    if isinstance(part, OneOf):
        labels = len(part.labels)
        return Feature(start, part.size // labels, first_action, labels, True)
    if isinstance(part, Number | Flag):
        highest = part.highest if isinstance(part, Number) else 1
        return Feature(start, part.size, first_action, highest + 1, False)
    raise TypeError(f"the part {part.name} cannot be an action feature: {type(part).__name__}")


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
    """Return the layers that policy and value share, for so many inputs."""
    layers: list[nn.Module] = []
    for width in hidden:
        layers += [nn.Linear(size, width), nn.ReLU()]
        size = width
    return nn.Sequential(*layers)


def take_ranges(observation: Tensor, ranges: Sequence[tuple[int, int]]) -> Tensor:
    """Return the parts of observations that a trunk looks at."""
    seen = [observation[:, start:end] for start, end in ranges]
    return seen[0] if len(seen) == 1 else torch.cat(seen, 1)


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


class ActionScores(nn.Module):
    """What action features add to the score of each action."""

    def __init__(self, hidden: int, features: Sequence[Feature]) -> None:
        super().__init__()
        self.features = [Feature(*feature) for feature in features]
        self.tables = nn.Linear(hidden, sum(feature.values for feature in self.features))
        nn.init.zeros_(self.tables.weight)
        nn.init.zeros_(self.tables.bias)

    def forward(self, trunk: Tensor, observation: Tensor, logits: Tensor) -> Tensor:
        """Return the scores of all actions with what the features say."""
        tables, first_value = self.tables(trunk), 0
        runs: dict[int, Tensor] = {}
        for feature in self.features:
            table = tables[:, first_value : first_value + feature.values]
            first_value += feature.values
            said = self.look_up(feature, table, observation)
            there = runs.get(feature.first_action)
            runs[feature.first_action] = said if there is None else there + said
        pieces, end = [], 0
        for first, said in sorted(runs.items()):
            pieces += [logits[:, end:first], logits[:, first : first + said.shape[1]] + said]
            end = first + said.shape[1]
        return torch.cat([*pieces, logits[:, end:]], 1)

    @staticmethod
    def look_up(feature: Feature, table: Tensor, observation: Tensor) -> Tensor:
        """Return the table's entry for each action's value."""
        if feature.is_one_of:
            end = feature.start + feature.actions * feature.values
            rows = observation[:, feature.start : end]
            one_of = rows.reshape(-1, feature.actions, feature.values)
            return (one_of * table[:, None, :]).sum(-1)
        numbers = observation[:, feature.start : feature.start + feature.actions]
        values = (numbers * (feature.values - 1) + 0.5).long()
        return table.gather(1, values)


class TrunkPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy with the same parameters, but one softmax and nothing around it."""

    def __init__(self, *arguments: Any, features: Sequence[Feature] = (), **named: Any) -> None:
        self.action_features = list(features)
        super().__init__(*arguments, **named)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        if self.action_features:
            self.action_scores = ActionScores(self.features_dim, self.action_features)
            # SB3 has made the optimizer before it could know of these parameters
            named: dict[str, Any] = {"lr": lr_schedule(1), **self.optimizer_kwargs}
            self.optimizer = self.optimizer_class(self.parameters(), **named)

    def scores(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """Return the score of every action, whether legal or not, and the value, of each row."""
        features = self.features_extractor(observation)
        logits: Tensor = self.action_net(features)
        if self.action_features:
            logits = self.action_scores(features, observation, logits)
        return logits, self.value_net(features).squeeze(-1)

    def log_probabilities(
        self, observation: Tensor, mask: Tensor | NDArray[np.bool_]
    ) -> tuple[Tensor, Tensor]:
        """Return the log-probability of every action, and the value, of each row."""
        legal = mask if isinstance(mask, Tensor) else torch.from_numpy(mask)
        logits, values = self.scores(observation)
        return torch.log_softmax(logits.masked_fill(~legal.bool(), MASKED), -1), values

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
