"""Tianshou: PPO for one seat of a game, against agents, on the Gymnasium environment.

    pip install 'boardgame_envs[tianshou]'
    python docs/examples/tianshou_ppo.py elements --opponents heuristic --export agent.onnx

What to know about Tianshou:

- Its PPO takes no heed of masks by itself: the actor has to. With ``mask_in="both"`` observations
  are dicts, and what arrives at the actor is ``obs.observation`` and ``obs.action_mask``.
- Train one seat against agents. Its multi-agent PPO on the AEC environment gives rewards to the
  wrong seat (``tianshou_credit.py`` shows it).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.utils.torch_utils import policy_within_training_step, torch_train_mode
from torch import Tensor, nn

from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.core.game import Game
from boardgame_envs.games import load_game
from boardgame_envs.learning.network.masked_choice import ActorAndCritic
from boardgame_envs.learning.run.export import export_network

ENVS = 8


def make_env(game: Game, opponents: str = "random", **arguments: Any) -> gymnasium.Env[Any, Any]:
    """Return one seat of a game, as ``gymnasium.make`` does for a game that is registered."""
    # an illegal action is an error here: it would mean that the actor has lost the mask
    chosen = {"seat": "random", "illegal": "raise", **arguments}
    return SeatEnv(game, opponents=opponents, mask_in="both", **chosen)


def layers(inputs: int, outputs: int) -> nn.Sequential:
    """Return a small network."""
    return nn.Sequential(
        *(nn.Linear(inputs, 128), nn.Tanh()),
        *(nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, outputs)),
    )


class MaskedActor(nn.Module):
    """Gives a logit for each action; illegal ones get none worth speaking of."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.layers = layers(game.layout.size, game.num_actions)

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> tuple[Tensor, Any]:
        """Return the logits of each row."""
        mask = torch.as_tensor(np.asarray(obs.action_mask), dtype=torch.bool)
        logits = self.layers(torch.as_tensor(np.asarray(obs.observation)))
        return logits.masked_fill(~mask, -1e8), state


class Critic(nn.Module):
    """Gives the value of each row."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.layers = layers(game.layout.size, 1)

    def forward(self, obs: Any, **named: Any) -> Tensor:
        """Return the values."""
        values: Tensor = self.layers(torch.as_tensor(np.asarray(obs.observation)))
        return values


def make_algorithm(game: Game, space: Any) -> PPO:
    """Return PPO with an actor that heeds masks."""
    return PPO(
        policy=DiscreteActorPolicy(actor=MaskedActor(game), action_space=space),
        critic=Critic(game),
        optim=AdamOptimizerFactory(lr=1e-3),
        ent_coef=0.05,
        gamma=1.0,
        gae_lambda=0.95,
        max_grad_norm=0.5,
    )


def train(
    game: Game, opponents: str = "random", steps: int = 512, steps_per_update: int = 256
) -> PPO:
    """Train one seat for a number of decisions of its own."""
    torch.set_num_threads(1)
    envs = DummyVectorEnv([lambda: make_env(game, opponents) for _ in range(ENVS)])
    algorithm = make_algorithm(game, make_env(game).action_space)
    collector = Collector(algorithm, envs, VectorReplayBuffer(2 * steps_per_update, ENVS))
    collector.reset()
    done = 0
    while done < steps:
        with policy_within_training_step(algorithm.policy):
            collected = collector.collect(n_step=steps_per_update)
            with torch_train_mode(algorithm):
                algorithm.update(buffer=collector.buffer, batch_size=128, repeat=4)
        collector.reset_buffer(keep_statistics=True)
        done += collected.n_collected_steps
        print(f"steps {done}: {collected.n_collected_episodes} games")
    return algorithm


def export(algorithm: PPO, game: Game, output: Path, steps: int) -> None:
    """Write the policy as an agent that plays without torch."""
    network = ActorAndCritic(algorithm.policy.actor.layers, algorithm.critic.layers)
    training = {"library": "Tianshou", "algorithm": "PPO", "decisions": steps}
    export_network(network, game, output, training)


def main() -> None:
    """Train as the arguments say."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--export", type=Path)
    parsed = parser.parse_args()
    game = load_game(parsed.game)
    algorithm = train(game, parsed.opponents, parsed.steps, min(parsed.steps, 2_000))
    if parsed.export:
        export(algorithm, game, parsed.export, parsed.steps)


if __name__ == "__main__":
    main()
