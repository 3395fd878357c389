"""``shipped``: the trained agent that comes with the package, also by the name of its game."""

from __future__ import annotations

from importlib import resources

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.ways.files import EXPORTED, open_file, split_temperature
from boardgame_envs.agents.ways.way import Way
from boardgame_envs.core.game import Game

SHIPPED = "shipped"


def make(name: str, game: Game) -> Agent | None:
    """Return the agent that comes with the package."""
    file, (bare, temperature) = shipped_file(game), split_temperature(name, (SHIPPED,))
    # elements is the agent in elements.onnx, as shipped is
    if file is None or bare not in (SHIPPED, game.name):
        return None
    return open_file(file, game, temperature)


def shipped_file(game: Game) -> str | None:
    """Return the file of the trained agent that comes with the package, if there is one."""
    file = resources.files("boardgame_envs.agents").joinpath(SHIPPED, f"{game.name}{EXPORTED}")
    return str(file) if file.is_file() else None


WAY = Way(make, lambda game: [SHIPPED] * bool(shipped_file(game)))
