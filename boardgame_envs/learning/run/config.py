"""Configs of training runs: YAML files, checked before anything begins.

A config is a dataclass. Every field is documented where it is declared, with its type and, as a
``Limit``, what its values may be. An unknown or mistyped field is an error that suggests the
right one.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar

from boardgame_envs.core.options import suggest
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.learning.run.libraries import needing


class ConfigError(ValueError):
    """Raised when a config is not what it must be."""


# --- what values may be ---


@dataclass(frozen=True)
class Limit:
    """What the values of a field must be, beside their type."""

    words: str
    holds: Callable[[Any], bool]


POSITIVE = Limit("must be above 0", lambda number: number > 0)
NOT_NEGATIVE = Limit("must not be negative", lambda number: number >= 0)
AT_LEAST_1 = Limit("must be at least 1", lambda number: number >= 1)
AT_MOST_1 = Limit("must be at most 1", lambda number: number <= 1)
WIDTHS = Limit("must be a list of widths above 0", lambda widths: widths and min(widths) > 0)


# --- what any run has ---


@dataclass(frozen=True)
class EvaluationConfig:
    """How the learner is measured."""

    every: Annotated[int, AT_LEAST_1] = 1_000_000  # decisions between two evaluations
    deals: Annotated[int, AT_LEAST_1] = 250  # deals of each, each played with every seating
    # fixed agents to measure against: random, rules, or the path of an .onnx file
    anchors: list[str] = field(default_factory=lambda: ["random", "rules"])


@dataclass(frozen=True)
class CheckpointConfig:
    """How the run is kept safe."""

    every: Annotated[int, AT_LEAST_1] = 1_000_000  # decisions between two checkpoints
    kept: Annotated[int, AT_LEAST_1] = 3  # how many of them stay on disk, beside the best one


@dataclass(frozen=True)
class RunConfig:
    """One training run; the config of an algorithm adds its own fields."""

    game: str  # the game to learn
    total_steps: Annotated[int, POSITIVE]  # decisions to play; a run ends soon after
    algorithm: str = ""  # a folder in learning/algorithms
    seed: Annotated[int, NOT_NEGATIVE] = 0  # of the network and of all games
    options: dict[str, Any] = field(default_factory=dict)  # options of all games
    variants: list[dict[str, Any]] = field(default_factory=list)  # each game picks one of these
    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)
    checkpoints: CheckpointConfig = field(default_factory=CheckpointConfig)

    @property
    def settings(self) -> list[dict[str, Any]]:
        """The options that games of this run may have."""
        return [{**self.options, **variant} for variant in self.variants or [{}]]

    def as_dict(self) -> dict[str, Any]:
        """Return the config as plain values."""
        return dataclasses.asdict(self)

    def check(self) -> None:
        """Refuse what no field shows by itself; a game or options that there are not."""
        game = load_game(self.game)
        for setting in self.settings:
            Table(game, **setting)


Config = TypeVar("Config", bound=RunConfig)


# --- reading ---


def read_values(path: str | Path, changes: Sequence[str] = ()) -> dict[str, Any]:
    """Return what is in a YAML file, with ``key=value`` changes, or raise ConfigError."""
    with needing("train"):
        import yaml

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


def apply_change(values: dict[str, Any], change: str) -> None:
    """Put a ``key=value`` change into the values; a key may lead inwards: ``opponents.past``."""
    with needing("train"):
        import yaml

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


def merged(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return values with changes, which leave alone what they do not name."""
    result = dict(values)
    for name, change in changes.items():
        earlier = result.get(name)
        if isinstance(earlier, dict) and isinstance(change, dict):
            change = merged(earlier, change)
        result[name] = change
    return result


# --- checking ---


def make_config(kind: type[Config], values: dict[str, Any]) -> Config:
    """Return the config that plain values stand for, or raise ConfigError."""
    config: Config = build(kind, values, "")
    if config.algorithm != kind.algorithm:
        raise ConfigError(f"algorithm must be {kind.algorithm!r} here, not {config.algorithm!r}")
    try:
        config.check()
    except ValueError as error:
        raise ConfigError(str(error)) from None
    return config


def build(kind: Any, values: Any, where: str) -> Any:
    """Return a config of a kind from plain values, each checked."""
    if not isinstance(values, dict):
        raise ConfigError(f"{where.rstrip('.')} must hold fields, not {values!r}")
    types = typing.get_type_hints(kind, include_extras=True)
    for name in values:
        if name not in types:
            raise ConfigError(f"there is no field {where}{name}{suggest(str(name), types)}")
    for item in dataclasses.fields(kind):
        is_optional = (item.default, item.default_factory) != (dataclasses.MISSING,) * 2
        if item.name not in values and not is_optional:
            raise ConfigError(f"the field {where}{item.name} is missing")
    return kind(
        **{name: convert(types[name], value, where + name) for name, value in values.items()}
    )


def convert(kind: Any, value: Any, where: str) -> Any:
    """Return a value of a kind, or raise ConfigError."""
    if dataclasses.is_dataclass(kind):
        return build(kind, value, f"{where}.")
    origin = typing.get_origin(kind) or kind
    if origin is Annotated:
        return keep_limits(kind, value, where)
    if kind is Any:
        return value
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
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


def keep_limits(kind: Any, value: Any, where: str) -> Any:
    """Return a value of a kind with limits, or raise ConfigError."""
    plain, *limits = typing.get_args(kind)
    value = convert(plain, value, where)
    for limit in limits:
        if not limit.holds(value):
            raise ConfigError(f"{where} {limit.words}, not {value!r}")
    return value


def words_for(kind: Any) -> str:
    """Return a kind of value in words."""
    words = {int: "a whole number", float: "a number", str: "a text", dict: "fields"}
    return words.get(kind) or words.get(typing.get_origin(kind), "a list")
