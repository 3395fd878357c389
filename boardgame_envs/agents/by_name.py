"""Agents by the names they have on the command line."""

from __future__ import annotations

import importlib
import importlib.util

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.random_agent import RandomAgent
from boardgame_envs.core.game import Game
from boardgame_envs.core.options import suggest

HEURISTICS = "boardgame_envs.agents.heuristics"
EXPORTED = ".onnx"


class UnknownAgentError(ValueError):
    """Raised for a name that no agent has."""


def agent_names(game: Game) -> list[str]:
    """Return the names of the agents there are for a game, beside exported ones."""
    module = f"{HEURISTICS}.{game.name}"
    return ["random", "rules"] if importlib.util.find_spec(module) else ["random"]


def make_agent(name: str, game: Game) -> Agent:
    """Return an agent by name, or by the path of its exported file."""
    if name.endswith(EXPORTED):
        from boardgame_envs.agents.network_agent import NetworkAgent

        return NetworkAgent(name, game)
    if name not in agent_names(game):
        known = [*agent_names(game), f"a file that ends in {EXPORTED}"]
        raise UnknownAgentError(f"there is no agent {name!r}{suggest(name, known)}")
    if name == "random":
        return RandomAgent()
    rules: Agent = importlib.import_module(f"{HEURISTICS}.{game.name}").Heuristic()
    return rules
