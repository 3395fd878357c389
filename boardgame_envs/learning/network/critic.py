"""A critic of its own: a second network that judges the learner's play and never plays.

It sees what the seat to act sees and, if it is privileged, what is hidden from that seat, too. It
is part of the policy's parameters and of checkpoints; no agent and no exported file has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn

from boardgame_envs.learning.network.trunk import make_layers, take_ranges

# what its parameters are called among those of a policy
PREFIX = "critic."


class Critic(nn.Module):
    """The value of a decision, from what is seen and, beside it, what is hidden."""

    def __init__(
        self,
        ranges: Sequence[tuple[int, int]],
        num_secrets: int,
        hidden: Sequence[int],
        rounds: bool = False,
    ) -> None:
        super().__init__()
        self.rounds = rounds  # whether numbers are rounded before they are multiplied
        self.ranges, self.num_secrets = list(ranges), num_secrets
        self.num_seen = sum(end - start for start, end in ranges)
        self.layers = make_layers(self.num_seen + num_secrets, hidden)
        self.value_net = nn.Linear(hidden[-1], 1)
        for layer in self.layers:
            if isinstance(layer, nn.Linear):
                nn.init.orthogonal_(layer.weight, 2**0.5)
                nn.init.zeros_(layer.bias)
        nn.init.orthogonal_(self.value_net.weight)
        nn.init.zeros_(self.value_net.bias)

    def forward(self, observation: Tensor, secrets: Tensor) -> Tensor:
        """Return the value of each row."""
        inputs = torch.cat([take_ranges(observation, self.ranges), secrets], 1)
        value: Tensor = self.value_net(self.layers(inputs)).squeeze(-1)
        return value


def without_critic(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights of a policy that it plays with."""
    return {name: tensor for name, tensor in weights.items() if not name.startswith(PREFIX)}
