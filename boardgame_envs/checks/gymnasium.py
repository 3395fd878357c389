"""Gymnasium: its own test, and a game in the batched form."""

from __future__ import annotations

import warnings
from pathlib import Path

from gymnasium.utils.env_checker import check_env

from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.core.game import Game


def steps(game: Game, folder: Path) -> str:
    """Let Gymnasium test the environment."""
    with warnings.catch_warnings():
        # rendering is in words, and it was made without
        warnings.simplefilter("ignore")
        check_env(SeatEnv(game, seat="random"), skip_render_check=True)
    return "check_env"
