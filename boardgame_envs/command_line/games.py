"""``boardgame-envs list``: the games there are."""

from __future__ import annotations

import argparse

from boardgame_envs.core.game import Game
from boardgame_envs.games import BrokenGameError, game_names, load_game

NAME = "list"
HELP = "list the games"
DESCRIPTION = "List the games."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""


def run(parsed: argparse.Namespace) -> int:
    """Print one line for each game, or why it cannot be loaded."""
    for name in game_names():
        try:
            print(f"{name:<12} {describe(load_game(name))}")
        except BrokenGameError as error:
            print(f"{name:<12} {error}")
    return 0


def describe(game: Game) -> str:
    """Return the figures of a game."""
    fewest, most = game.players[0], game.players[-1]
    players = f"{fewest}" if fewest == most else f"{fewest}-{most}"
    return (
        f"v{game.version}  {players} players, {game.num_actions} actions, "
        f"{game.layout.size} observed numbers, {len(game.options)} options"
    )
