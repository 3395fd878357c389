"""Configs of training runs: YAML files, checked before anything begins.

Every field is documented where it is declared. An unknown or mistyped field is an error that
suggests the right one.
"""

from __future__ import annotations

import dataclasses
import typing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from boardgame_envs.agents import make_agent
from boardgame_envs.core.options import OptionError, suggest
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game


class ConfigError(ValueError):
    """Raised when a config is not what it must be."""


@dataclass(frozen=True)
class OpponentsConfig:
    """Who sits at the tables beside the learner; the shares are of all games."""

    past: float = 0.2  # share of games against past selves
    past_kept: int = 8  # how many past selves are kept
    past_every: int = 1_000_000  # decisions between two past selves
    # share of games against each of these agents: random, rules, or the path of an .onnx file
    agents: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class ImitationConfig:
    """Whom the learner imitates at the beginning."""

    agent: str = "rules"  # the teacher: random, rules, or the path of an .onnx file
    steps: int = 0  # decisions after which the learner goes on by itself; 0: no imitation


@dataclass(frozen=True)
class EvaluationConfig:
    """How the run is watched."""

    every: int = 1_000_000  # decisions between two evaluations
    deals: int = 250  # deals of each, each played with every seating
    anchors: list[str] = field(default_factory=lambda: ["random", "rules"])  # fixed opponents


@dataclass(frozen=True)
class CheckpointConfig:
    """How the run is kept safe."""

    every: int = 1_000_000  # decisions between two checkpoints
    kept: int = 3  # how many of them stay on disk, beside the best one


@dataclass(frozen=True)
class TrainingConfig:
    """One training run."""

    game: str  # the game to learn
    total_steps: int  # decisions to play; a run ends with the rollout that reaches them
    seed: int = 0  # fixes the whole run, with one thread bit for bit
    start_from: str = ""  # a checkpoint or best.pt of an earlier run, whose network to begin with
    options: dict[str, Any] = field(default_factory=dict)  # options of all games
    variants: list[dict[str, Any]] = field(default_factory=list)  # each game picks one of these
    tables: int = 512  # games played side by side
    steps_per_rollout: int = 64  # decisions at each table between two updates
    minibatch: int = 4096  # decisions in one gradient step
    epochs: int = 3  # passes over a rollout
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
    threads: int = 1  # threads of torch; more than 1 only on an idle machine
    opponents: OpponentsConfig = field(default_factory=OpponentsConfig)
    imitation: ImitationConfig = field(default_factory=ImitationConfig)
    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)
    checkpoints: CheckpointConfig = field(default_factory=CheckpointConfig)

    def as_dict(self) -> dict[str, Any]:
        """Return the config as plain values."""
        return dataclasses.asdict(self)


def read_config(path: str | Path, changes: typing.Sequence[str] = ()) -> TrainingConfig:
    """Return the config in a file, with ``key=value`` changes, or raise ConfigError."""
    return make_config(read_values(path, changes))


def read_values(path: str | Path, changes: typing.Sequence[str] = ()) -> dict[str, Any]:
    """Return what is in a YAML file, with ``key=value`` changes, or raise ConfigError."""
    try:
        values = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        reason = str(error).replace("\n", " ")
        raise ConfigError(f"{path} is not YAML: {reason}") from None
    if not isinstance(values, dict):
        raise ConfigError(f"{path} must hold fields such as 'game: elements'")
    for change in changes:
        apply_change(values, change)
    return values


def make_config(values: dict[str, Any]) -> TrainingConfig:
    """Return the config that plain values stand for, or raise ConfigError."""
    config: TrainingConfig = build(TrainingConfig, values, "")
    check_ranges(config)
    check_game(config)
    return config


def apply_change(values: dict[str, Any], change: str) -> None:
    """Put a ``key=value`` change into the values; a key may lead inwards: ``opponents.past``."""
    path, equals, text = change.partition("=")
    if not equals:
        raise ConfigError(f"a change is written key=value, not {change!r}")
    *outer, key = path.strip().split(".")
    for name in outer:
        values = values.setdefault(name, {})
        if not isinstance(values, dict):
            raise ConfigError(f"{name} has no fields of its own (in {change!r})")
    try:
        values[key] = yaml.safe_load(text)
    except yaml.YAMLError:
        raise ConfigError(f"{text!r} is not a value (in {change!r})") from None


