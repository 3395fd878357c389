"""AgileRL: the recipe of the docs, DQN with masks for one seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boardgame_envs.checks.recipes import STEPS, load_recipe, play_with, step_seat
from boardgame_envs.core.game import Game

recipe = load_recipe("agilerl_dqn")
trained: dict[str, Any] = {}


def steps(game: Game, folder: Path) -> str:
    """Take some steps."""
    return step_seat(recipe.make_env(game))


def trains(game: Game, folder: Path) -> str:
    """Train a little."""
    trained["learner"] = recipe.train(game, steps=STEPS)
    return f"{STEPS} steps"


def exports(game: Game, folder: Path) -> str:
    """Export the policy, and let it play."""
    output = folder / "agilerl.onnx"
    recipe.export(trained["learner"], game, output, STEPS)
    return play_with(output, game)
