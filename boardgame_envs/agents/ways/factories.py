"""``package.module:factory``: an agent of one's own, from Python.

The factory is called with the game, if it takes one, and with the settings behind a question
mark: ``my_agents:make?depth=3``. It returns an agent, an object with ``choose`` or a function. A
function whose first parameter is called ``information`` is the agent itself.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import json
import re
import sys
from pathlib import Path
from typing import Any

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.ways.way import IN_PYTHON, UnknownAgentError, Way
from boardgame_envs.core.game import Game
from boardgame_envs.core.problems import shortened

NAME = re.compile(r"(?P<module>[^\W\d][\w.]*):(?P<place>[^\W\d][\w.]*)(\?(?P<settings>.*))?")
SETTINGS, NEXT, EQUALS = "?", ",", "="


def make(name: str, game: Game) -> Agent | None:
    """Return the agent of a factory."""
    parts = NAME.fullmatch(name)
    if parts is None or not is_there(parts["module"]):
        return None
    try:
        found: Any = importlib.import_module(parts["module"])
        for attribute in parts["place"].split("."):
            found = getattr(found, attribute)
    except Exception as error:
        raise UnknownAgentError(f"{name}: {type(error).__name__}: {first_line(error)}") from error
    return agent_from(name, found, game, read_settings(name, parts["settings"]))


def is_there(module: str) -> bool:
    """Tell whether a module can be found, also in the working directory."""
    here = str(Path.cwd())
    # what is started as a script looks beside the script, and not where the user is
    if here not in sys.path:
        sys.path.append(here)
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def agent_from(name: str, factory: Any, game: Game, settings: dict[str, Any]) -> Agent:
    """Return what a factory makes, as an agent."""
    from boardgame_envs.agents.outside.anyone import as_agent

    made = factory
    if callable(factory) and not is_the_agent(factory):
        try:
            made = factory(*[game][: takes_game(factory, settings)], **settings)
        except Exception as error:
            raise UnknownAgentError(
                f"{name} makes no agent for {game.name}: {type(error).__name__}: "
                f"{first_line(error)}"
            ) from error
    elif settings:
        raise UnknownAgentError(f"{name} is an agent and no factory: it takes no settings")
    if isinstance(made, str):
        raise UnknownAgentError(f"{name} returns the text {shortened(made)}, and no agent")
    return as_agent(made, game)


def is_the_agent(thing: Any) -> bool:
    """Tell whether something decides by itself: an object with choose, a function that is asked."""
    if isinstance(thing, type):
        return False
    if hasattr(thing, "choose"):
        return True
    return next(iter(parameters_of(thing)), None) == "information"


def takes_game(factory: Any, settings: dict[str, Any]) -> bool:
    """Tell whether a factory wants to know the game: by its first parameter."""
    first = next(iter(parameters_of(factory).values()), None)
    if first is None or first.name in settings or first.kind is first.KEYWORD_ONLY:
        return False
    return first.name == "game" or first.default is first.empty


def parameters_of(function: Any) -> dict[str, inspect.Parameter]:
    """Return the parameters of a function; none for one that does not tell."""
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return {}


def read_settings(name: str, text: str | None) -> dict[str, Any]:
    """Return the settings in a name: numbers, true, false and null as in JSON, else words."""
    settings: dict[str, Any] = {}
    for entry in (text or "").split(NEXT) if text else []:
        key, equals, value = entry.partition(EQUALS)
        if not key.isidentifier() or not equals:
            raise UnknownAgentError(
                f"{name} has {shortened(entry)} where a setting is written as name=value"
            )
        try:
            settings[key] = json.loads(value)
        except ValueError:
            settings[key] = value
    return settings


def first_line(error: Exception) -> str:
    """Return the first line of what an error says."""
    return str(error).partition("\n")[0]


WAY = Way(make, lambda game: ["package.module:factory"], IN_PYTHON)
