"""Self-play PPO on sb3-contrib: one policy in all seats of many tables, on one machine."""

from __future__ import annotations

from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.run.algorithm import Algorithm, Trainer


def load() -> Trainer:
    """Import torch and Stable-Baselines3."""
    from boardgame_envs.learning.algorithms.ppo import trainer

    return trainer


ALGORITHM = Algorithm(
    name="ppo",
    description="self-play PPO on Stable-Baselines3, with a trajectory for every seat",
    extra="train",
    config=PPOConfig,
    load=load,
    changes_on_resume=frozenset({"threads"}),
)
