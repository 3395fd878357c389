"""``best``: whoever is strongest at a table, for commands that know the table.

``shipped_agents.resolve_agent`` makes it the name of an agent. A name that comes here was given
where nothing but the game is known.
"""

from __future__ import annotations

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.ways.way import UnknownAgentError, Way
from boardgame_envs.core.game import Game

BEST = "best"


def make(name: str, game: Game) -> Agent | None:
    """Say that who is best cannot be told here."""
    if name != BEST:
        return None
    raise UnknownAgentError(
        f"{BEST!r} depends on the options of a table, which play, evaluate and record know; "
        f"elsewhere name one of those that 'boardgame-envs agents' lists"
    )


WAY = Way(make)
