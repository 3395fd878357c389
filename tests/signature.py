"""A game's signature: one short text that changes when any of its behaviour does.

Run as ``python -m tests.signature GAME NUM_GAMES`` it prints the signature; the tests do so
with compiled, bounds-checked and plain Python rules.
"""

from __future__ import annotations

import hashlib
import sys

from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from tests.playing import random_play, settings


def signature(game: Game, num_games: int) -> str:
    """Return a digest of random games: actions, masks, observations, texts and returns."""
    digest = hashlib.sha256()
    for number in range(num_games):
        setting = settings(game)[number % len(settings(game))]
        table = Table(game, **setting)
        for action in random_play(table, seed=number):
            digest.update(bytes([action % 256, table.seat]) + table.mask.tobytes())
            digest.update(table.observation.tobytes() + repr(table.returns).encode())
        digest.update(table.states.tobytes() + repr(table.returns).encode())
        digest.update(table.text(0).encode())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    print(signature(load_game(sys.argv[1]), int(sys.argv[2])))
