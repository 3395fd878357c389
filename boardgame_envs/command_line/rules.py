"""``boardgame-envs rules``: what a game is played by."""

from __future__ import annotations

import argparse

from boardgame_envs.command_line.arguments import add_table, options_from
from boardgame_envs.core.guide import rule_in_words, rules_for
from boardgame_envs.core.handbook import handbook
from boardgame_envs.games import load_game

NAME = "rules"
HELP = "print a game's rules, options, actions and observation, or a lesson"
DESCRIPTION = (
    "Print the numbered rules, options, action table and observation table; with --teach a lesson "
    "for the players and options in play, with --rule one rule."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_table(parser)
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--teach",
        action="store_true",
        help="goal, turn, an example, end and notation, for --players and -O",
    )
    chosen.add_argument("--rule", metavar="NUMBER", help="one rule, such as 8, V1 or R2")


def run(parsed: argparse.Namespace) -> int:
    """Print the handbook of a game, a lesson, or one rule."""
    game = load_game(parsed.game)
    if parsed.rule is not None:
        print(f"{parsed.rule}. {rule_in_words(game, parsed.rule)}")
    elif parsed.teach or parsed.option or parsed.players is not None:
        print(rules_for(game, options_from(game, parsed), parsed.players), end="")
    else:
        print(handbook(game), end="")
    return 0
