"""AgileRL: DQN with masks, for one seat of a game, against agents.

    pip install 'boardgame_envs[agilerl]'
    python docs/examples/agilerl_dqn.py elements --opponents heuristic --export agent.onnx

What to know about AgileRL:

- ``DQN.get_action`` takes an ``action_mask`` with every call, also for its random choices.
- ``DQN.learn`` knows no masks: the best next action it learns from may be an illegal one. What is
  illegal is never tried, and so keeps the value the network began with; the recipe lives with it.
- Its multi-agent IPPO ignores masks when it learns (``agilerl_masks.py`` shows it).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import DQN
from agilerl.components.replay_buffer import ReplayBuffer
from gymnasium import spaces
from tensordict import TensorDict

from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.core.game import Game
from boardgame_envs.games import load_game
from boardgame_envs.learning.network.masked_choice import ActorAndCritic
from boardgame_envs.learning.run.export import export_network


def make_env(game: Game, opponents: str = "random", **arguments: Any) -> gymnasium.Env[Any, Any]:
    """Return one seat of a game, as ``gymnasium.make`` does for a game that is registered."""
    # an illegal action is an error here: it would mean that a mask was lost on the way
    chosen = {"seat": "random", "illegal": "raise", **arguments}
    return SeatEnv(game, opponents=opponents, **chosen)


def make_learner(game: Game) -> DQN:
    """Return a double DQN with a small network."""
    return DQN(
        spaces.Box(0.0, 1.0, (game.layout.size,), np.float32),
        spaces.Discrete(game.num_actions),
        lr=1e-3,
        batch_size=64,
        gamma=1.0,
        double=True,
        net_config={
            "encoder_config": {"hidden_size": [128]},
            "head_config": {"hidden_size": [128]},
        },
    )


def choose(learner: DQN, seen: Any, mask: Any, epsilon: float = 0.0) -> int:
    """Return the learner's action, or any legal one with a chance of epsilon."""
    action = learner.get_action(seen[None], epsilon=epsilon, action_mask=mask[None])
    return int(np.asarray(action).reshape(-1)[0])


def remember(
    memory: ReplayBuffer, seen: Any, action: int, reward: float, after: Any, over: bool
) -> None:
    """Keep what came of a decision."""
    row = {
        "obs": seen[None],
        "action": np.array([action]),
        "reward": np.array([[reward]], np.float32),
        "next_obs": after[None],
        "done": np.array([[over]], np.float32),
    }
    memory.add(TensorDict(row, batch_size=[1]))


def train(game: Game, opponents: str = "random", steps: int = 300, seed: int = 0) -> DQN:
    """Train one seat for a number of decisions of its own."""
    torch.set_num_threads(1)
    env, learner, memory = (
        make_env(game, opponents),
        make_learner(game),
        ReplayBuffer(max_size=20_000),
    )
    seen, info = env.reset(seed=seed)
    for step in range(steps):
        epsilon = max(0.05, 1.0 - 2.0 * step / steps)
        action = choose(learner, seen, info["action_mask"], epsilon)
        after, reward, terminated, truncated, info = env.step(action)
        remember(memory, seen, action, float(reward), after, terminated)
        seen = after
        if terminated or truncated:
            seen, info = env.reset()
        if len(memory) >= learner.batch_size and step % 4 == 0:
            learner.learn(memory.sample(learner.batch_size))
    return learner


def export(learner: DQN, game: Game, output: Path, steps: int) -> None:
    """Write the policy as an agent that plays without torch: it takes what is worth most."""
    network = ActorAndCritic(learner.actor)
    training = {"library": "AgileRL", "algorithm": "DQN", "decisions": steps}
    export_network(network, game, output, training, temperature=0.0)


def main() -> None:
    """Train as the arguments say."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--export", type=Path)
    parsed = parser.parse_args()
    game = load_game(parsed.game)
    learner = train(game, parsed.opponents, parsed.steps)
    if parsed.export:
        export(learner, game, parsed.export, parsed.steps)


if __name__ == "__main__":
    main()
