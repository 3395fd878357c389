"""Configs of training runs on Ray: YAML files, checked before anything begins."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from training.config import (
    CheckpointConfig,
    ConfigError,
    EvaluationConfig,
    TrainingConfig,
    build,
    make_config,
    read_values,
)


@dataclass(frozen=True)
class RllibConfig:
    """One training run on Ray; what is in ``TrainingConfig`` too means the same here."""

    game: str  # the game to learn
    total_steps: int  # decisions to play; a run ends with the batch that reaches them
    seed: int = 0  # of the network and of all games; runs on several workers are not repeatable
    options: dict[str, Any] = field(default_factory=dict)  # options of all games
    variants: list[dict[str, Any]] = field(default_factory=list)  # each game picks one of these
    workers: int = 2  # processes that play, on any node of the cluster; each needs one CPU
    tables: int = 16  # games that each worker plays side by side
    batch: int = 8192  # decisions between two updates
    minibatch: int = 1024  # decisions in one gradient step
    epochs: int = 3  # passes over a batch
    learning_rate: float = 5e-4  # at the beginning; falls in a straight line
    learning_rate_end: float = 1e-4  # at the end
    entropy: float = 0.1  # weight of the entropy bonus at the beginning
    entropy_floor: float = 0.05  # its weight at the end: never 0, or bluffing dies out
    reward_scale: float = 1.0  # what rewards are multiplied by, to be about 1 in size
    gamma: float = 1.0  # discount for each own decision
    gae_lambda: float = 0.95  # how far advantages look ahead
    clip_range: float = 0.2  # how far one update may move a probability ratio
    value_weight: float = 0.5  # weight of the value loss
    max_grad_norm: float = 0.5  # longest gradient
    hidden: list[int] = field(default_factory=lambda: [256, 256])  # widths of the shared layers
    patience: float = 600.0  # seconds without a decision after which the run gives up
    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)
    checkpoints: CheckpointConfig = field(default_factory=CheckpointConfig)

    def as_dict(self) -> dict[str, Any]:
        """Return the config as plain values."""
        return dataclasses.asdict(self)

    def as_training(self) -> TrainingConfig:
        """Return what an exported agent's card, and evaluations, are made from."""
        known = {item.name for item in dataclasses.fields(TrainingConfig)}
        values = {name: value for name, value in self.as_dict().items() if name in known}
        return make_config({**values, "opponents": {"past": 0.0}})


def read_rllib_config(path: str | Path, changes: list[str]) -> RllibConfig:
    """Return the config in a file, with ``key=value`` changes, or raise ConfigError."""
    return make_rllib_config(read_values(path, changes))


def make_rllib_config(values: dict[str, Any]) -> RllibConfig:
    """Return the config that plain values stand for, or raise ConfigError."""
    config: RllibConfig = build(RllibConfig, values, "")
    config.as_training()
    for name in ("workers", "batch", "patience"):
        if getattr(config, name) <= 0:
            raise ConfigError(f"{name} must be above 0, not {getattr(config, name)!r}")
    if config.minibatch > config.batch:
        raise ConfigError(
            f"minibatch must be at most batch, {config.batch}, not {config.minibatch}"
        )
    return config
