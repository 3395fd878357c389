"""Positions in writing, from which tests of rules and agents begin."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgame_envs.core.game import Game
from boardgame_envs.core.seats import CHANCE
from boardgame_envs.core.table import Table
from boardgame_envs.core.written_position import read_position, write_position
from boardgame_envs.games import load_game
from boardgame_envs.testing.random_games import played

position = Table.at


def assert_positions_of_a_game_can_be_read_again(game: Game, setting: dict[str, Any], seed: int):
    """Write down what chance has left in a random game, and some decisions; read them again."""
    table = played(game, setting, seed)
    assert_can_be_read_again(table, table.states)
    for number, moment in enumerate(table.history()):
        # a law looks at all decisions
        if moment.seat == CHANCE or number % 4 == 0:
            assert_can_be_read_again(table, np.array([moment.state], game.rules.STATE))


def assert_can_be_read_again(table: Table, states: np.ndarray):
    """Compare a position with what is read of its writing, byte for byte."""
    text = write_position(table.game, table.num_players, table.options, states)
    game, num_players, options, again = read_position(text, load_game)
    assert (game, num_players, options) == (table.game, table.num_players, table.options)
    assert again.tobytes() == states.tobytes(), text
    assert write_position(game, num_players, options, again) == text
