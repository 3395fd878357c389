"""TRL: tools as its trainer finds them, and a game by calling them."""

from __future__ import annotations

import inspect
from pathlib import Path

from transformers.utils import get_json_schema

from boardgame_envs.adapters.trl import deals, environment_factory
from boardgame_envs.core.game import Game


def steps(game: Game, folder: Path) -> str:
    """Play a game by calls of the tool that TRL describes to models."""
    environment = environment_factory(game.name)()
    schema = get_json_schema(environment.play)["function"]
    assert schema["parameters"]["required"] == ["move"]
    assert not inspect.iscoroutinefunction(environment.play)
    environment.reset(**deals(1)[0])
    while environment.seat.legal:
        environment.play(environment.seat.legal[0])
    return f"{environment.metrics['decisions']} decisions"
