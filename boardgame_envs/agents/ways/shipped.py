"""``elements``, ``first/tranquility``: agents that come with the package, by their files' names.

``shipped`` is the one with the name of the game.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.ways.files import EXPORTED, open_file, split_temperature
from boardgame_envs.agents.ways.way import Way
from boardgame_envs.core.game import Game

SHIPPED = "shipped"
FOLDER = Path(__file__).parents[1] / SHIPPED


def make(name: str, game: Game) -> Agent | None:
    """Return an agent that comes with the package."""
    files = shipped_files()
    bare, temperature = split_temperature(name, (SHIPPED, *files))
    file = files.get(game.name if bare == SHIPPED else bare)
    return None if file is None else open_file(str(file), game, temperature)


@cache
def shipped_files() -> dict[str, Path]:
    """Return the files of the agents by their names; those of today come first."""
    files = sorted(FOLDER.rglob(f"*{EXPORTED}"), key=lambda file: (len(file.parts), file))
    return {file.relative_to(FOLDER).with_suffix("").as_posix(): file for file in files}


def shipped_file(game: Game) -> str | None:
    """Return the file of the agent with the name of a game, if there is one."""
    file = shipped_files().get(game.name)
    return None if file is None else str(file)


def names(game: Game) -> list[str]:
    """Return the names of the agents that seem to play a game."""
    found = [name for name in shipped_files() if game.name in name]
    return [SHIPPED, *found] if shipped_file(game) else found


WAY = Way(make, names)
