"""TorchRL: multi-agent PPO by self-play on the AEC environment of a game.

    pip install 'boardgame_envs[torchrl]'
    python docs/examples/torchrl_ppo.py elements --frames 20000 --export agent.onnx

What TorchRL makes of an AEC environment, and what follows for the loss:

- ``PettingZooWrapper(..., use_mask=True)`` asks every agent for its observation at every step, and
  hands out every agent's reward of that step. So each seat has a trajectory of its own, with a row
  for every step, whoever acts: advantages over it are right, and no reward is lost.
- ``mask`` tells which agent acted. Only those rows carry a decision, and only they may count in
  the policy's loss. The others have a legal-action mask that is all True: excluded, too, from the
  entropy.
- All agents share one policy, which acts on each one's own observation alone.
"""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path
from typing import Any

import torch
from tensordict import TensorDict, TensorDictBase
from tensordict.nn import TensorDictModule
from torch import Tensor, nn
from torchrl.collectors import Collector
from torchrl.envs import PettingZooWrapper
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor
from torchrl.objectives import ClipPPOLoss, ValueEstimators

from boardgame_envs.adapters.entry_points import EntryPoints
from boardgame_envs.core.game import Game
from boardgame_envs.games import load_game
from boardgame_envs.learning.network.masked_choice import ActorAndCritic
from boardgame_envs.learning.run.export import export_network

GROUP = "players"
SEEN = (GROUP, "observation", "observation")


def make_env(game: Game, **options: Any) -> PettingZooWrapper:
    """Return the AEC environment of a game as TorchRL sees it, all agents in one group."""
    # an illegal action is an error here: it would mean that a mask was lost on the way
    env = EntryPoints(game.name).raw_env(**options)
    with warnings.catch_warnings():
        # TorchRL names the one version of PettingZoo it was tested with
        warnings.simplefilter("ignore")
        return PettingZooWrapper(
            env,
            use_mask=True,
            group_map={GROUP: env.possible_agents},
            categorical_actions=True,
        )


class Learner:
    """An actor and a critic for all seats, and the loss that trains them."""

    def __init__(self, env: PettingZooWrapper, game: Game) -> None:
        size = game.layout.size
        # layers work on the last axis, and so on each seat's own observation alone
        self.actor = MLP(size, game.num_actions, depth=2, num_cells=128)
        self.critic = MLP(size, 1, depth=2, num_cells=128)
        self.policy = ProbabilisticActor(
            TensorDictModule(self.actor, [SEEN], [(GROUP, "logits")]),
            in_keys={"logits": (GROUP, "logits"), "mask": (GROUP, "action_mask")},
            out_keys=[env.action_key],
            distribution_class=MaskedCategorical,
            return_log_prob=True,
            log_prob_key=(GROUP, "sample_log_prob"),
        )
        values = TensorDictModule(self.critic, [SEEN], [(GROUP, "state_value")])
        self.loss = ClipPPOLoss(
            self.policy, values, entropy_coeff=0.05, normalize_advantage=False, reduction="none"
        )
        names = ["reward", "done", "terminated", "advantage", "value_target", "sample_log_prob"]
        keys = {name: (GROUP, name) for name in names}
        self.loss.set_keys(action=env.action_key, value=(GROUP, "state_value"), **keys)
        self.loss.make_value_estimator(ValueEstimators.GAE, gamma=1.0, lmbda=0.95)
        self.optimiser = torch.optim.Adam(self.loss.parameters(), lr=1e-3)

    def learn(self, frames: TensorDictBase, epochs: int = 4, minibatch: int = 128) -> float:
        """Learn from a batch of frames; return the last loss."""
        with torch.no_grad():
            self.loss.value_estimator(frames, **self._critic_parameters())
        acted = frames[GROUP, "mask"]
        advantage = frames[GROUP, "advantage"]
        earned = advantage[acted]
        frames[GROUP, "advantage"] = (advantage - earned.mean()) / (earned.std() + 1e-6)
        total = torch.zeros(())
        for _ in range(epochs):
            for rows in torch.randperm(frames.numel()).split(minibatch):
                total = self._total_loss(frames.reshape(-1)[rows])
                self.optimiser.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(self.loss.parameters(), 0.5)
                self.optimiser.step()
        return float(total.detach())

    def _critic_parameters(self) -> dict[str, Any]:
        parameters = self.loss.critic_network_params
        return {"params": parameters, "target_params": self.loss.target_critic_network_params}

    def _total_loss(self, rows: TensorDictBase) -> Tensor:
        """Return the loss of some frames; the policy's counts where a seat has acted."""
        losses: TensorDict = self.loss(rows)
        acted = rows[GROUP, "mask"]

        def where_acted(name: str) -> Tensor:
            return losses[name].reshape(acted.shape)[acted].mean()

        policy = where_acted("loss_objective") + where_acted("loss_entropy")
        return policy + 0.5 * losses["loss_critic"].mean()


def train(game: Game, frames: int = 512, frames_per_batch: int = 256) -> Learner:
    """Train by self-play for a number of frames (decisions)."""
    torch.set_num_threads(1)
    env = make_env(game)
    learner = Learner(env, game)
    collector = Collector(
        env,
        learner.policy,
        frames_per_batch=frames_per_batch,
        total_frames=frames,
        auto_register_policy_transforms=False,
    )
    for number, batch in enumerate(collector):
        loss = learner.learn(batch)
        print(f"frames {(number + 1) * frames_per_batch}: loss {loss:.3f}")
    collector.shutdown()
    return learner


def export(learner: Learner, game: Game, output: Path, frames: int) -> None:
    """Write the policy as an agent that plays without torch."""
    network = ActorAndCritic(learner.actor, learner.critic)
    training = {"library": "TorchRL", "algorithm": "self-play PPO", "decisions": frames}
    export_network(network, game, output, training)


def main() -> None:
    """Train as the arguments say."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--frames", type=int, default=20_000)
    parser.add_argument("--export", type=Path)
    parsed = parser.parse_args()
    game = load_game(parsed.game)
    learner = train(game, parsed.frames, min(parsed.frames, 1_000))
    if parsed.export:
        export(learner, game, parsed.export, parsed.frames)


if __name__ == "__main__":
    main()
