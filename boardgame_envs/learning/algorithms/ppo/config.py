"""What a config of self-play PPO may say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from boardgame_envs.agents import make_agent
from boardgame_envs.games import load_game
from boardgame_envs.learning.run.config import (
    AT_LEAST_1,
    AT_MOST_1,
    NOT_NEGATIVE,
    POSITIVE,
    WIDTHS,
    ConfigError,
    RunConfig,
)


@dataclass(frozen=True)
class OpponentsConfig:
    """Who sits at the tables beside the learner; the shares are of all games."""

    past: float = 0.2  # share of games against past selves
    past_kept: Annotated[int, AT_LEAST_1] = 8  # how many past selves are kept
    past_every: Annotated[int, AT_LEAST_1] = 1_000_000  # decisions between two past selves
    # share of games against each of these agents: random, rules, or the path of an .onnx file
    agents: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class ImitationConfig:
    """Whom the learner imitates at the beginning."""

    agent: str = "rules"  # the teacher: random, rules, or the path of an .onnx file
    # decisions after which the learner goes on by itself; 0: no imitation
    steps: Annotated[int, NOT_NEGATIVE] = 0


@dataclass(frozen=True)
class PPOConfig(RunConfig):
    """One run of self-play PPO; with one thread, its seed fixes it bit for bit."""

    algorithm: str = "ppo"
    start_from: str = ""  # a checkpoint or best.pt of an earlier run, whose network to begin with
    tables: Annotated[int, POSITIVE] = 512  # games played side by side
    steps_per_rollout: Annotated[int, POSITIVE] = 64  # decisions at each table between updates
    minibatch: Annotated[int, POSITIVE] = 4096  # decisions in one gradient step
    epochs: Annotated[int, POSITIVE] = 3  # passes over a rollout
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
    threads: Annotated[int, POSITIVE] = 1  # of torch; more than 1 only on an idle machine
    opponents: OpponentsConfig = field(default_factory=OpponentsConfig)
    imitation: ImitationConfig = field(default_factory=ImitationConfig)

    def check(self) -> None:
        """Refuse shares that are more than all games, and a teacher that there is not."""
        super().check()
        shares = [self.opponents.past, *self.opponents.agents.values()]
        if min(shares) < 0 or sum(shares) > 1:
            raise ConfigError(
                f"opponents.past and opponents.agents must be shares that come to at most 1, "
                f"not {shares}"
            )
        if self.imitation.steps:
            make_agent(self.imitation.agent, load_game(self.game))
