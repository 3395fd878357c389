"""Agents by the names they have on the command line."""

from __future__ import annotations

import importlib
import importlib.util

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.random_agent import RandomAgent
from boardgame_envs.core.game import Game
from boardgame_envs.core.options import suggest

RANDOM, HEURISTIC = "random", "heuristic"
HEURISTICS = "boardgame_envs.agents.heuristics"
# what agents were called before, which is still understood
OLD_NAMES = {"rules": HEURISTIC}
EXPORTED = ".onnx"


class UnknownAgentError(ValueError):
    """Raised for a name that no agent has."""


def agent_names(game: Game) -> list[str]:
    """Return the names of the agents there are for a game, beside exported ones."""
    has_heuristic = importlib.util.find_spec(f"{HEURISTICS}.{game.name}") is not None
    return [RANDOM, HEURISTIC] if has_heuristic else [RANDOM]


def make_agent(name: str, game: Game) -> Agent:
    """Return an agent by name, or by the path of its exported file."""
    if name.endswith(EXPORTED):
        from boardgame_envs.agents.network_agent import NetworkAgent

        return NetworkAgent(name, game)
    current = OLD_NAMES.get(name, name)
    if current not in agent_names(game):
        known = [*agent_names(game), f"a file that ends in {EXPORTED}"]
        raise UnknownAgentError(f"there is no agent {name!r}{suggest(name, known)}")
    if current == RANDOM:
        return RandomAgent()
    heuristic: Agent = importlib.import_module(f"{HEURISTICS}.{game.name}").Heuristic()
    return heuristic
