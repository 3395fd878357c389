"""What tests of all games need: the games (with Cart, the example), and random play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from boardgame_envs import games
from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.games import game_names, load_game

TESTS = Path(__file__).parent
EXAMPLE_GAMES = str(TESTS / "example_games")

# Cart stands in a folder of its own, and is found like any other game
if EXAMPLE_GAMES not in games.__path__:
    games.__path__.append(EXAMPLE_GAMES)


def all_games() -> list[Game]:
    """Return every game, the example too."""
    return [load_game(name) for name in game_names()]


def published_games() -> list[Game]:
    """Return the games that users can import."""
    return [game for game in all_games() if game.name != "cart"]


def settings(game: Game) -> list[dict[str, Any]]:
    """Return every example option set with every number of players."""
    return [
        {"num_players": num_players, **options}
        for num_players in game.players
        for options in game.example_options
        if num_players in game.players_with(game.complete_options(options))
    ]


def every_setting() -> list[Any]:
    """Return all games with all their settings, as parameters with readable names."""
    import pytest

    return [
        pytest.param(game, setting, id=f"{game.name}-{setting_name(setting)}")
        for game in all_games()
        for setting in settings(game)
    ]


def setting_name(setting: dict[str, Any]) -> str:
    return ",".join(f"{key}={value}".replace(" ", "") for key, value in setting.items())


def random_play(table: Table, seed: int) -> Iterator[int]:
    """Play legal actions at random, yielding each one before it is carried out."""
    rng = np.random.default_rng(seed)
    table.reset(seed)
    while not table.over:
        action = int(rng.choice(table.legal_actions()))
        yield action
        table.step(action)


def played(game: Game, setting: dict[str, Any], seed: int) -> Table:
    """Return a table on which a random game has ended."""
    table = Table(game, **setting)
    for _ in random_play(table, seed):
        pass
    return table
