"""Who sits at the table: agents decide on an information state, never on the table itself."""

from __future__ import annotations

from boardgame_envs.agents.agent import Agent, BatchAgent, InformedAgent, ManyTablesAgent
from boardgame_envs.agents.by_name import UnknownAgentError, agent_names, make_agent
from boardgame_envs.agents.faults import Forfeit
from boardgame_envs.agents.language_model import LanguageModelAgent
from boardgame_envs.agents.outside.anyone import as_agent
from boardgame_envs.agents.outside.sb3 import from_sb3
from boardgame_envs.agents.outside.torch_module import from_torch
from boardgame_envs.agents.random_agent import RandomAgent

__all__ = [
    "Agent",
    "BatchAgent",
    "Forfeit",
    "InformedAgent",
    "LanguageModelAgent",
    "ManyTablesAgent",
    "RandomAgent",
    "UnknownAgentError",
    "agent_names",
    "as_agent",
    "from_sb3",
    "from_torch",
    "make_agent",
]
