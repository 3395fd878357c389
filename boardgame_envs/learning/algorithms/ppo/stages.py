"""Stages: the parts of a run, each with fields of its own; network and optimiser carry over.

A stage is a name, a number of decisions, and fields of the config that are different there, such
as ``{name: imitation, steps: 5000000, imitation: {agent: heuristic}}``. What a stage does not name
is as in the rest of the config. Schedules run within a stage, and every stage deals its tables
anew. A stage begins with the first rollout after the decisions of those before it. A config
without stages is a run of one stage.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from boardgame_envs.core.options import suggest
from boardgame_envs.learning.run.config import ConfigError, build, is_name, merged
from boardgame_envs.learning.run.limits import DECISIONS, POSITIVE, Limit, told

if TYPE_CHECKING:
    from boardgame_envs.learning.algorithms.ppo.config import PPOConfig

STAGE_NAME = Limit(
    "must be letters, digits, _ or -, beginning with a letter",
    lambda name: name[:1].isalpha() and name.replace("-", "_").isidentifier() and name.isascii(),
)
# what is the same in all stages: what a run is, the shape of its network, and how it is measured
FIXED = frozenset(
    {
        *("game", "algorithm", "seed", "start_from", "total_steps", "stages"),
        *("tables", "steps_per_rollout", "hidden", "critic", "critic_hidden", "threads"),
        "precision",
        *("average", "network", "network_arguments", "callbacks"),
        *("evaluation", "checkpoints", "export"),
    }
)


@dataclass(frozen=True)
class StageFields:
    """What a stage says of itself, beside the fields of the config that it changes."""

    name: Annotated[str, STAGE_NAME]
    steps: Annotated[int, POSITIVE, DECISIONS]  # decisions to play in it
    # whether the best network of the run is looked for here; in the last stage, if none says so
    best: bool = False
    reset_optimizer: bool = False  # whether the optimiser forgets what it has seen before


OWN = tuple(field.name for field in dataclasses.fields(StageFields))


@dataclass(frozen=True)
class Stage:
    """A part of a run."""

    number: int  # from 0
    name: str
    begin: int  # decisions before it
    steps: int  # decisions in it
    config: PPOConfig  # as it is in this stage
    may_be_best: bool = True  # whether the best network may be one of this stage
    forgets_best: bool = False  # whether what was best before does not count
    resets_optimizer: bool = False

    def remaining(self, steps_done: int) -> float:
        """Return the share of the stage that is still to come; the last rollout may go beyond."""
        return 1.0 - float(steps_done - self.begin) / float(self.steps)

    @property
    def seed(self) -> int:
        """The seed of the games in this stage; those of the first have that of the run."""
        if self.number == 0:
            return self.config.seed
        sequence = np.random.SeedSequence([self.config.seed, self.number])
        return int(sequence.generate_state(1)[0])

    def check(self) -> None:
        """Refuse what does not go together in this stage."""
        rollout = self.config.tables * self.config.steps_per_rollout
        with_name = f"in the stage {self.name!r}"
        if self.steps < rollout:
            raise ConfigError(
                f"{with_name} steps must be at least tables times steps_per_rollout, {rollout:,}, "
                f"not {self.steps:,}"
            )
        try:
            self.config.check()
        except ValueError as error:
            raise ConfigError(f"{with_name} {error}") from None


def plan_stages(config: PPOConfig) -> list[Stage]:
    """Return the stages of a run, in order; a run that is prolonged prolongs the last one."""
    if not config.stages:
        return [Stage(0, "", 0, config.total_steps, config)]
    if config.imitation.steps:
        raise ConfigError("imitation belongs to a stage: say there whom to imitate")
    own = [read_fields(values, number) for number, values in enumerate(config.stages)]
    check_names([fields.name for fields in own])
    counts = [fields.best for fields in own]
    if not any(counts):
        counts[-1] = True
    stages: list[Stage] = []
    begin = 0
    for number, fields in enumerate(own):
        is_last = number == len(own) - 1
        steps = max(fields.steps, config.total_steps - begin) if is_last else fields.steps
        has_counted = any(counts[:number])
        stages.append(
            Stage(
                number,
                fields.name,
                begin,
                steps,
                config_in_stage(config, config.stages[number], fields.name, steps),
                may_be_best=counts[number] or not has_counted,
                forgets_best=counts[number] and not has_counted and number > 0,
                resets_optimizer=fields.reset_optimizer,
            )
        )
        begin += fields.steps
    return stages


def read_fields(values: dict[str, Any], number: int) -> StageFields:
    """Return what a stage says of itself."""
    name = values.get("name", number)
    fields: StageFields = build(
        StageFields, {key: values[key] for key in OWN if key in values}, f"stages.{name}."
    )
    return fields


def check_names(names: Sequence[str]) -> None:
    """Refuse two stages with one name."""
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"there are two stages with the name {name!r}")


def config_in_stage(config: PPOConfig, values: dict[str, Any], name: str, steps: int) -> PPOConfig:
    """Return the config as it is in a stage."""
    changes = {key: value for key, value in values.items() if key not in OWN}
    known = {field.name for field in dataclasses.fields(config)} - FIXED
    for key in changes:
        if key in FIXED:
            raise ConfigError(f"in the stage {name!r} {key} cannot change: it is that of the run")
        if key not in known:
            unknown = key if is_name(key) else told(key)
            raise ConfigError(
                f"in the stage {name!r} there is no field {unknown}{suggest(unknown, known)}"
            )
    teacher = changes.get("imitation")
    if isinstance(teacher, dict):
        # where nothing else is said, the whole stage is imitation
        changes["imitation"] = {"steps": steps, **teacher}
    whole = {**config.as_dict(), "total_steps": steps, "stages": []}
    del whole["imitation"]
    try:
        built: PPOConfig = build(type(config), merged(whole, changes), "")
    except ConfigError as error:
        raise ConfigError(f"in the stage {name!r} {error}") from None
    return built


def stage_at(stages: Sequence[Stage], steps_done: int) -> Stage:
    """Return the stage of a rollout that begins after a number of decisions."""
    return [stage for stage in stages if stage.begin <= steps_done][-1]
