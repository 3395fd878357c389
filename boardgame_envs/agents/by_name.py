"""Agents by the names they have on the command line."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from importlib import resources
from typing import Any

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic
from boardgame_envs.agents.random_agent import RandomAgent
from boardgame_envs.agents.searching.by_name import KINDS as SEARCHES
from boardgame_envs.agents.searching.by_name import make_searching_agent, names_a_search
from boardgame_envs.core.game import Game
from boardgame_envs.core.options import suggest
from boardgame_envs.core.problems import shortened

RANDOM, HEURISTIC = "random", "heuristic"
HEURISTICS = "boardgame_envs.agents.heuristics"
# what agents were called before, which is still understood
OLD_NAMES = {"rules": HEURISTIC}
EXPORTED = ".onnx"
# heuristic:first is the heuristic as it was in its first edition
EDITION = ":"
SHIPPED = "shipped"
# agent.onnx@0.5 is a network as if it had been exported with that temperature
TEMPERATURE = "@"
# response:agent.onnx is the searched best response to an agent
RESPONSE = "response:"


class UnknownAgentError(ValueError):
    """Raised for a name that no agent has."""


def agent_names(game: Game) -> list[str]:
    """Return the names of the agents there are for a game, beside exported ones."""
    return [RANDOM, HEURISTIC] if heuristic_module(game) else [RANDOM]


def heuristic_module(game: Game) -> str | None:
    """Return the module of a game's heuristic: in this package, or in the game's own."""
    for module in (f"{HEURISTICS}.{game.name}", f"{game.package}.heuristic"):
        if importlib.util.find_spec(module):
            return module
    return None


def compiled_heuristics_of(game: Game) -> list[type[CompiledHeuristic]]:
    """Return the heuristics of a game that can be compiled."""
    module = heuristic_module(game)
    heuristic: Any = importlib.import_module(module).Heuristic if module else None
    is_ours = isinstance(heuristic, type) and issubclass(heuristic, CompiledHeuristic)
    return [heuristic] if is_ours else []


def shipped_file(game: Game) -> str | None:
    """Return the file of the trained agent that comes with the package, if there is one."""
    file = resources.files("boardgame_envs.agents").joinpath(SHIPPED, f"{game.name}{EXPORTED}")
    return str(file) if file.is_file() else None


def make_agent(name: str, game: Game) -> Agent:
    """Return an agent by name, or by the path of its exported file."""
    if names_a_search(name):
        usual = HEURISTIC if heuristic_module(game) else None
        return make_searching_agent(name, game, usual, make_agent)
    if name.startswith(RESPONSE):
        from boardgame_envs.agents.best_response import BestResponse

        return BestResponse(make_agent(name.removeprefix(RESPONSE), game), game)
    shipped, (bare, temperature) = shipped_file(game), split_temperature(name)
    # elements is the agent in elements.onnx, as shipped is
    file = shipped if bare == SHIPPED or (bare == game.name and shipped) else bare
    if file is not None and file.endswith(EXPORTED):
        from boardgame_envs.agents.network_agent import NetworkAgent

        agent = NetworkAgent(file, game)
        return agent if temperature is None else agent.as_exported_with(temperature)
    if name == RANDOM:
        return RandomAgent()
    current, editions = OLD_NAMES.get(name, name), heuristic_editions(game)
    if current in editions:
        heuristic: Agent = editions[current]()
        return heuristic
    known = [
        *(RANDOM, *editions, *SEARCHES, f"{RESPONSE}AGENT"),
        *(f"a file that ends in {EXPORTED}", *[SHIPPED] * bool(shipped)),
    ]
    raise UnknownAgentError(f"there is no agent {name!r}{suggest(name, known)}")


def split_temperature(name: str) -> tuple[str, float | None]:
    """Return a name without the temperature that it ends with, and that, if there is one."""
    bare, at, text = name.rpartition(TEMPERATURE)
    if not at or not (bare == SHIPPED or bare.endswith(EXPORTED)):
        return name, None
    try:
        return bare, float(text)
    except ValueError:
        raise UnknownAgentError(
            f"a temperature is a number, such as {bare}{TEMPERATURE}0.5, not {shortened(text)}"
        ) from None


def heuristic_editions(game: Game) -> dict[str, Callable[[], Agent]]:
    """Return a game's heuristic and its earlier editions, by the names that agents have.

    A module lists these as ``EDITIONS``; they never change, so that what was measured against
    them stays true.
    """
    name = heuristic_module(game)
    if name is None:
        return {}
    module = importlib.import_module(name)
    earlier = getattr(module, "EDITIONS", {})
    return {
        HEURISTIC: module.Heuristic,
        **{f"{HEURISTIC}{EDITION}{edition}": make for edition, make in earlier.items()},
    }
