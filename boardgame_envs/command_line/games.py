"""``boardgame-envs list``: the games there are."""

from __future__ import annotations

import argparse
from typing import Any

from boardgame_envs.games import game_names, load_game


def add_command(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("list", help="list the games", description="List the games.")
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    """Print one line for each game."""
    for name in game_names():
        game = load_game(name)
        fewest, most = game.players[0], game.players[-1]
        players = f"{fewest}" if fewest == most else f"{fewest}-{most}"
        print(
            f"{name:<12} v{game.version}  {players} players, {game.num_actions} actions, "
            f"{game.layout.size} observed numbers, {len(game.options)} options"
        )
    return 0
