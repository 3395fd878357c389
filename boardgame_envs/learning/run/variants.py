"""Variants: the option sets of which every game of a run picks one.

Beside options a variant may have a ``name`` for metrics, a ``weight``, how often it is picked (1
where nothing is said), and a list as its ``num_players``: then it stands for a variant with each of
these numbers. All variants of a run are its settings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from boardgame_envs.core.numbers import finite_number
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.tournament import unique_labels
from boardgame_envs.learning.run.limits import MOST_VARIANTS, told

NAME, WEIGHT, PLAYERS = "name", "weight", "num_players"


class Setting(NamedTuple):
    """What games of a run may be."""

    options: dict[str, Any]
    weight: float  # how often it is picked
    name: str  # "": it has none


def spread_variants(
    options: Mapping[str, Any], variants: Sequence[Mapping[str, Any]]
) -> list[Setting]:
    """Return the settings that variants stand for."""
    settings = []
    for variant in variants or [{}]:
        chosen = {**options, **variant}
        weight, name = chosen.pop(WEIGHT, 1.0), chosen.pop(NAME, "")
        players = chosen.get(PLAYERS)
        several = [{PLAYERS: number} for number in players] if isinstance(players, list) else [{}]
        settings += [Setting({**chosen, **one}, weight, name) for one in several]
    return settings


def name_settings(tables: Sequence[Table], names: Sequence[str] = ()) -> list[str]:
    """Return what tells settings apart, a table each: their names, or options that differ.

    The number of players is always told. ``names`` are those that they have been given, if any.
    """
    differing = [
        option.name
        for option in tables[0].game.options
        if any(table.options[option.name] != tables[0].options[option.name] for table in tables)
    ]
    labels = []
    for table, name in zip(tables, names or [""] * len(tables), strict=True):
        players = f"{table.num_players} player{'s' if table.num_players > 1 else ''}"
        options = [f"{option} {table.options[option]}" for option in differing]
        labels.append(", ".join([name, players] if name else [players, *options]))
    return unique_labels(labels)


def has_options(table: Table, options: Mapping[str, Any]) -> bool:
    """Tell whether a setting has options, ``num_players`` among them."""
    own = {**table.options, PLAYERS: table.num_players}
    allowed = {option.name: option.allowed for option in table.game.options}
    for name, value in options.items():
        if name in allowed:
            value = allowed[name].check(value)
        if name not in own or own[name] != value:
            return False
    return True


def check_variants(options: Mapping[str, Any], variants: Sequence[Mapping[str, Any]]) -> None:
    """Refuse weights and names that are none, and more settings than any run needs."""
    for word in {NAME, WEIGHT} & options.keys():
        raise ValueError(f"{word} belongs to a variant, not to the options of all games")
    settings = spread_variants(options, variants)
    for _, weight, name in settings:
        if not isinstance(name, str):
            raise ValueError(f"the {NAME} of a variant must be a text, not {told(name)}")
        number = finite_number(weight)
        if number is None or not 0 < number <= 1_000_000:
            raise ValueError(
                f"the {WEIGHT} of a variant must be a number above 0 and at most 1,000,000, "
                f"not {told(weight)}"
            )
    if not 0 < len(settings) <= MOST_VARIANTS:
        raise ValueError(
            f"variants must come to at least 1 and at most {MOST_VARIANTS:,} settings, "
            f"not {len(settings):,}"
        )
