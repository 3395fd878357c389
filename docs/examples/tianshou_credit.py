"""Tianshou: why not to use its multi-agent PPO on these games. It loses rewards.

    python docs/examples/tianshou_credit.py elements

Plays one game through ``PettingZooEnv`` and ``MultiAgentOnPolicyAlgorithm``, and adds up what each
seat's PPO is given to learn from. A seat is given the reward of the steps it makes itself. What it
earns by another seat's step (a lost game, for one) is in a row that only the other seat learns
from. Nor does any of its own rows end the game, so what comes after it is taken from the
observation of the seat that moves next.
"""

from __future__ import annotations

import argparse
from typing import Any

import torch
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOnPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.utils.torch_utils import policy_within_training_step
from torch import Tensor, nn

from boardgame_envs.adapters.entry_points import EntryPoints
from boardgame_envs.core.game import Game
from boardgame_envs.games import load_game


class LegalActor(nn.Module):
    """Takes any legal action."""

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> tuple[Tensor, Any]:
        """Return the logits of each row."""
        legal = torch.as_tensor(obs.mask, dtype=torch.bool)
        return torch.zeros(legal.shape).masked_fill(~legal, -1e8), state


class NoCritic(nn.Module):
    """Values everything at zero."""

    def __init__(self) -> None:
        super().__init__()
        self.zero = nn.Parameter(torch.zeros(1))

    def forward(self, obs: Any, **named: Any) -> Tensor:
        """Return the values."""
        return self.zero * torch.zeros(len(obs.mask), 1)


class WatchedPPO(PPO):
    """PPO that notes the rewards it is given to learn from."""

    credited = 0.0

    def _preprocess_batch(self, batch: Any, buffer: Any, indices: Any) -> Any:
        self.credited = float(batch.rew.sum())
        return super()._preprocess_batch(batch, buffer, indices)


def make_seat(space: Any) -> WatchedPPO:
    """Return the learner of one seat."""
    policy = DiscreteActorPolicy(actor=LegalActor(), action_space=space)
    return WatchedPPO(policy=policy, critic=NoCritic(), optim=AdamOptimizerFactory(lr=1e-3))


def earned_and_credited(game: Game, seed: int = 1) -> tuple[list[float], list[float]]:
    """Return what each seat earned in one game, and what its PPO learns that it earned."""
    torch.manual_seed(seed)
    raw = EntryPoints(game.name).raw_env()
    env = PettingZooEnv(raw)
    seats = [make_seat(env.action_space) for _ in env.agents]
    together = MultiAgentOnPolicyAlgorithm(algorithms=seats, env=env)
    together.policy.agent_idx = env.agent_idx
    collector = Collector(together, DummyVectorEnv([lambda: env]), VectorReplayBuffer(10_000, 1))
    collector.reset(gym_reset_kwargs={"seed": seed})
    with policy_within_training_step(together.policy):
        collector.collect(n_episode=1, reset_before_collect=False)
    batch, indices = collector.buffer.sample(0)
    earned = batch.rew.sum(axis=0).tolist()
    together._preprocess_batch(batch, collector.buffer, indices)
    return earned, [seat.credited for seat in seats]


def main() -> None:
    """Show what is earned, and what is learned from."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    earned, credited = earned_and_credited(load_game(parser.parse_args().game))
    for seat, (truth, belief) in enumerate(zip(earned, credited, strict=True)):
        print(f"seat {seat}: earned {truth:+.2f}, learns from {belief:+.2f}")


if __name__ == "__main__":
    main()
