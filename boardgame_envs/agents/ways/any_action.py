"""``random``: any legal action."""

from __future__ import annotations

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.random_agent import RandomAgent
from boardgame_envs.agents.ways.way import Way
from boardgame_envs.core.game import Game

RANDOM = "random"


def make(name: str, game: Game) -> Agent | None:
    """Return the agent that takes any legal action."""
    return RandomAgent() if name == RANDOM else None


WAY = Way(make, lambda game: [RANDOM])
