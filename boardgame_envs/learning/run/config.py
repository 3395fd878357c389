"""Configs of training runs: YAML files, checked before anything begins.

A config is a dataclass. Every field is documented where it is declared, with its type and, as a
``Limit``, what its values may be. An unknown or mistyped field is an error that suggests the
right one.
"""

from __future__ import annotations

import dataclasses
import math
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar

from boardgame_envs.agents import make_agent
from boardgame_envs.core.game import Game
from boardgame_envs.core.options import suggest
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.learning.run.limits import (
    AT_LEAST_1,
    DECISIONS,
    NOT_NEGATIVE,
    POSITIVE,
    SEED,
    TEMPERATURE,
    TEMPERATURES,
    VARIANTS,
    at_most,
    told,
)
from boardgame_envs.learning.run.variants import check_variants, spread_variants
from boardgame_envs.learning.run.yaml_text import YamlTextError, read_yaml

LONGEST = 1_000_000  # bytes of a config
LONGEST_NAME = 200  # characters
MOST_ITEMS, DEEPEST = 50, 2  # of lists that are options


class ConfigError(ValueError):
    """Raised when a config is not what it must be."""


# --- what any run has ---


@dataclass(frozen=True)
class ExploiterConfig:
    """At the end of a run: which checkpoint a best response wins least against."""

    # deals that the searched best response plays against each of them, in every seat; 0: none
    deals: Annotated[int, NOT_NEGATIVE, at_most(100_000)] = 0
    # in how many worlds it plays each action out
    worlds: Annotated[int, AT_LEAST_1, at_most(10_000)] = 40
    # with which temperatures each may be exported
    temperatures: Annotated[list[float], TEMPERATURES] = field(default_factory=lambda: [1.0])


@dataclass(frozen=True)
class EvaluationConfig:
    """How the learner is measured."""

    # decisions between two evaluations
    every: Annotated[int, AT_LEAST_1, DECISIONS] = 1_000_000
    # deals of each, each played with every seating
    deals: Annotated[int, AT_LEAST_1, at_most(100_000)] = 250
    # fixed agents to measure against: random, rules, or the path of an .onnx file
    anchors: list[str] = field(default_factory=lambda: ["random", "rules"])
    # whether each of the variants is measured, for its part of the deals, and not the options
    # alone; teams always are
    every_setting: bool = False
    exploiter: ExploiterConfig = field(default_factory=ExploiterConfig)


@dataclass(frozen=True)
class CheckpointConfig:
    """How the run is kept safe."""

    # decisions between two checkpoints
    every: Annotated[int, AT_LEAST_1, DECISIONS] = 1_000_000
    # how many of them stay on disk, beside the best one
    kept: Annotated[int, AT_LEAST_1, at_most(100_000)] = 3


@dataclass(frozen=True)
class ExportConfig:
    """The agent that a run leaves behind, as agent.onnx in its folder."""

    at_end: bool = True  # whether it is exported when the run has ended
    # below 1 it is more decided than its training left it
    temperature: Annotated[float, TEMPERATURE] = 1.0


