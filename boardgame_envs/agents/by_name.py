"""Agents by the names they have on the command line."""

from __future__ import annotations

from collections.abc import Callable

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.random_agent import RandomAgent
from boardgame_envs.core.options import suggest

AGENTS: dict[str, Callable[[], Agent]] = {"random": RandomAgent}


class UnknownAgentError(ValueError):
    """Raised for a name that no agent has."""


def agent_names() -> list[str]:
    """Return the names of all agents."""
    return sorted(AGENTS)


def make_agent(name: str) -> Agent:
    """Return an agent by name."""
    if name not in AGENTS:
        raise UnknownAgentError(f"there is no agent {name!r}{suggest(name, AGENTS)}")
    return AGENTS[name]()
