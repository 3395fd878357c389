"""The parameters of a network as its sparse computation needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import torch
from torch import Tensor, nn

from boardgame_envs.learning.network.action_scores import ActionScores
from boardgame_envs.learning.network.sparse.reading import Reading


class SparseModule(Protocol):
    """A network that can be computed sparsely: ReLU layers, and heads for actions and value."""

    @property
    def reading(self) -> Reading:
        """What it reads of an observation."""

    @property
    def layers(self) -> nn.Sequential:
        """The layers of its trunk."""

    @property
    def action_net(self) -> nn.Linear:
        """The head for actions."""

    @property
    def value_net(self) -> nn.Linear:
        """The head for the value."""

    @property
    def action_scores(self) -> ActionScores | None:
        """What action features add to the logits, if there are any."""

    @property
    def rounds(self) -> bool:
        """Whether numbers are rounded before they are multiplied; see ``products.py``."""


def parameters_of(module: SparseModule) -> list[Tensor]:
    """Return the parameters of a network, weight and bias by turns, from first to last layer."""
    tables = [] if module.action_scores is None else [module.action_scores.tables]
    trunk = [layer for layer in module.layers if isinstance(layer, nn.Linear)]
    linears = [*trunk, module.action_net, *tables, module.value_net]
    return [parameter for linear in linears for parameter in (linear.weight, linear.bias)]


class Weights(NamedTuple):
    """The numbers of a network at one moment, or gradients of them."""

    first: Tensor  # with a row for each input
    between: list[Tensor]  # of the layers after the first, as in torch
    biases: list[Tensor]  # of all layers of the trunk
    head: Tensor  # a row for each action, for each value of each feature, and for the value
    head_bias: Tensor
    rounded: Sequence[Tensor] = ()  # those of the layers between in bfloat16; none: as they are

    @classmethod
    def of(cls, parameters: Sequence[Tensor], has_features: bool, rounds: bool = False) -> Weights:
        """Return what the parameters of a network are now."""
        numbers = [parameter.detach() for parameter in parameters]
        heads = 6 if has_features else 4
        trunk, last = numbers[:-heads], numbers[-heads:]
        first = trunk[0].t().contiguous()
        heads_now = torch.cat(last[::2]), torch.cat(last[1::2])
        return cls(first, trunk[2::2], trunk[1::2], *heads_now).in_precision(rounds)

    def in_precision(self, rounds: bool) -> Weights:
        """Return the same numbers, with those of the layers between rounded beside them or not."""
        return self._replace(rounded=[one.bfloat16() for one in self.between] if rounds else [])

    def tensors(self) -> list[Tensor]:
        """Return all numbers, in an order of its own."""
        return [self.first, *self.between, *self.biases, self.head, self.head_bias]

    def zeros(self) -> Weights:
        """Return zeros in the same shapes."""
        return Weights(
            torch.zeros_like(self.first),
            [torch.zeros_like(weights) for weights in self.between],
            [torch.zeros_like(bias) for bias in self.biases],
            torch.zeros_like(self.head),
            torch.zeros_like(self.head_bias),
        )

    def as_parameters(self, rows: Sequence[int]) -> list[Tensor]:
        """Return the numbers as ``parameters_of`` lists them; ``rows`` are those of each head."""
        trunk = zip([self.first.t(), *self.between], self.biases, strict=True)
        heads = zip(self.head.split(list(rows)), self.head_bias.split(list(rows)), strict=True)
        return [tensor for pair in (*trunk, *heads) for tensor in pair]
