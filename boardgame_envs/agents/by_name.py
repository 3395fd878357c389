"""Agents by the names they have on the command line."""

from __future__ import annotations

import importlib
import importlib.util

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.random_agent import RandomAgent
from boardgame_envs.core.game import Game
from boardgame_envs.core.options import suggest

RULES_OF_THUMB = "boardgame_envs.agents.rules_of_thumb"
EXPORTED = ".onnx"


class UnknownAgentError(ValueError):
    """Raised for a name that no agent has."""


def agent_names(game: Game) -> list[str]:
    """Return the names of the agents there are for a game, beside exported ones."""
    return ["random", "rules"] if heuristic_module(game) else ["random"]


def heuristic_module(game: Game) -> str | None:
    """Return the module of a game's rule of thumb: in this package, or in the game's own."""
    for module in (f"{RULES_OF_THUMB}.{game.name}", f"{game.package}.heuristic"):
        if importlib.util.find_spec(module):
            return module
    return None


def make_agent(name: str, game: Game) -> Agent:
    """Return an agent by name, or by the path of its exported file."""
    if name.endswith(EXPORTED):
        from boardgame_envs.agents.network_agent import NetworkAgent

        return NetworkAgent(name, game)
    if name == "random":
        return RandomAgent()
    module = heuristic_module(game)
    if name == "rules" and module is not None:
        rules: Agent = importlib.import_module(module).RuleOfThumb()
        return rules
    known = [*agent_names(game), f"a file that ends in {EXPORTED}"]
    raise UnknownAgentError(f"there is no agent {name!r}{suggest(name, known)}")
