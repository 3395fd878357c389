"""The average of the weights that a learner had of late: what is measured, kept and exported.

A policy that learns from its own play circles around what it learns, and every update throws it a
little to one side. The mean of its weights lies nearer to the middle of the circle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

NEWEST = 1.0  # the rate at which an average is the newest weights themselves


def make_average(rate: float) -> AveragedWeights | None:
    """Return an average of weights, or None where the newest ones count."""
    return None if rate == NEWEST else AveragedWeights(rate)


class AveragedWeights:
    """A moving average: it begins with the first weights, and moves by a share, ``rate``."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.weights: dict[str, Tensor] | None = None

    def follow(self, policy: Any) -> None:
        """Move after the policy, which has just been updated."""
        newest = policy.state_dict()
        if self.weights is None:
            self.weights = {name: tensor.detach().clone() for name, tensor in newest.items()}
        now = [newest[name].detach() for name in self.weights]
        torch._foreach_lerp_(list(self.weights.values()), now, self.rate)

    def get_state(self) -> dict[str, Tensor] | None:
        """Return what a resumed run needs."""
        return self.weights

    def set_state(self, weights: Mapping[str, Tensor] | None, policy: Any) -> None:
        """Go on from what ``get_state`` returned; it must fit the policy."""
        own = {name: tensor.shape for name, tensor in policy.state_dict().items()}
        if weights is None:
            self.weights = None
            return
        if {name: tensor.shape for name, tensor in weights.items()} != own:
            raise ValueError("the averaged weights are those of a network of another shape")
        self.weights = dict(weights)
