"""What tests of all games need: the games (with Cart, the example), and random play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import tests.cart  # noqa: F401, so that Cart is found
from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Moment, Table
from boardgame_envs.games import game_names, load_game

TESTS = Path(__file__).parent


def all_games() -> list[Game]:
    """Return every game, the example too."""
    return [load_game(name) for name in game_names()]


def published_games() -> list[Game]:
    """Return the games of the package, which users can import."""
    return [load_game(name) for name in game_names(outside=False)]


# more settings than this are not all needed to hold the laws to each option set
MANY_SETTINGS = 20


def settings(game: Game) -> list[dict[str, Any]]:
    """Return every example option set with every number of players.

    Where that is very much, the first set comes with every number and the others with two.
    """
    every = [
        {"num_players": num_players, **options}
        for num_players in game.players
        for options in game.example_options
        if num_players in game.players_with(game.complete_options(options))
    ]
    if len(every) <= MANY_SETTINGS:
        return every
    first, *others = game.example_options
    chosen = [{"num_players": number, **first} for number in game.players]
    for turn, options in enumerate(others):
        players = game.players_with(game.complete_options(options))
        numbers = {players[(turn + step) % len(players)] for step in (0, 2)}
        chosen += [{"num_players": number, **options} for number in sorted(numbers)]
    return chosen


def every_setting() -> list[Any]:
    """Return all games with all their settings, as parameters with readable names."""
    return as_parameters((game, setting) for game in all_games() for setting in settings(game))


def some_settings() -> list[Any]:
    """Return all games with each example option set once, for what takes long."""
    chosen = []
    for game in all_games():
        for turn, options in enumerate(game.example_options):
            players = game.players_with(game.complete_options(options))
            chosen.append((game, {"num_players": players[turn % len(players)], **options}))
    return as_parameters(chosen)


def as_parameters(chosen: Iterable[tuple[Game, dict[str, Any]]]) -> list[Any]:
    import pytest

    return [
        pytest.param(game, setting, id=f"{game.name}-{setting_name(setting)}")
        for game, setting in chosen
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


def seen_after(table: Table, moment: Moment, seat: int) -> bytes | None:
    """Return what a seat sees once an action is carried out; None if it is not legal there."""
    there = table.with_state(np.array([moment.state], table.game.rules.STATE))
    if not there.mask[moment.action]:
        return None
    there.step(moment.action)
    return there.observe(seat).tobytes()
