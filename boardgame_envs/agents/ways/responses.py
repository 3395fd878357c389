"""``response:AGENT``: the searched best response to an agent."""

from __future__ import annotations

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.ways.way import Way
from boardgame_envs.core.game import Game

RESPONSE = "response:"


def make(name: str, game: Game) -> Agent | None:
    """Return the best response to the agent in the name."""
    if not name.startswith(RESPONSE):
        return None
    from boardgame_envs.agents.best_response import BestResponse
    from boardgame_envs.agents.by_name import make_agent

    return BestResponse(make_agent(name.removeprefix(RESPONSE), game), game)


WAY = Way(make, lambda game: [f"{RESPONSE}AGENT"])
