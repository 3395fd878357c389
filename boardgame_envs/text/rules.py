"""The rules of a game for the options in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.game import Game


def rules_in_play(game: Game, num_players: int, options: Mapping[str, Any]) -> str:
    """Return the rules with the number of players and all options that are played with."""
    chosen = [f"- {o.name} = {options[o.name]!r}: {o.meaning}" for o in game.options]
    written = [f"- {kind.pattern}: {kind.meaning}" for kind in game.actions.kinds]
    return "\n\n".join(
        [
            f"# {game.title}",
            game.rules_in_words.strip(),
            "\n".join([f"Options in play, with {num_players} players:", *chosen]),
            "\n".join(["How actions are written:", *written]),
        ]
    )
