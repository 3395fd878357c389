"""Scores of actions by features of their own.

Where a game says which parts of its observation judge actions one by one (its action features),
such a part brings a score to each of its actions: what a value of it is worth now is read off a
small table that the trunk writes anew for every decision. So what is learned of one card and cell
holds for all.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from boardgame_envs.core.action_features import Feature


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
