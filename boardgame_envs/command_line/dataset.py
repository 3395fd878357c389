"""``boardgame-envs dataset``: let agents play, and write their decisions as a data set."""

from __future__ import annotations

import argparse

from boardgame_envs.command_line.arguments import (
    add_games,
    add_table,
    positive,
    progress,
    table_from,
)
from boardgame_envs.dataset.making import GAMES_IN_A_PIECE, Plan, make_dataset

NAME = "dataset"
HELP = "write games of agents as a data set"
DESCRIPTION = (
    "Let agents play games, and write every decision as the seat saw it: as numbers (NumPy, and "
    "Parquet where pyarrow is installed) and in words (prompt and answer). A card says how it was "
    "made. The same command in the same folder goes on where it was interrupted."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_table(parser)
    parser.add_argument(
        "--agents",
        nargs="+",
        default=["shipped"],
        metavar="NAME",
        help="who plays: one for all seats, or several, who change seats from game to game; "
        "names and files as for 'evaluate'; default shipped",
    )
    add_games(parser, default=1000)
    parser.add_argument("--no-text", action="store_true", help="numbers only")
    parser.add_argument(
        "--minari",
        metavar="ID",
        help="write one episode for each seat of each game in Minari's format, too, under this "
        "name, such as elements/shipped-v0, in the folder that Minari keeps data sets in",
    )
    parser.add_argument(
        "--piece",
        type=positive,
        default=GAMES_IN_A_PIECE,
        metavar="N",
        help=f"games in one file; default {GAMES_IN_A_PIECE}",
    )
    parser.add_argument(
        *("--output", "-o"), required=True, metavar="DIR", help="where to write; a new folder"
    )


def run(parsed: argparse.Namespace) -> int:
    """Play and write the games."""
    if parsed.minari:
        from boardgame_envs.dataset.minari_episodes import check_minari

        check_minari(parsed.minari)
    in_words = not parsed.no_text
    plan = Plan(
        table_from(parsed), parsed.agents, parsed.games, parsed.seed, in_words, parsed.piece
    )
    for _ in progress(make_dataset(parsed.output, plan), "games", plan.games):
        pass
    print(f"{parsed.output}: {plan.games} {'game' if plan.games == 1 else 'games'} written")
    if parsed.minari:
        from boardgame_envs.dataset.minari_episodes import write_episodes

        episodes = write_episodes(parsed.output, parsed.minari)
        print(f"{parsed.minari}: {episodes} episodes written for Minari")
    return 0
