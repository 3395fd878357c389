"""Export networks that other libraries have trained, as the same ONNX agents as our own.

The file takes observations and masks and gives action probabilities (masked inside) and values,
with a card that says for what it was trained: see ``boardgame_envs/agents/network_agent.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from boardgame_envs.agents.agent_card import make_card
from boardgame_envs.core.game import Game
from training.export import make_onnx, write_onnx
from training.policy import MASKED


class ActorAndCritic(nn.Module):
    """Probabilities and value from observation and mask.

    ``actor`` gives a number for each action, the higher the better (a logit); ``critic`` one
    number, or None where there is no critic (the best of the actor's numbers is its value, as
    in Q-learning). ``temperature`` 0 leaves the best action alone.
    """

    def __init__(
        self,
        actor: Callable[[Tensor], Tensor],
        critic: Callable[[Tensor], Tensor] | None = None,
        temperature: float = 1.0,
    ) -> None:
        super().__init__()
        self.actor, self.critic, self.temperature = actor, critic, temperature

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the probability of every action, and the value, of each row."""
        logits = self.actor(observation).masked_fill(~mask, MASKED)
        if self.temperature:
            chances = torch.softmax(logits / self.temperature, -1)
        else:
            chances = torch.nn.functional.one_hot(logits.argmax(-1), logits.shape[-1]).float()
        value = logits.amax(-1) if self.critic is None else self.critic(observation).reshape(-1)
        # an illegal action has exactly no chance, however the softmax is rounded
        return chances * mask, value


def network_of_sb3(policy: Any) -> ActorAndCritic:
    """Return the network of an actor-critic policy of Stable-Baselines3, for plain observations."""
    policy = policy.eval()
    extractor = policy.mlp_extractor
    actor = nn.Sequential(policy.pi_features_extractor, extractor.policy_net, policy.action_net)
    critic = nn.Sequential(policy.vf_features_extractor, extractor.value_net, policy.value_net)
    return ActorAndCritic(actor, critic)


def export_network(
    network: ActorAndCritic, game: Game, output: Path, training: dict[str, Any]
) -> dict[str, Any]:
    """Write a network as an agent for a game; return its card.

    ``training`` says how it was trained: the library, the algorithm, the number of steps.
    """
    card = make_card(game, training=training)
    # it has the inputs and outputs of our own policies, and is none of them
    exported: Any = network
    write_onnx(make_onnx(exported, game), card, output)
    return card
