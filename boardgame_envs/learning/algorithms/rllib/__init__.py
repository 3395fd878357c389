"""Self-play PPO with RLlib, on one machine or a Ray cluster that may lose nodes."""

from __future__ import annotations

from boardgame_envs.learning.algorithms.rllib.config import RllibConfig
from boardgame_envs.learning.run.algorithm import Algorithm, Trainer


def load() -> Trainer:
    """Import torch and Ray."""
    from boardgame_envs.learning.algorithms.rllib import trainer

    return trainer


ALGORITHM = Algorithm(
    name="rllib",
    description="self-play PPO with RLlib, on one machine or a Ray cluster",
    extra="rllib",
    config=RllibConfig,
    load=load,
    # the cluster that a run began on may be gone, and the next one may be smaller
    changes_on_resume=frozenset({"address", "workers", "patience"}),
    forgotten_on_resume=frozenset({"address"}),
)
