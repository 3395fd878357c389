"""Runs on Ray: how they begin, go on, and give away their network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boardgame_envs.games import load_game
from boardgame_envs.learning.algorithms.rllib.checkpoints import read_newest
from boardgame_envs.learning.algorithms.rllib.cluster import connected
from boardgame_envs.learning.algorithms.rllib.config import RllibConfig
from boardgame_envs.learning.algorithms.rllib.ray_run import RayRun
from boardgame_envs.learning.network.trunk import TrunkNetwork
from boardgame_envs.learning.run.algorithm import TrainedNetwork
from boardgame_envs.learning.run.checkpoints import check_identity, fitting
from boardgame_envs.learning.run.config import make_config, merged
from boardgame_envs.learning.run.curves import draw_curves
from boardgame_envs.learning.run.folder import describe_run, has_ended, write_config


def begin(config: RllibConfig, folder: Path) -> None:
    """Train anew, in a folder that has no run yet."""
    with connected(config.address, config.workers):
        describe_run(config, folder, ("ray",))
        RayRun(config, folder).learn()


def resume(folder: Path, changes: dict[str, Any]) -> None:
    """Go on with a run from its newest checkpoint; the games at its tables begin anew.

    It goes on with a Ray of its own, unless the changes name a cluster.
    """
    path, content = read_newest(folder)
    config = make_config(RllibConfig, merged({**content["config"], "address": ""}, changes))
    if content["steps"] >= config.total_steps:
        print(has_ended(config, folder))
        draw_curves(folder)
        return
    with connected(config.address, config.workers):
        run = RayRun(config, folder)
        with fitting(path):
            check_identity(content, load_game(config.game))
            run.restore(path, content)
        if changes:
            write_config(config, folder)
        print(f"resumed from {path.name} at {run.steps:,} decisions")
        run.learn()


def load_network(content: dict[str, Any]) -> TrainedNetwork:
    """Return the network in a checkpoint."""
    config = make_config(RllibConfig, content["config"])
    game = load_game(config.game)
    check_identity(content, game)
    network = TrunkNetwork(game, config.hidden).load_weights(content["model"])
    training = {
        "algorithm": "self-play PPO",
        "library": "RLlib",
        "decisions": content["steps"],
        "seed": config.seed,
        "hidden": config.hidden,
    }
    return TrainedNetwork(config, network.eval(), training)
