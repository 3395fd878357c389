"""Names that other packages offer by entry points of the group ``boardgame_envs.agents``.

In their ``pyproject.toml``::

    [project.entry-points."boardgame_envs.agents"]
    my_agent = "my_package.agents:make"

On the right is a factory, see ``factories.py``. Nothing is imported before the name is used.
"""

from __future__ import annotations

import importlib.metadata
from functools import cache

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.ways.factories import SETTINGS, agent_from, first_line, read_settings
from boardgame_envs.agents.ways.way import OFFERED, UnknownAgentError, Way
from boardgame_envs.core.catalogue import provider
from boardgame_envs.core.game import Game

GROUP = "boardgame_envs.agents"


def make(name: str, game: Game) -> Agent | None:
    """Return the agent that a package offers under a name."""
    bare, _, settings = name.partition(SETTINGS)
    entries = offers().get(bare, [])
    if not entries:
        return None
    if len(entries) > 1:
        who = " and ".join(provider(entry) for entry in entries)
        raise UnknownAgentError(f"{who} each offer an agent {bare!r}: uninstall one of them")
    try:
        factory = entries[0].load()
    except Exception as error:
        raise UnknownAgentError(
            f"the agent {bare!r}, which {provider(entries[0])} offers as {entries[0].value!r}, "
            f"cannot be loaded: {type(error).__name__}: {first_line(error)}"
        ) from error
    return agent_from(name, factory, game, read_settings(name, settings or None))


@cache
def offers() -> dict[str, list[importlib.metadata.EntryPoint]]:
    """Return what other packages offer, by name; they are asked once."""
    found: dict[str, list[importlib.metadata.EntryPoint]] = {}
    for entry in importlib.metadata.entry_points(group=GROUP):
        others = found.setdefault(entry.name, [])
        # who says the same twice does not contradict itself
        if entry.value not in {other.value for other in others}:
            others.append(entry)
    return found


WAY = Way(make, lambda game: list(offers()), OFFERED)
