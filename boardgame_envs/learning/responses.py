"""Learned best responses: a fresh network that is trained for nothing but to beat one agent.

The agent sits in all other seats and never changes. The learner begins by imitating it, so that it
starts from what the agent itself wins, and not from nothing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boardgame_envs import learning
from boardgame_envs.core.game import Game
from boardgame_envs.learning.algorithms import DEFAULT
from boardgame_envs.learning.run.checkpoints import CheckpointError, list_checkpoints
from boardgame_envs.learning.run.config import ConfigError, read_values
from boardgame_envs.learning.run.folder import CHECKPOINTS, CONFIG, has_checkpoints
from boardgame_envs.shipped_files import CONFIGS

SUFFIX = "_best_response.yaml"
# one decision in so many is spent on imitation
IMITATED = 10


def train_response(
    agent: str, game: Game, decisions: int, setting: Mapping[str, Any], folder: Path | None = None
) -> Path:
    """Train a best response to an agent, given by its name; return the newest checkpoint.

    A folder with a run is gone on with, up to so many decisions. The ``setting`` has the number of
    players and the options; where it is empty, the games are those of the game's own config.
    """
    values = response_config(agent, game, decisions, setting)
    if folder is None:
        folder = Path(f"results/{game.name}-response-{time.strftime('%Y%m%d-%H%M%S')}")
    if has_checkpoints(folder):
        check_same_agent(folder, values)
        learning.resume(folder, [f"total_steps={decisions}"])
    else:
        learning.train(values, folder)
    checkpoints = list_checkpoints(folder / CHECKPOINTS)
    if not checkpoints:
        raise CheckpointError(f"the run in {folder} has left no checkpoint")
    return checkpoints[-1]


def response_config(
    agent: str, game: Game, decisions: int, setting: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the config of a run against an agent: the game's own, or what any game can do with."""
    file = CONFIGS / DEFAULT / f"{game.name}{SUFFIX}"
    values: dict[str, Any] = read_values(file) if file.is_file() else {"game": game.name}
    values["total_steps"] = decisions
    values["opponents"] = {"past": 0.0, "agents": {agent: 1.0}}
    values["imitation"] = {"agent": agent, "steps": decisions // IMITATED}
    values["evaluation"] = {**values.get("evaluation", {}), "anchors": [agent]}
    if setting:
        values["variants"] = []
        values["options"] = {**values.get("options", {}), **setting}
    return values


def check_same_agent(folder: Path, values: Mapping[str, Any]) -> None:
    """Refuse to go on with a run against somebody else."""
    earlier = read_values(folder / CONFIG)
    for field in ("game", "opponents"):
        known = earlier.get(field)
        known = known.get("agents") if isinstance(known, dict) else known
        asked = values[field].get("agents") if isinstance(values[field], dict) else values[field]
        if known != asked:
            raise ConfigError(
                f"the run in {folder} is against {known}, not {asked}: choose another folder"
            )
