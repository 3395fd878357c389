"""Agents that search, by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.searching.naming import (
    Reader,
    is_search_name,
    read_search_name,
    read_settings,
)
from boardgame_envs.agents.searching.open_hands_agent import OpenHandsAgent, make_pimc
from boardgame_envs.agents.searching.search_agent import SearchAgent, make_search
from boardgame_envs.agents.searching.tree_agent import TreeAgent, make_ismcts
from boardgame_envs.core.game import Game


class Kind(NamedTuple):
    """A kind of search."""

    about: str
    readers: dict[str, Reader]  # of its settings
    make: Callable[[Game, Agent | None, dict[str, Any]], Agent]


KINDS = {
    "search": Kind(
        "tries actions in possible worlds, and leaves the heuristic's only for a better one",
        SearchAgent.READERS,
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
    over = usual if parts.over is None else parts.over
    return kind.make(game, None if over is None else make_agent(over, game), settings)
