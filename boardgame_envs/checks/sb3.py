"""Stable-Baselines3: MaskablePPO on one seat of many tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env

from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.adapters.sb3 import SeatVecEnv
from boardgame_envs.checks.recipes import STEPS, play_with
from boardgame_envs.core.game import Game
from boardgame_envs.learning.network.masked_choice import network_of_sb3
from boardgame_envs.learning.run.export import export_network

trained: dict[str, Any] = {}


def steps(game: Game, folder: Path) -> str:
    """Let Stable-Baselines3 test the single environment."""
    check_env(SeatEnv(game, seat="random"))
    return "check_env"


def trains(game: Game, folder: Path) -> str:
    """Train on many tables; an illegal action would be an error."""
    torch.set_num_threads(1)
    env = SeatVecEnv(game, 16, seat="random", illegal="raise")
    model = MaskablePPO("MlpPolicy", env, n_steps=STEPS // 16, batch_size=64, n_epochs=2)
    model.learn(2 * STEPS)
    trained["policy"] = model.policy
    return f"{model.num_timesteps} steps"


def exports(game: Game, folder: Path) -> str:
    """Export the policy, and let it play."""
    output = folder / "sb3.onnx"
    about = {"library": "Stable-Baselines3", "algorithm": "MaskablePPO", "decisions": 2 * STEPS}
    export_network(network_of_sb3(trained["policy"]), game, output, about)
    return play_with(output, game)
