"""``program:COMMAND``: a program of any language, asked over its input and output."""

from __future__ import annotations

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.ways.way import Way
from boardgame_envs.core.game import Game

PROGRAM = "program:"


def make(name: str, game: Game) -> Agent | None:
    """Return the agent that a program is."""
    if not name.startswith(PROGRAM):
        return None
    from boardgame_envs.agents.outside.program import ProgramAgent

    return ProgramAgent(name.removeprefix(PROGRAM))


WAY = Way(make, lambda game: [f"{PROGRAM}COMMAND"])
