"""A magnet: a policy that the learner is held near to, by how far its choices diverge from it.

In a game of bluffing two policies that learn from each other chase each other in circles; what
pulls them towards a slow copy of themselves lets the circles die out. And what was imitated is not
lost at once where the learner is held near to where it began.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from boardgame_envs.learning.algorithms.ppo.config import EMA, NONE, PREVIOUS, MagnetConfig
from boardgame_envs.learning.network.sparse.reference import note_reference
from boardgame_envs.learning.network.sparse.weights import parameters_of


def make_magnet(config: MagnetConfig) -> Magnet | None:
    """Return what the learner is held near to, or None for nothing."""
    if config.kind == NONE or config.weight == 0:
        return None
    return Magnet(config.kind, config.weight, config.rate)


class Magnet:
    """What the learner is held near to.

    ``ema`` is an average of its own past weights, moved by a share, ``rate``, after each rollout;
    ``previous`` is what it was when it played the rollout, and ``start`` what it was when it first
    learned from play in its stage.
    """

    def __init__(self, kind: str, weight: float, rate: float) -> None:
        self.kind, self.weight, self.rate = kind, weight, rate
        self.parameters: list[Tensor] | None = None

    def note(self, policy: Any, decisions: Any) -> None:
        """Write what the magnet would choose at the decisions of a rollout, before its update."""
        if self.kind == PREVIOUS or self.parameters is None:
            self.parameters = [parameter.detach().clone() for parameter in parameters_of(policy)]
        has_features = policy.action_scores is not None
        note_reference(decisions, self.parameters, has_features, policy.rounds)

    def follow(self, policy: Any) -> None:
        """Move after the policy, which has just been updated."""
        if self.kind == EMA and self.parameters is not None:
            now = [parameter.detach() for parameter in parameters_of(policy)]
            torch._foreach_lerp_(self.parameters, now, self.rate)

    def get_state(self) -> list[Tensor] | None:
        """Return what a resumed run needs."""
        return None if self.kind == PREVIOUS else self.parameters

    def set_state(self, state: list[Tensor] | None, policy: Any) -> None:
        """Go on from what ``get_state`` returned; it must fit the policy."""
        own = [parameter.shape for parameter in parameters_of(policy)]
        if state is not None and [tensor.shape for tensor in state] != own:
            raise ValueError("the magnet is a network of another shape")
        self.parameters = state
