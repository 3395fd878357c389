"""A game's signature: one short text that changes when any of its behaviour does."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.testing.random_games import random_play
from boardgame_envs.testing.settings import each_setting

# what is wrong with the rules is an error; what other libraries warn of on import is not
IN_ANOTHER_PROCESS = """
import sys, warnings
from boardgame_envs.core.game import find_game
from boardgame_envs.testing.signatures import signature
warnings.simplefilter("error")
package, name, num_games = sys.argv[1:]
print(signature(find_game(package, name), int(num_games)))
"""


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


def signature_elsewhere(game: Game, num_games: int, variables: dict[str, str]) -> str:
    """Return the signature from another process, with other environment variables.

    It finds the game by its package, on the same path as this process; if it fails, that is a
    RuntimeError with its last words.
    """
    path = os.pathsep.join(folder or str(Path.cwd()) for folder in sys.path)
    process = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_PROCESS, game.package, game.name, str(num_games)],
        env={**os.environ, "PYTHONPATH": path, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode != 0:
        raise RuntimeError(process.stderr.strip() or f"exit status {process.returncode}")
    return process.stdout.strip()