@dataclass(frozen=True)
class RunConfig:
    """One training run; the config of an algorithm adds its own fields."""

    game: str  # the game to learn
    total_steps: Annotated[int, POSITIVE, DECISIONS]  # decisions to play; a run ends soon after
    algorithm: str = ""  # a folder in learning/algorithms
    seed: Annotated[int, NOT_NEGATIVE, SEED] = 0  # of the network and of all games
    options: dict[str, Any] = field(default_factory=dict)  # options of all games
    # each game picks one of these; see run/variants.py for names, weights, player counts
    variants: Annotated[list[dict[str, Any]], VARIANTS] = field(default_factory=list)
    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)
    checkpoints: CheckpointConfig = field(default_factory=CheckpointConfig)
    export: ExportConfig = field(default_factory=ExportConfig)

    @property
    def settings(self) -> list[dict[str, Any]]:
        """The options that games of this run may have."""
        return [one.options for one in spread_variants(self.options, self.variants)]

    @property
    def setting_names(self) -> list[str]:
        """What the settings are called; "" where nothing is said."""
        return [one.name for one in spread_variants(self.options, self.variants)]

    @property
    def weights(self) -> list[float] | None:
        """How often games have each of the settings; None: all are equally likely."""
        weights = [one.weight for one in spread_variants(self.options, self.variants)]
        return None if len(set(weights)) == 1 else weights

    @classmethod
    def completed(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values of a config with what follows from them."""
        return values

    def as_dict(self) -> dict[str, Any]:
        """Return the config as plain values."""
        return dataclasses.asdict(self)

    def check(self) -> None:
        """Refuse what no field shows by itself; a game or options that there are not."""
        game = load_game(self.game)
        check_variants(self.options, self.variants)
        for setting in self.settings:
            check_names(setting, game)
            table = Table(game, **setting)
            if self.evaluation.exploiter.deals and table.is_cooperative:
                raise ConfigError(
                    f"evaluation.exploiter.deals must be 0 where all win or lose together, as in "
                    f"{self.game} with {setting}: there is nobody to exploit"
                )
        if self.evaluation.exploiter.deals == 1:
            raise ConfigError("evaluation.exploiter.deals must be 0 or at least 2, not 1")

    def check_agents(self) -> None:
        """Refuse agents that there are not; those in files may be on another machine."""
        game = load_game(self.game)
        for name in self.agents_named:
            try:
                make_agent(name, game)
            except ValueError as error:
                raise ConfigError(str(error)) from None

    @property
    def agents_named(self) -> list[str]:
        """The agents that a run needs."""
        return self.evaluation.anchors


def check_names(options: Mapping[str, Any], game: Game) -> None:
    """Refuse options that a game does not have."""
    names = {"num_players", *(option.name for option in game.options)}
    for name in options.keys() - names:
        raise ConfigError(f"there is no option {name!r}{suggest(name, names)}")


Config = TypeVar("Config", bound=RunConfig)


# --- reading ---


def read_values(path: str | Path, changes: Sequence[str] = ()) -> dict[str, Any]:
    """Return what is in a YAML file, with ``key=value`` changes, or raise ConfigError."""
    try:
        values = read_yaml(read_text(Path(path)))
    except YamlTextError as error:
        raise ConfigError(f"{path} is not YAML: {error}") from None
    if not isinstance(values, dict):
        raise ConfigError(f"{path} must hold fields such as 'game: elements'")
    for change in changes:
        apply_change(values, change)
    return values


def read_text(path: Path) -> str:
    """Return what is in a file, unless it is too long for a config."""
    try:
        with open(path, "rb") as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from None
    if len(data) > LONGEST:
        raise ConfigError(f"{path} is longer than {LONGEST:,} bytes, which no config is")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not YAML: it is not UTF-8 ({error.reason})") from None


def apply_change(values: dict[str, Any], change: str) -> None:
    """Put a ``key=value`` change into the values; a key may lead inwards: ``opponents.past``."""
    path, equals, text = change.partition("=")
    if not equals or not path.isprintable():
        raise ConfigError(f"a change is written key=value, not {told(change)}")
    *outer, key = path.strip().split(".")
    inner: Any = values
    for name in outer:
        inner = field_of(inner, name, change)
    if isinstance(inner, list):
        raise ConfigError(f"{told(change)} must say which field of {told(key)} is to change")
    try:
        inner[key] = read_yaml(text)
    except YamlTextError as error:
        raise ConfigError(f"{told(text)} is not a value for {path.strip()}: {error}") from None


def field_of(values: Any, name: str, change: str) -> Any:
    """Return what has fields of its own in a field, or in a list by its number or name."""
    if isinstance(values, list):
        return item_of(values, name, change)
    inner = values.setdefault(name, {})
    if not isinstance(inner, dict | list):
        raise ConfigError(f"{name} has no fields of its own (in {told(change)})")
    return inner


def item_of(items: list[Any], name: str, change: str) -> dict[str, Any]:
    """Return the item of a list with a name, or a number that counts from 0."""
    fields = [item for item in items if isinstance(item, dict)]
    for number, item in enumerate(fields):
        if name in (str(number), item.get("name")):
            return item
    known = [str(item.get("name", number)) for number, item in enumerate(fields)]
    raise ConfigError(
        f"{told(change)} names {told(name)}, which is not there; there are {', '.join(known)}"
    )


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
    config: Config = build(kind, kind.completed(values), "")
    if config.algorithm != kind.algorithm:
        named = told(config.algorithm)
        raise ConfigError(f"algorithm must be {kind.algorithm!r} here, not {named}")
    try:
        config.check()
    except ValueError as error:
        raise ConfigError(str(error)) from None
    return config


def build(kind: Any, values: Any, where: str) -> Any:
    """Return a config of a kind from plain values, each checked."""
    if not isinstance(values, dict):
        raise ConfigError(f"{where.rstrip('.')} must hold fields, not {told(values)}")
    types = typing.get_type_hints(kind, include_extras=True)
    for name in values:
        if name not in types:
            unknown = name if is_name(name) else told(name)
            raise ConfigError(f"there is no field {where}{unknown}{suggest(unknown, types)}")
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
        return plain_value(value, where)
    if kind is object:
        # judged by whoever reads it
        return value
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        return finite(value, where)
    if not isinstance(value, origin) or (isinstance(value, bool) and kind is not bool):
        # YAML reads 1e6 as a text and 5.0e-4 as a number
        hint = "; write 0.001 or 1.0e-3" if isinstance(value, str) and kind in (int, float) else ""
        raise ConfigError(f"{where} must be {words_for(kind)}, not {told(value)}{hint}")
    if origin is list:
        return [convert(typing.get_args(kind)[0], item, f"{where}[]") for item in value]
    if origin is dict:
        inner = typing.get_args(kind)[1]
        return {named(k, where): convert(inner, v, f"{where}.{k}") for k, v in value.items()}
    return value


def finite(value: float, where: str) -> float:
    """Return a number that is one, or raise ConfigError."""
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ConfigError(f"{where} must be a finite number, not {told(value)}")
    return number


def named(key: Any, where: str) -> str:
    """Return the name of something in a field, or raise ConfigError."""
    if not is_name(key):
        raise ConfigError(f"{where} must have texts as names, not {told(key)}")
    return str(key)


def is_name(key: Any) -> bool:
    """Tell whether a key can be told in a sentence."""
    return isinstance(key, str) and key.isprintable() and len(key) <= LONGEST_NAME


def plain_value(value: Any, where: str, depth: int = 0) -> Any:
    """Return the value of an option, which a game has still to judge, or raise ConfigError."""
    if isinstance(value, list) and len(value) <= MOST_ITEMS and depth < DEEPEST:
        return [plain_value(item, where, depth + 1) for item in value]
    is_short = isinstance(value, str) and len(value) <= LONGEST_NAME
    is_number = isinstance(value, int | float) and abs(value) < 2**63
    if value is None or is_short or is_number:
        return value
    raise ConfigError(
        f"{where} must be a number, a name, yes or no, or a short list, not {told(value)}"
    )


def keep_limits(kind: Any, value: Any, where: str) -> Any:
    """Return a value of a kind with limits, or raise ConfigError."""
    plain, *limits = typing.get_args(kind)
    value = convert(plain, value, where)
    for limit in limits:
        if not limit.holds(value):
            raise ConfigError(f"{where} {limit.words}, not {told(value)}")
    return value


def words_for(kind: Any) -> str:
    """Return a kind of value in words."""
    words = {
        int: "a whole number",
        float: "a number",
        str: "a text",
        bool: "yes or no",
        dict: "fields",
    }
    return words.get(kind) or words.get(typing.get_origin(kind), "a list")
