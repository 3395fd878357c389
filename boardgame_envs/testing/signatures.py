"""A game's signature: one short text that changes when any of its behaviour does."""

from __future__ import annotations

import hashlib

from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.testing.random_games import random_play
from boardgame_envs.testing.settings import each_setting


def signature(game: Game, num_games: int) -> str:
    """Return a digest of random games: actions, masks, observations, texts and returns."""
    digest, settings = hashlib.sha256(), each_setting(game)
    for number in range(num_games):
        table = Table(game, **settings[number % len(settings)])
        for action in random_play(table, seed=number):
            digest.update(bytes([action % 256, table.seat]) + table.mask.tobytes())
            digest.update(table.observation.tobytes() + repr(table.returns).encode())
        digest.update(table.states.tobytes() + repr(table.returns).encode())
        digest.update(table.text(0).encode())
    return digest.hexdigest()[:16]
