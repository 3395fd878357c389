"""``boardgame-envs record``: play games and write them down."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from boardgame_envs.agents import Agent, make_agent
from boardgame_envs.agents.shipped_agents import resolve_agent
from boardgame_envs.command_line.arguments import (
    add_fair_play,
    add_games,
    add_table,
    progress,
    table_from,
)
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.core.records import record_game, write_records
from boardgame_envs.core.table import Table
from boardgame_envs.matches.one_table import play_watched
from boardgame_envs.matches.referee import FairPlay, Referee

NAME = "record"
HELP = "play games and write them down"
DESCRIPTION = "Let agents play games, and write them as JSON Lines, one game a line."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_table(parser)
    add_games(parser, default=1)
    parser.add_argument(
        "--agent",
        nargs="+",
        default=["random"],
        metavar="NAME",
        help="who plays, one for all seats or one for each: random, heuristic, best, "
        "FILE.onnx or any name that 'evaluate' takes; default random",
    )
    parser.add_argument(
        "--legal", action="store_true", help="write the legal actions of every decision too"
    )
    add_fair_play(parser)
    parser.add_argument(
        *("--output", "-o"),
        required=True,
        metavar="FILE",
        help="where to write; compressed if it ends in .gz",
    )


def run(parsed: argparse.Namespace) -> int:
    """Play and write the games."""
    table = table_from(parsed)
    agents = seat_agents(parsed.agent, table)
    seeds = range(check_seed(parsed.seed), check_seed(parsed.seed + parsed.games - 1) + 1)
    names = seat_names(parsed.agent, table)
    referee = FairPlay(names, parsed.on_error, parsed.time_limit)
    count = write_records(parsed.output, play_all(table, agents, seeds, parsed.legal, referee))
    print(f"{parsed.output}: {count} {'game' if count == 1 else 'games'} written")
    if count < len(seeds):
        print(f"{len(seeds) - count} forfeited, which are not written")
    if referee.has_faults:
        print("\n".join(["", "Faults:", *referee.in_words()]))
    return 0


def play_all(
    table: Table, agents: Sequence[Agent], seeds: range, legal: bool, referee: Referee
) -> Iterator[dict[str, Any]]:
    """Play a game with each seed, and return the records of those that were not forfeited."""
    for seed in progress(seeds, "games"):
        if play_watched(table, agents, seed, referee) is None:
            yield record_game(table, legal)


def seat_agents(names: Sequence[str], table: Table) -> list[Agent]:
    """Return an agent for each seat."""
    return [make_agent(name, table.game) for name in seat_names(names, table)]


def seat_names(names: Sequence[str], table: Table) -> list[str]:
    """Return the name of the agent in each seat."""
    if len(names) == 1:
        names = list(names) * table.num_players
    if len(names) != table.num_players:
        raise ValueError(
            f"--agent takes one name, or one for each of the {table.num_players} seats, "
            f"not {len(names)}"
        )
    setting = table.game, table.options, table.num_players
    return [resolve_agent(name, *setting) for name in names]
