"""TorchRL: the recipe of the docs, PPO by self-play on the AEC environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from torchrl.envs import check_env_specs

from boardgame_envs.checks.recipes import STEPS, load_recipe, play_with
from boardgame_envs.core.game import Game

recipe = load_recipe("torchrl_ppo")
trained: dict[str, Any] = {}


def steps(game: Game, folder: Path) -> str:
    """Let TorchRL test the environment, and take some steps."""
    env = recipe.make_env(game)
    check_env_specs(env)
    return f"{env.rollout(STEPS, break_when_any_done=False).numel()} steps"


def trains(game: Game, folder: Path) -> str:
    """Train a little."""
    trained["learner"] = recipe.train(game, frames=STEPS, frames_per_batch=STEPS // 2)
    return f"{STEPS} steps"


def exports(game: Game, folder: Path) -> str:
    """Export the policy, and let it play."""
    output = folder / "torchrl.onnx"
    recipe.export(trained["learner"], game, output, STEPS)
    return play_with(output, game)
