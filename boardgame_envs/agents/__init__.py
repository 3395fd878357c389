"""Who sits at the table: agents decide on an information state, never on the table itself."""

from __future__ import annotations

from boardgame_envs.agents.agent import Agent, BatchAgent, InformedAgent, ManyTablesAgent
from boardgame_envs.agents.by_name import UnknownAgentError, agent_names, make_agent
from boardgame_envs.agents.random_agent import RandomAgent

__all__ = [
    "Agent",
    "BatchAgent",
    "InformedAgent",
    "ManyTablesAgent",
    "RandomAgent",
    "UnknownAgentError",
    "agent_names",
    "make_agent",
]
