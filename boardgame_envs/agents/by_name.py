"""Agents by their names, as on the command line; each way to name them is a module in ``ways/``."""

from __future__ import annotations

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.ways import files
from boardgame_envs.agents.ways.any_action import RANDOM
from boardgame_envs.agents.ways.files import EXPORTED, TEMPERATURE
from boardgame_envs.agents.ways.heuristics import (
    HEURISTIC,
    compiled_heuristics_of,
    heuristic_editions,
    heuristic_module,
)
from boardgame_envs.agents.ways.shipped import SHIPPED, shipped_file
from boardgame_envs.agents.ways.way import UnknownAgentError, all_ways
from boardgame_envs.core.game import Game
from boardgame_envs.core.options import suggest

__all__ = [
    "EXPORTED",
    "HEURISTIC",
    "RANDOM",
    "SHIPPED",
    "TEMPERATURE",
    "UnknownAgentError",
    "agent_names",
    "compiled_heuristics_of",
    "heuristic_editions",
    "heuristic_module",
    "make_agent",
    "shipped_file",
    "split_temperature",
]


def agent_names(game: Game) -> list[str]:
    """Return the names of the agents there are for a game, beside exported ones."""
    return [RANDOM, HEURISTIC] if heuristic_module(game) else [RANDOM]


def make_agent(name: str, game: Game) -> Agent:
    """Return an agent by its name, or raise UnknownAgentError."""
    for way in all_ways():
        agent = way.make(name, game)
        if agent is not None:
            return agent
    known = [listed for way in all_ways() for listed in way.names(game)]
    raise UnknownAgentError(f"there is no agent {name!r}{suggest(name, known)}")


def split_temperature(name: str) -> tuple[str, float | None]:
    """Return a name without the temperature that it ends with, and that, if there is one."""
    return files.split_temperature(name, (SHIPPED, EXPORTED))