def build(kind: Any, values: Any, where: str) -> Any:
    """Return a config of a kind from plain values, each checked."""
    if not isinstance(values, dict):
        raise ConfigError(f"{where.rstrip('.')} must hold fields, not {values!r}")
    types = typing.get_type_hints(kind)
    for name in values:
        if name not in types:
            raise ConfigError(f"there is no field {where}{name}{suggest(str(name), types)}")
    for item in dataclasses.fields(kind):
        has_default = item.default is not dataclasses.MISSING
        if (
            item.name not in values
            and not has_default
            and item.default_factory is dataclasses.MISSING
        ):
            raise ConfigError(f"the field {where}{item.name} is missing")
    return kind(
        **{name: convert(types[name], value, where + name) for name, value in values.items()}
    )


def convert(kind: Any, value: Any, where: str) -> Any:
    """Return a value of a kind, or raise ConfigError."""
    if dataclasses.is_dataclass(kind):
        return build(kind, value, f"{where}.")
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if kind is Any:
        return value
    origin = typing.get_origin(kind) or kind
    if not isinstance(value, origin) or (isinstance(value, bool) and kind is not bool):
        # YAML reads 1e6 as a text and 5.0e-4 as a number
        hint = "; write 0.001 or 1.0e-3" if isinstance(value, str) and kind in (int, float) else ""
        raise ConfigError(f"{where} must be {words_for(kind)}, not {value!r}{hint}")
    if origin is list:
        return [convert(typing.get_args(kind)[0], item, f"{where}[]") for item in value]
    if origin is dict:
        inner = typing.get_args(kind)[1]
        return {str(k): convert(inner, v, f"{where}.{k}") for k, v in value.items()}
    return value


def words_for(kind: Any) -> str:
    """Return a kind of value in words."""
    words = {int: "a whole number", float: "a number", str: "a text", dict: "fields"}
    return words.get(kind) or words.get(typing.get_origin(kind), "a list")


POSITIVE = (
    *("total_steps", "tables", "steps_per_rollout", "minibatch", "epochs", "learning_rate"),
    *("reward_scale", "gamma", "clip_range", "max_grad_norm", "threads"),
)
NOT_NEGATIVE = ("seed", "learning_rate_end", "entropy", "entropy_floor", "gae_lambda")


def check_ranges(config: TrainingConfig) -> None:
    """Refuse values that no run can have."""
    for name in POSITIVE:
        if getattr(config, name) <= 0:
            raise ConfigError(f"{name} must be above 0, not {getattr(config, name)!r}")
    for name in NOT_NEGATIVE:
        if getattr(config, name) < 0:
            raise ConfigError(f"{name} must not be negative, not {getattr(config, name)!r}")
    for name in ("gamma", "gae_lambda"):
        if getattr(config, name) > 1:
            raise ConfigError(f"{name} must be at most 1, not {getattr(config, name)!r}")
    if not config.hidden or min(config.hidden) < 1:
        raise ConfigError(f"hidden must be a list of widths above 0, not {config.hidden!r}")
    shares = [config.opponents.past, *config.opponents.agents.values()]
    if min(shares) < 0 or sum(shares) > 1:
        raise ConfigError(
            f"opponents.past and opponents.agents must be shares that come to at most 1, "
            f"not {shares}"
        )
    if config.imitation.steps < 0:
        raise ConfigError(f"imitation.steps must not be negative, not {config.imitation.steps}")
    for section, names in (
        ("opponents", ("past_kept", "past_every")),
        ("evaluation", ("every", "deals")),
        ("checkpoints", ("every", "kept")),
    ):
        for name in names:
            if getattr(getattr(config, section), name) < 1:
                raise ConfigError(f"{section}.{name} must be at least 1")


def check_game(config: TrainingConfig) -> None:
    """Refuse a game or options that there are not."""
    try:
        game = load_game(config.game)
        for variant in config.variants or [{}]:
            Table(game, **{**config.options, **variant})
        if config.imitation.steps:
            make_agent(config.imitation.agent, game)
    except (OptionError, ValueError) as error:
        raise ConfigError(str(error)) from None
