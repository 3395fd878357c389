"""What a config of a run on Ray may say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from boardgame_envs.learning.run.config import (
    AT_MOST_1,
    NOT_NEGATIVE,
    POSITIVE,
    WIDTHS,
    ConfigError,
    RunConfig,
)


@dataclass(frozen=True)
class RllibConfig(RunConfig):
    """One run on Ray; runs on several workers are not repeatable, whatever the seed."""

    algorithm: str = "rllib"
    address: str = ""  # HOST:PORT of a Ray cluster, or auto to find it; "": a Ray for this run
    workers: Annotated[int, POSITIVE] = 2  # processes that play, on any node; each needs one CPU
    tables: Annotated[int, POSITIVE] = 16  # games that each worker plays side by side
    batch: Annotated[int, POSITIVE] = 8192  # decisions between two updates
    minibatch: Annotated[int, POSITIVE] = 1024  # decisions in one gradient step
    epochs: Annotated[int, POSITIVE] = 3  # passes over a batch
    learning_rate: Annotated[float, POSITIVE] = 5e-4  # at the beginning; falls in a straight line
    learning_rate_end: Annotated[float, NOT_NEGATIVE] = 1e-4  # at the end
    entropy: Annotated[float, NOT_NEGATIVE] = 0.1  # weight of the entropy bonus at the beginning
    # its weight at the end: never 0, or bluffing dies out
    entropy_floor: Annotated[float, NOT_NEGATIVE] = 0.05
    # what rewards are multiplied by, to be about 1 in size
    reward_scale: Annotated[float, POSITIVE] = 1.0
    gamma: Annotated[float, POSITIVE, AT_MOST_1] = 1.0  # discount for each decision of a seat
    gae_lambda: Annotated[float, NOT_NEGATIVE, AT_MOST_1] = 0.95  # how far advantages look ahead
    clip_range: Annotated[float, POSITIVE] = 0.2  # how far an update may move a probability ratio
    value_weight: float = 0.5  # weight of the value loss
    max_grad_norm: Annotated[float, POSITIVE] = 0.5  # longest gradient
    # widths of the shared layers
    hidden: Annotated[list[int], WIDTHS] = field(default_factory=lambda: [256, 256])
    # seconds without a decision after which the run gives up
    patience: Annotated[float, POSITIVE] = 600.0

    def check(self) -> None:
        """Refuse minibatches that are more than there is to learn from."""
        super().check()
        if self.minibatch > self.batch:
            raise ConfigError(
                f"minibatch must be at most batch, {self.batch}, not {self.minibatch}"
            )
