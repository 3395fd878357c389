"""What several checks share: the recipes of the docs, and a game with an exported agent."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np

from boardgame_envs.agents import make_agent
from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.matches.one_table import play_game
from boardgame_envs.shipped_files import RECIPES

# enough decisions for a few games and updates
STEPS = 256


def load_recipe(name: str) -> Any:
    """Return a recipe of the docs as a module."""
    spec = importlib.util.spec_from_file_location(name, RECIPES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def play_with(agent_file: Path, game: Game) -> str:
    """Let an exported agent play a game in all seats; return what to say of it."""
    table = Table(game)
    agents = [make_agent(str(agent_file), game) for _ in range(table.num_players)]
    play_game(table, agents, seed=1)
    return f"{agent_file.stat().st_size // 1000} kB"


def step_seat(env: Any, steps: int = STEPS) -> str:
    """Take random legal actions in a Gymnasium environment; return what to say of it."""
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(steps):
        legal = np.flatnonzero(env.unwrapped.action_masks())
        _, _, terminated, truncated, _ = env.step(int(rng.choice(legal)))
        if terminated or truncated:
            env.reset()
    return f"{steps} steps"


class SeatRecipe:
    """The trials of a recipe that trains one seat on the Gymnasium environment."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.recipe = load_recipe(name)
        self._learner: Any = None

    def steps(self, game: Game, folder: Path) -> str:
        """Take some steps."""
        return step_seat(self.recipe.make_env(game))

    def trains(self, game: Game, folder: Path) -> str:
        """Train a little."""
        self._learner = self.recipe.train(game, steps=STEPS)
        return f"{STEPS} steps"

    def exports(self, game: Game, folder: Path) -> str:
        """Export the policy, and let it play."""
        output = folder / f"{self.name}.onnx"
        self.recipe.export(self._learner, game, output, STEPS)
        return play_with(output, game)
