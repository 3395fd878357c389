"""PettingZoo: its own test, and a game through the AEC interface."""

from __future__ import annotations

import warnings
from pathlib import Path

from pettingzoo.test import api_test

from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv
from boardgame_envs.core.game import Game


def steps(game: Game, folder: Path) -> str:
    """Let PettingZoo test the environment."""
    with warnings.catch_warnings():
        # two warnings about names, which every dict observation gets
        warnings.simplefilter("ignore")
        api_test(CheckedTableEnv(game), num_cycles=200)
    return "api_test"
