"""Scores of actions by features of their own.

Where a game says which parts of its observation judge actions one by one (its action features),
such a part brings a score to each of its actions: what a value of it is worth now is read off a
small table that the trunk writes anew for every decision. So what is learned of one card and cell
holds for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from boardgame_envs.core.game import ActionFeature, Game
from boardgame_envs.core.layout import Flag, Number, OneOf, Part


class Feature(NamedTuple):
    """Where an action feature stands in the observation, and which actions it judges."""

    start: int
    actions: int
    first_action: int
    values: int  # how many different values an entry can have
    is_one_of: bool  # an entry is as many numbers, of which one is 1
    entries: int  # less than the actions if it is about one of their axes
    in_a_row: int = 1  # actions one after the other that have the same entry
    is_rare: bool = False  # the value 0 brings nothing

    def entry_of(self, action: int) -> int:
        """Return which entry is about an action, counted among those of its kind."""
        return action // self.in_a_row % self.entries


def features_of(game: Game) -> list[Feature]:
    """Return the action features of a game."""
    return [find_feature(game, feature) for feature in game.action_features]


def find_feature(game: Game, declared: ActionFeature) -> Feature:
    """Return where an action feature of a game stands, and which of its entries is about what."""
    part, actions = game.layout.part(declared.part), game.actions.range_of(declared.kind)
    feature = describe_feature(part, game.layout.start(declared.part), actions.start)
    feature = feature._replace(is_rare=declared.is_rare)
    if declared.along is None:
        return feature
    entries, in_a_row = game.actions.spread_along(declared.kind, declared.along)
    return feature._replace(actions=len(actions), entries=entries, in_a_row=in_a_row)


def describe_feature(part: Part, start: int, first_action: int) -> Feature:
    """Return where a part stands that has an entry for each action, and how many values it has."""
    if isinstance(part, OneOf):
        labels = len(part.labels)
        entries = part.size // labels
        return Feature(start, entries, first_action, labels, True, entries)
    if isinstance(part, Number | Flag):
        highest = part.highest if isinstance(part, Number) else 1
        return Feature(start, part.size, first_action, highest + 1, False, part.size)
    raise TypeError(f"the part {part.name} cannot be an action feature: {type(part).__name__}")


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
            said = self.spread(feature, self.look_up(feature, table, observation))
            there = runs.get(feature.first_action)
            runs[feature.first_action] = said if there is None else there + said
        pieces, end = [], 0
        for first, said in sorted(runs.items()):
            pieces += [logits[:, end:first], logits[:, first : first + said.shape[1]] + said]
            end = first + said.shape[1]
        return torch.cat([*pieces, logits[:, end:]], 1)

    @staticmethod
    def look_up(feature: Feature, table: Tensor, observation: Tensor) -> Tensor:
        """Return what the table has for the value of each entry."""
        if feature.is_one_of:
            end = feature.start + feature.entries * feature.values
            rows = observation[:, feature.start : end]
            one_of = rows.reshape(-1, feature.entries, feature.values)
            return (one_of * table[:, None, :]).sum(-1)
        numbers = observation[:, feature.start : feature.start + feature.entries]
        values = (numbers * (feature.values - 1) + 0.5).long()
        said = table.gather(1, values)
        return said * (values > 0) if feature.is_rare else said

    @staticmethod
    def spread(feature: Feature, said: Tensor) -> Tensor:
        """Return for each action what is said of its entry."""
        if feature.entries == feature.actions:
            return said
        times = feature.actions // (feature.entries * feature.in_a_row)
        spread = said[:, None, :, None].expand(-1, times, -1, feature.in_a_row)
        return spread.reshape(-1, feature.actions)
