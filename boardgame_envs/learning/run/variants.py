"""Variants: the option sets of which every game of a run picks one.

Beside options a variant may have a ``weight``, how often it is picked (1 where nothing is said),
and a list as its ``num_players``: then it stands for a variant with each of these numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boardgame_envs.core.numbers import finite_number
from boardgame_envs.core.table import Table
from boardgame_envs.learning.run.limits import MOST_VARIANTS, told

WEIGHT, PLAYERS = "weight", "num_players"


def spread_variants(
    options: Mapping[str, Any], variants: Sequence[Mapping[str, Any]]
) -> list[tuple[dict[str, Any], float]]:
    """Return the options of every setting, and how often it is picked."""
    settings = []
    for variant in variants or [{}]:
        setting = {**options, **variant}
        weight = setting.pop(WEIGHT, 1.0)
        players = setting.get(PLAYERS)
        if not isinstance(players, list):
            settings.append((setting, weight))
            continue
        settings += [({**setting, PLAYERS: number}, weight) for number in players]
    return settings


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
    """Refuse weights that are none, and more settings than any run needs."""
    if WEIGHT in options:
        raise ValueError(f"{WEIGHT} belongs to a variant, not to the options of all games")
    settings = spread_variants(options, variants)
    for _, weight in settings:
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
