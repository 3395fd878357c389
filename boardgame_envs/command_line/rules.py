"""``boardgame-envs rules``: what a game is played by."""

from __future__ import annotations

import argparse
from typing import Any

from boardgame_envs.command_line.arguments import add_game
from boardgame_envs.core.handbook import handbook
from boardgame_envs.games import load_game


def add_command(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "rules",
        help="print a game's rules, options, actions and observation",
        description="Print the numbered rules, options, action table and observation table.",
    )
    add_game(parser)
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    """Print the handbook of a game."""
    print(handbook(load_game(parsed.game)), end="")
    return 0
