"""What the network reads of an observation: inputs of its trunk, and the scores of each action."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boardgame_envs.core.action_features import Feature

# inputs, actions and rows of the head are numbers of 16 bits
MOST = 2**16 - 1


class Reading:
    """Where the inputs of a trunk stand, and which rows of the head add up to a logit.

    The head is the layer that makes logits: a row for each action and below them, where there are
    action features, a row for each value of each feature.
    """

    def __init__(
        self, ranges: Sequence[tuple[int, int]], num_actions: int, features: Sequence[Feature]
    ) -> None:
        self.num_inputs = sum(end - start for start, end in ranges)
        self.num_actions = num_actions
        self.ranges = np.array(ranges, np.int64)
        sources: list[list[tuple[int, ...]]] = [[] for _ in range(num_actions)]
        first_row = num_actions
        for feature in features:
            width = feature.values if feature.is_one_of else 1
            for action in range(feature.actions):
                place = feature.start + feature.entry_of(action) * width
                source = (place, feature.values, first_row, feature.is_one_of, feature.is_rare)
                sources[feature.first_action + action].append(source)
            first_row += feature.values
        if max(self.num_inputs, first_row) > MOST:
            raise ValueError(f"a network may have at most {MOST:,} inputs and rows of its head")
        # of each action: where its features stand, their values, their rows, whether one of labels,
        # whether 0 says nothing
        self.sources = np.array([s for own in sources for s in own], np.int64).reshape(-1, 5)
        self.source_start = np.cumsum([0, *map(len, sources)], dtype=np.int64)
        self.most_terms = num_actions + len(self.sources)
