"""A game's players and options as OpenSpiel parameters."""

from __future__ import annotations

from typing import Any

from boardgame_envs.core.game import Game
from boardgame_envs.core.options import (
    Choice,
    ListOf,
    NumberOrName,
    Option,
    OrNone,
    SomeOf,
    Switch,
    WholeNumber,
)

PREFIX = "python_"
# parameters that every game has, beside its options
PLAYERS, CHANCE_MODE, SEED = "players", "chance", "rng_seed"
NONE = -1  # a whole number that stands for None
SEPARATOR = ";"  # between the items of a list: a comma ends a parameter
# values that OpenSpiel knows how to keep
KEEP_THEIR_TYPE = (WholeNumber, NumberOrName, Switch, Choice)


def parameters_of(game: Game, num_players: int | None = None, **options: Any) -> dict[str, Any]:
    """Return the OpenSpiel parameters for a number of players and options.

    Numbers, words and switches stand for themselves. A list is its items with semicolons
    between them, one behind a single item. Where a number may be None, -1 stands for None.
    """
    checked = game.complete_options(options)
    chosen = {o.name: written(o, checked[o.name]) for o in game.options if o.name in options}
    if num_players is not None:
        chosen[PLAYERS] = game.check_players(num_players, checked)
    return chosen


def written(option: Option, value: Any) -> Any:
    """Return an option's value as an OpenSpiel parameter."""
    if isinstance(option.allowed, ListOf | SomeOf):
        text = SEPARATOR.join(map(str, value))
        # a number alone would be taken for a number
        return text if SEPARATOR in text else text + SEPARATOR
    if value is None:
        return NONE if is_number_or_none(option) else "none"
    keeps_its_type = isinstance(option.allowed, KEEP_THEIR_TYPE)
    return value if keeps_its_type or is_number_or_none(option) else str(value)


def read(option: Option, parameter: Any) -> Any:
    """Return the value that an OpenSpiel parameter stands for, unchecked."""
    if is_number_or_none(option):
        return None if parameter == NONE else parameter
    if isinstance(option.allowed, KEEP_THEIR_TYPE):
        return parameter
    text = str(parameter).removesuffix(SEPARATOR).replace(SEPARATOR, ",")
    return option.allowed.parse(text)


def is_number_or_none(option: Option) -> bool:
    """Tell whether an option is a whole number or None."""
    return isinstance(option.allowed, OrNone) and isinstance(option.allowed.other, WholeNumber)
