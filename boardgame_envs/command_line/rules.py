"""``boardgame-envs rules``: what a game is played by."""

from __future__ import annotations

import argparse

from boardgame_envs.command_line.arguments import add_game
from boardgame_envs.core.handbook import handbook
from boardgame_envs.games import load_game

NAME = "rules"
HELP = "print a game's rules, options, actions and observation"
DESCRIPTION = "Print the numbered rules, options, action table and observation table."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_game(parser)


def run(parsed: argparse.Namespace) -> int:
    """Print the handbook of a game."""
    print(handbook(load_game(parsed.game)), end="")
    return 0
