"""Whatever users have to play with, as an agent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.by_name import EXPORTED, make_agent
from boardgame_envs.agents.language_model import LanguageModelAgent
from boardgame_envs.agents.outside.functions import ChoosingAgent, FunctionAgent
from boardgame_envs.agents.outside.program import ProgramAgent
from boardgame_envs.agents.outside.sb3 import from_sb3
from boardgame_envs.agents.outside.server import ServerAgent
from boardgame_envs.agents.outside.torch_module import from_torch
from boardgame_envs.core.game import Game
from boardgame_envs.core.problems import OptionError, shortened

ALLOWED = (
    "the name of an agent, an object with choose(information), a function of an information state, "
    "a Stable-Baselines3 model or a torch module"
)


def as_agent(thing: Any, game: Game) -> Agent:
    """Return an agent for a game: by its name, or made of an agent, object, function or model."""
    if isinstance(thing, str):
        return make_agent(thing, game)
    if isinstance(thing, type):
        raise OptionError(f"an agent is an object: {thing.__name__}() is one, not the class")
    if hasattr(thing, "choose"):
        agent: Agent = thing if hasattr(thing, "begin_game") else ChoosingAgent(thing)
        return agent
    if is_of(thing, "stable_baselines3"):
        return from_sb3(thing)
    if is_of(thing, "torch.nn"):
        return from_torch(thing)
    if is_of(thing, "pyspiel"):
        raise OptionError(
            "a bot of OpenSpiel is made an agent by from_open_spiel, in "
            "boardgame_envs.adapters.open_spiel_bots"
        )
    if not callable(thing):
        raise OptionError(f"an agent is {ALLOWED}, not {shortened(thing)}")
    return FunctionAgent(thing)


def label_of(thing: Any) -> str:
    """Return what an agent is called in a report."""
    if isinstance(thing, str):
        return Path(thing).stem if thing.endswith(EXPORTED) else thing
    if isinstance(thing, FunctionAgent):
        return label_of(thing.function)
    return str(getattr(thing, "__name__", type(thing).__name__))


def is_outside(agent: Any) -> bool:
    """Tell whether an agent is in another program, or code that is not of this package."""
    ours = type(agent).__module__.startswith("boardgame_envs.")
    strangers = FunctionAgent, ChoosingAgent, LanguageModelAgent, ProgramAgent, ServerAgent
    return not ours or isinstance(agent, strangers)


def is_of(thing: Any, package: str) -> bool:
    """Tell whether something is an object of a package, which is not imported for that."""
    modules = (kind.__module__ for kind in type(thing).__mro__)
    return any(module == package or module.startswith(f"{package}.") for module in modules)
