"""``http://…``: a server that is asked for each decision."""

from __future__ import annotations

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.ways.way import Way
from boardgame_envs.core.game import Game

ADDRESSES = ("http://", "https://")


def make(name: str, game: Game) -> Agent | None:
    """Return the agent behind an address."""
    if not name.startswith(ADDRESSES):
        return None
    from boardgame_envs.agents.outside.server import ServerAgent

    return ServerAgent(name)


WAY = Way(make, lambda game: ["http://ADDRESS"])
