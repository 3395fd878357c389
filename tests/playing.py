"""What tests of all games need: the games (with Cart, the example), their settings, the laws."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tests.cart  # noqa: F401, so that Cart is found
from boardgame_envs.core.game import Game
from boardgame_envs.games import game_names, load_game
from boardgame_envs.testing import (
    Check,
    each_option_set,
    each_setting,
    laws_of,
    list_checks,
    setting_name,
)

TESTS = Path(__file__).parent

# the loops for threads are compiled for the slow tests only
LAWS_WITH_THREADS = {"threads_change_nothing_but_the_speed"}


def all_games() -> list[Game]:
    """Return every game, the example too."""
    return [load_game(name) for name in game_names()]


def published_games() -> list[Game]:
    """Return the games of the package, which users can import."""
    return [load_game(name) for name in game_names(outside=False)]


def every_check(*subjects: ModuleType) -> Any:
    """Return a mark that runs a test with each law of some subjects, each game and setting.

    Every law is held with every example option set; with all numbers of players in the slow tests.
    """
    checks = [
        mark_by_turns(turn, list_checks(game, [law]))
        for game in all_games()
        for turn, law in enumerate(laws_of(*subjects))
    ]
    return pytest.mark.parametrize("check", list(chain.from_iterable(checks)), ids=str)


def mark_by_turns(turn: int, checks: Iterable[Check]) -> list[Any]:
    """Mark checks of a law as slow, but for one number of players with each option set.

    Which one goes by turns from law to law and from set to set.
    """
    by_options = defaultdict(list)
    for check in checks:
        options = {key: own for key, own in check.setting.items() if key != "num_players"}
        by_options[setting_name(options)].append(check)
    parameters = []
    for place, alike in enumerate(by_options.values()):
        fast = (turn + place) % len(alike)
        for number, check in enumerate(alike):
            is_fast = number == fast and check.law.name not in LAWS_WITH_THREADS
            marks = () if is_fast else pytest.mark.slow
            parameters.append(pytest.param(check, marks=marks))
    return parameters


def every_setting() -> list[Any]:
    """Return all games with all their settings, as parameters with readable names."""
    return as_parameters((game, setting) for game in all_games() for setting in each_setting(game))


def some_settings() -> list[Any]:
    """Return all games with each example option set once, for what takes long."""
    return as_parameters(
        (game, setting) for game in all_games() for setting in each_option_set(game)
    )


def as_parameters(chosen: Iterable[tuple[Game, dict[str, Any]]]) -> list[Any]:
    return [
        pytest.param(game, setting, id=f"{game.name}-{setting_name(setting)}")
        for game, setting in chosen
    ]
