"""Verifiers: the table and its deals, found by their name as its command line does."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from verifiers.v1.utils.loaders import load_environment, resolve_env_config

from boardgame_envs.core.game import Game


def steps(game: Game, folder: Path) -> str:
    """Make the environment, and look at a few deals."""
    taskset = {"id": "boardgame-verifiers", "game": game.name}
    env = load_environment(resolve_env_config({"taskset": taskset}))
    deals = list(islice(iter(env.taskset), 3))
    assert [deal.data.seed for deal in deals] == [0, 1, 2]
    return f"{type(env).__name__}, {len(deals)} deals"
