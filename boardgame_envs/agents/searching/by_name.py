"""Agents that search, by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic
from boardgame_envs.agents.random_agent import RandomAgent
from boardgame_envs.agents.searching.naming import (
    HEURISTIC,
    Reader,
    is_search_name,
    read_search_name,
    read_settings,
)
from boardgame_envs.agents.searching.network_search import NetworkSearchAgent, by_itself
from boardgame_envs.agents.searching.open_hands_agent import OpenHandsAgent, make_pimc
from boardgame_envs.agents.searching.search_agent import SearchAgent
from boardgame_envs.agents.searching.settings import find_settings
from boardgame_envs.agents.searching.tree_agent import TreeAgent, make_ismcts
from boardgame_envs.agents.ways.heuristics import heuristic_editions
from boardgame_envs.core.game import Game
from boardgame_envs.core.problems import OptionError


def make_search(game: Game, over: Agent | None, settings: dict[str, Any]) -> Agent:
    """Return a search over an agent: by compiled playouts if they can be, else by a network's."""
    if over is None or isinstance(over, RandomAgent | CompiledHeuristic):
        check_settings("by a heuristic or at random", settings, SearchAgent.READERS)
        policy = over if isinstance(over, CompiledHeuristic) else None
        return SearchAgent(game, policy, **settings)
    if not hasattr(over, "probabilities"):
        raise OptionError(
            "a search plays on by a heuristic, a network or at random, not by "
            f"{type(over).__name__}"
        )
    check_settings("over a network", settings, NetworkSearchAgent.READERS)
    playouts = settings.pop(PLAYOUTS, None)
    return NetworkSearchAgent(game, over, plays_on=playouts_of(game, playouts), **settings)


PlaysOn = Callable[[Mapping[str, Any]], CompiledHeuristic | None]


def playouts_of(game: Game, wanted: str | None) -> PlaysOn:
    """Return who plays on in a search over a network, by the options; None: the network itself.

    ``wanted`` is what the name of the search says; nothing: the network.
    """
    if wanted != HEURISTIC:
        return by_itself
    settings = find_settings(game)
    usual = settings.plays_on or HEURISTIC
    compiled_heuristic(game, usual)  # or refuse at once

    def plays_on(options: Mapping[str, Any]) -> CompiledHeuristic:
        return compiled_heuristic(game, settings.network_heuristic(options) or usual)

    return plays_on


@cache
def compiled_heuristic(game: Game, name: str) -> CompiledHeuristic:
    """Return an edition of a game's heuristic, or raise OptionError."""
    edition = heuristic_editions(game).get(name)
    agent = None if edition is None else edition()
    if not isinstance(agent, CompiledHeuristic):
        raise OptionError(f"{game.name} has no heuristic that could play on in compiled code")
    return agent


def other_playouts(game: Game) -> list[CompiledHeuristic]:
    """Return by whom searches of a game play on beside its usual heuristic."""
    settings = find_settings(game)
    options = [game.complete_options(chosen) for chosen in ({}, *game.example_options)]
    names = {settings.plays_on, *map(settings.network_heuristic, options)} - {None, HEURISTIC}
    return [compiled_heuristic(game, str(name)) for name in sorted(map(str, names))]


def check_settings(kind: str, settings: dict[str, Any], readers: dict[str, Reader]) -> None:
    """Refuse settings that a search of this kind does not have."""
    for key in settings:
        if key not in readers:
            raise OptionError(
                f"a search {kind} has no setting {key!r}; it has {', '.join(readers)}"
            )


class Kind(NamedTuple):
    """A kind of search."""

    about: str
    readers: dict[str, Reader]  # of its settings
    make: Callable[[Game, Agent | None, dict[str, Any]], Agent]


SEARCH, PLAYOUTS = "search", "playouts"
KINDS = {
    SEARCH: Kind(
        "tries actions in possible worlds, and leaves the heuristic's only for a better one",
        {**SearchAgent.READERS, **NetworkSearchAgent.READERS},
        make_search,
    ),
    "ismcts": Kind(
        "information-set Monte Carlo tree search with playouts by the heuristic",
        TreeAgent.READERS,
        make_ismcts,
    ),
    "pimc": Kind(
        "solves the round in possible worlds with open hands (Elements)",
        OpenHandsAgent.READERS,
        make_pimc,
    ),
}


def names_a_search(name: str) -> bool:
    """Tell whether a name is that of an agent that searches."""
    return is_search_name(name, KINDS)


def make_searching_agent(
    name: str, game: Game, usual: str | None, make_agent: Callable[[str, Game], Agent]
) -> Agent:
    """Return an agent that searches, by its name; ``usual`` is what it is over if it says nothing.

    ``make_agent`` makes the agent that it is built on.
    """
    parts = read_search_name(name)
    kind = KINDS[parts.kind]
    settings = read_settings(parts, kind.readers)
    if parts.kind == SEARCH:
        usual = find_settings(game).plays_on or usual
    over = usual if parts.over is None else parts.over
    return kind.make(game, None if over is None else make_agent(over, game), settings)
