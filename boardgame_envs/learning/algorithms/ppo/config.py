"""What a config of self-play PPO may say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from boardgame_envs.agents import make_agent
from boardgame_envs.agents.by_name import EXPORTED, SHIPPED
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.learning.algorithms.ppo.stages import plan_stages
from boardgame_envs.learning.run.config import ConfigError, RunConfig, check_names
from boardgame_envs.learning.run.limits import (
    AT_LEAST_1,
    AT_LEAST_2,
    AT_MOST_1,
    DECISIONS,
    NOT_NEGATIVE,
    POSITIVE,
    ROLLOUT,
    WEIGHT,
    WIDTHS,
    Limit,
    at_most,
    one_of,
)
from boardgame_envs.learning.run.named_classes import CLASS_NAME, CLASS_NAMES
from boardgame_envs.learning.run.variants import has_options

CURRICULA = one_of(["nothing", "uncertainty", "progress"])
STAGES = Limit("must be at most 100 stages", lambda stages: len(stages) <= 100)
# what a sum of shares may be off by
ROUNDING = 1e-9


NONE, EMA, PREVIOUS, START = KINDS = "none", "ema", "previous", "start"
SHARED, OWN, PRIVILEGED = CRITICS = "shared", "own", "privileged"
AUTO, FLOAT32, BFLOAT16 = PRECISIONS = "auto", "float32", "bfloat16"
CRITIC = one_of(CRITICS)


@dataclass(frozen=True)
class OpponentsConfig:
    """Who sits at the tables beside the learner; the shares are of all games."""

    # share of games against past selves
    past: Annotated[float, NOT_NEGATIVE, AT_MOST_1] = 0.2
    past_kept: Annotated[int, AT_LEAST_1, at_most(10_000)] = 8  # how many past selves are kept
    # decisions between two past selves
    past_every: Annotated[int, AT_LEAST_1, DECISIONS] = 1_000_000
    # share of games against each of these agents: random, rules, or the path of an .onnx file
    agents: dict[str, Annotated[float, NOT_NEGATIVE, AT_MOST_1]] = field(default_factory=dict)


@dataclass(frozen=True)
class TeacherConfig:
    """Whom the learner imitates in some of the settings."""

    agent: str  # the teacher, by any name that agents have
    # those settings that have these options, num_players among them
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ImitationConfig:
    """Whom the learner imitates at the beginning."""

    agent: str = "rules"  # the teacher: random, heuristic, shipped, or the path of an .onnx file
    # other teachers for some of the settings; the first one that fits counts
    by_setting: list[TeacherConfig] = field(default_factory=list)
    # decisions after which the learner goes on by itself; 0: no imitation. In a stage they count
    # from its beginning, and are all of it where nothing is said
    steps: Annotated[int, NOT_NEGATIVE, DECISIONS] = 0

    @property
    def agents(self) -> list[str]:
        """The names of all teachers."""
        return [self.agent, *(teacher.agent for teacher in self.by_setting)]


@dataclass(frozen=True)
class CurriculumConfig:
    """How often each of the variants is played, by what the learner has still to learn there."""

    # what a variant is chosen for: uncertainty (neither always won nor always lost), progress (its
    # win rate moves), or nothing (as often as the weights of the variants say)
    by: Annotated[str, CURRICULA] = "nothing"
    # share of the games for which the weights of the variants count, and nothing else
    floor: Annotated[float, POSITIVE, AT_MOST_1] = 0.3
    # finished games of a variant after which an older one counts for a third
    memory: Annotated[float, AT_LEAST_1, WEIGHT] = 300.0


@dataclass(frozen=True)
class MagnetConfig:
    """What the learner is held near to, while it learns from play."""

    # ema: an average of its own past weights; previous: what it was when it played the rollout;
    # start: what it was when it first learned from play, after imitation say; none: nothing
    kind: Annotated[str, one_of(KINDS)] = NONE
    # weight of the divergence KL(learner | magnet); as that of entropy, it acts on advantages that
    # have been normalised
    weight: Annotated[float, NOT_NEGATIVE, WEIGHT] = 0.1
    # share by which an ema moves to the newest weights after each rollout
    rate: Annotated[float, POSITIVE, AT_MOST_1] = 0.05


@dataclass(frozen=True)
class PPOConfig(RunConfig):
    """One run of self-play PPO; on a kind of processor, its seed fixes it bit for bit."""

    algorithm: str = "ppo"
    # whose network to begin with: a checkpoint or best.pt of an earlier run, the .onnx file of an
    # exported agent, or shipped
    start_from: str = ""
    tables: Annotated[int, POSITIVE, at_most(2**20)] = 512  # games played side by side
    # decisions at each table between updates
    steps_per_rollout: Annotated[int, POSITIVE, at_most(ROLLOUT)] = 64
    minibatch: Annotated[int, AT_LEAST_2] = 4096  # decisions in one gradient step
    epochs: Annotated[int, POSITIVE, at_most(1000)] = 3  # passes over a rollout
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
    # whether advantages and errors of values are divided by their spread in each variant, so that
    # settings in which more is at stake do not drown out the others
    by_variant: bool = False
    max_grad_norm: Annotated[float, POSITIVE, WEIGHT] = 0.5  # longest gradient
    # widths of the shared layers
    hidden: Annotated[list[int], WIDTHS] = field(default_factory=lambda: [256, 256])
    # a network of your own, package.module:Class, in the place of the shared layers: a torch module
    # that is made of the game and these arguments, and makes logits and values of observations
    network: Annotated[str, CLASS_NAME] = ""
    network_arguments: dict[str, Any] = field(default_factory=dict)
    # callbacks of Stable-Baselines3, package.module:Class, each made without arguments
    callbacks: Annotated[list[str], CLASS_NAMES] = field(default_factory=list)
    # who judges the learner's play: the value head on the shared layers; a network of its own that
    # sees the same; or, privileged, one that is shown what is hidden from the seat, too. Only the
    # learner has it: agents and exported files keep the value head, which learns beside it
    critic: Annotated[str, CRITIC] = SHARED
    # widths of the layers of such a network
    critic_hidden: Annotated[list[int], WIDTHS] = field(default_factory=lambda: [128, 128])
    # that learn side by side; 0: one for each core, at most 4. What is learned is the same
    threads: Annotated[int, NOT_NEGATIVE, at_most(1024)] = 0
    # what the layers between the first and the last multiply: float32, bfloat16 (rounded to 8 bits,
    # added up in float32), or auto: bfloat16 where the processor multiplies it by itself
    precision: Annotated[str, one_of(PRECISIONS)] = AUTO
    opponents: OpponentsConfig = field(default_factory=OpponentsConfig)
    imitation: ImitationConfig = field(default_factory=ImitationConfig)
    magnet: MagnetConfig = field(default_factory=MagnetConfig)
    curriculum: CurriculumConfig = field(default_factory=CurriculumConfig)
    # share by which the average of the weights, which is measured and exported, moves to the newest
    # ones after each rollout; 1: the newest weights themselves
    average: Annotated[float, POSITIVE, AT_MOST_1] = 1.0
    # parts of a run with fields of their own; see stages.py
    stages: Annotated[list[dict[str, object]], STAGES] = field(default_factory=list)

    @classmethod
    def completed(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values with the total of the stages, if nothing else is said."""
        stages = values.get("stages")
        if not isinstance(stages, list) or values.get("total_steps") is not None:
            return values
        steps = [stage.get("steps") for stage in stages if isinstance(stage, dict)]
        numbers = [number for number in steps if isinstance(number, int)]
        return {**values, "total_steps": sum(numbers)} if numbers else values

    def check(self) -> None:
        """Refuse what does not go together, and a teacher that there is not."""
        super().check()
        rollout = self.tables * self.steps_per_rollout
        if rollout > ROLLOUT:
            raise ConfigError(
                f"tables times steps_per_rollout must be at most {ROLLOUT:,}, not {rollout:,}"
            )
        if self.minibatch > rollout:
            raise ConfigError(
                f"minibatch must be at most tables times steps_per_rollout, {rollout:,}, "
                f"not {self.minibatch:,}"
            )
        if self.network:
            self.check_network()
        shares = [self.opponents.past, *self.opponents.agents.values()]
        if sum(shares) > 1 + ROUNDING:
            raise ConfigError(
                f"opponents.past and opponents.agents must be shares that come to at most 1, "
                f"not {shares}"
            )
        if self.imitation.steps:
            self.check_teachers()
        for stage in plan_stages(self) if self.stages else ():
            stage.check()

    def check_network(self) -> None:
        """Refuse what only our own network can do."""
        magnets = [self.magnet, *(stage.config.magnet for stage in plan_stages(self))]
        if self.critic != SHARED:
            raise ConfigError(f"critic must be {SHARED!r} with a network of your own")
        if any(magnet.kind != NONE for magnet in magnets):
            raise ConfigError(f"magnet.kind must be {NONE!r} with a network of your own")
        if self.start_from.endswith(EXPORTED) or self.start_from == SHIPPED:
            raise ConfigError(
                "start_from must be a checkpoint where the network is your own: an exported agent "
                "has a network of another shape"
            )

    def check_teachers(self) -> None:
        """Refuse teachers that there are not, and those of settings that no game has."""
        game = load_game(self.game)
        for agent in self.imitation.agents:
            make_agent(agent, game)
        if not self.imitation.by_setting:
            return
        tables = [Table(game, **setting) for setting in self.settings]
        for teacher in self.imitation.by_setting:
            check_names(teacher.options, game)
            if not any(has_options(table, teacher.options) for table in tables):
                raise ConfigError(
                    f"no setting has the options {teacher.options} of the teacher {teacher.agent!r}"
                )

    @property
    def agents_named(self) -> list[str]:
        """The agents that a run needs."""
        named = [*super().agents_named, *self.opponents.agents]
        for stage in plan_stages(self) if self.stages else ():
            named += stage.config.opponents.agents
        return list(dict.fromkeys(named))
