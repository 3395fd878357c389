"""``search:AGENT?setting=value`` and the other kinds of search."""

from __future__ import annotations

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.searching.by_name import KINDS, make_searching_agent, names_a_search
from boardgame_envs.agents.ways.heuristics import HEURISTIC, heuristic_module
from boardgame_envs.agents.ways.way import Way
from boardgame_envs.core.game import Game


def make(name: str, game: Game) -> Agent | None:
    """Return an agent that searches."""
    from boardgame_envs.agents.by_name import make_agent

    if not names_a_search(name):
        return None
    usual = HEURISTIC if heuristic_module(game) else None
    return make_searching_agent(name, game, usual, make_agent)


WAY = Way(make, lambda game: list(KINDS))
