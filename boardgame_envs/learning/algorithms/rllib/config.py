"""What a config of a run on Ray may say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from boardgame_envs.learning.run.config import ConfigError, RunConfig
from boardgame_envs.learning.run.limits import (
    AT_MOST_1,
    NOT_NEGATIVE,
    POSITIVE,
    ROLLOUT,
    WEIGHT,
    WIDTHS,
    at_most,
)


@dataclass(frozen=True)
class RllibConfig(RunConfig):
    """One run on Ray; runs on several workers are not repeatable, whatever the seed."""

    algorithm: str = "rllib"
    address: str = ""  # HOST:PORT of a Ray cluster, or auto to find it; "": a Ray for this run
    # processes that play, on any node; each needs one CPU
    workers: Annotated[int, POSITIVE, at_most(10_000)] = 2
    # games that each worker plays side by side
    tables: Annotated[int, POSITIVE, at_most(10_000)] = 16
    batch: Annotated[int, POSITIVE, at_most(ROLLOUT)] = 8192  # decisions between two updates
    minibatch: Annotated[int, POSITIVE] = 1024  # decisions in one gradient step
    epochs: Annotated[int, POSITIVE, at_most(1000)] = 3  # passes over a batch
    # at the beginning; falls in a straight line
    learning_rate: Annotated[float, POSITIVE, AT_MOST_1] = 5e-4
    learning_rate_end: Annotated[float, NOT_NEGATIVE, AT_MOST_1] = 1e-4  # at the end
    # weight of the entropy bonus at the beginning
    entropy: Annotated[float, NOT_NEGATIVE, WEIGHT] = 0.1
    # its weight at the end: never 0, or bluffing dies out
    entropy_floor: Annotated[float, NOT_NEGATIVE, WEIGHT] = 0.05
    # what rewards are multiplied by, to be about 1 in size
    reward_scale: Annotated[float, POSITIVE, WEIGHT] = 1.0
    gamma: Annotated[float, POSITIVE, AT_MOST_1] = 1.0  # discount for each decision of a seat
    gae_lambda: Annotated[float, NOT_NEGATIVE, AT_MOST_1] = 0.95  # how far advantages look ahead
    # how far an update may move a probability ratio
    clip_range: Annotated[float, POSITIVE, WEIGHT] = 0.2
    value_weight: Annotated[float, NOT_NEGATIVE, WEIGHT] = 0.5  # weight of the value loss
    max_grad_norm: Annotated[float, POSITIVE, WEIGHT] = 0.5  # longest gradient
    # widths of the shared layers
    hidden: Annotated[list[int], WIDTHS] = field(default_factory=lambda: [256, 256])
    # seconds without a decision after which the run gives up
    patience: Annotated[float, POSITIVE, WEIGHT] = 600.0

    def check(self) -> None:
        """Refuse minibatches that are more than there is to learn from."""
        super().check()
        if self.weights is not None:
            raise ConfigError("with rllib all variants are equally likely: leave out their weight")
        if self.minibatch > self.batch:
            raise ConfigError(
                f"minibatch must be at most batch, {self.batch}, not {self.minibatch}"
            )
