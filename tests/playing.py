"""What tests of all games need: the games (with Cart, the example), their settings, the laws."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tests.cart  # noqa: F401, so that Cart is found
from boardgame_envs.core.game import Game
from boardgame_envs.games import game_names, load_game
from boardgame_envs.testing import (
    each_option_set,
    each_setting,
    laws_of,
    list_checks,
    setting_name,
)

TESTS = Path(__file__).parent


def all_games() -> list[Game]:
    """Return every game, the example too."""
    return [load_game(name) for name in game_names()]


def published_games() -> list[Game]:
    """Return the games of the package, which users can import."""
    return [load_game(name) for name in game_names(outside=False)]


def every_check(*subjects: ModuleType) -> Any:
    """Return a mark that runs a test with each law of some subjects, each game and setting."""
    laws = laws_of(*subjects)
    checks = [check for game in all_games() for check in list_checks(game, laws)]
    return pytest.mark.parametrize("check", checks, ids=str)


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
