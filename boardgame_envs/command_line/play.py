"""``boardgame-envs play``: a person against agents."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from boardgame_envs.agents import Agent, make_agent
from boardgame_envs.agents.human_agent import HumanAgent, LeftTheTable
from boardgame_envs.command_line.arguments import add_table, table_from, whole
from boardgame_envs.core.game import Game
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.core.records import record_game, write_records
from boardgame_envs.core.seats import seat_name
from boardgame_envs.core.table import Table
from boardgame_envs.play.terminal import (
    Teller,
    draw_seat,
    fitted,
    odds_in_words,
    play_and_tell,
    usual_opponent,
)

NAME = "play"
HELP = "play a game against agents"
DESCRIPTION = (
    "Play a game against agents in the terminal. You are told what your seat "
    "may know, and the finished game is saved."
)

NOT_SAVED = "none"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_table(parser)
    parser.add_argument(
        "--against",
        nargs="+",
        metavar="NAME",
        help="who plays against you, one for all other seats or one for each: random, heuristic "
        "or FILE.onnx; default: the best agent there is for the game",
    )
    parser.add_argument(
        "--seat", default="P1", metavar="P1", help="where you sit: P1, P2, ... or random"
    )
    parser.add_argument(
        "--seed", type=whole, metavar="S", help="the same seed deals the same game; default: any"
    )
    parser.add_argument(
        "--show-odds",
        action="store_true",
        help="after the game, list how likely each action of a network was",
    )
    parser.add_argument(
        "--save",
        metavar="FILE",
        help=f"where to save the finished game, or {NOT_SAVED}; default GAME-DATE-TIME.jsonl",
    )


def run(parsed: argparse.Namespace) -> int:
    """Play one game, and save it."""
    table = table_from(parsed)
    seed = check_seed(draw_seed() if parsed.seed is None else parsed.seed)
    seat = choose_seat(parsed.seat, table, seed)
    path = place_to_save(parsed.save, table.game)
    names = seat_names(parsed.against or [usual_opponent(table.game)], table.num_players, seat)
    agents = [
        HumanAgent(ask, tell) if i == seat else make_agent(name, table.game)
        for i, name in enumerate(names)
    ]
    teller = Teller(table, seat, [Path(name).name for name in names], tell)
    try:
        play_and_tell(table, agents, seed, teller)
    except (LeftTheTable, KeyboardInterrupt):
        tell("You left the table; the game is not saved.")
        return 0
    if parsed.show_odds:
        show_odds(table, agents)
    if path is not None:
        write_records(path, [record_game(table)])
        print(f"The game is saved in {path}.")
    return 0


def ask(prompt: str) -> str:
    """Put a question to the person, and return the answer."""
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        # the answer that did not come would have ended the line
        print()
        raise


def tell(text: str) -> None:
    """Show the person a text."""
    print(fitted(text), flush=True)


def draw_seed() -> int:
    """Return a seed that nobody can foresee and everybody can type."""
    return int.from_bytes(os.urandom(4), "little")


def choose_seat(text: str, table: Table, seed: int) -> int:
    """Return the seat of the person, or raise ValueError."""
    if text == "random":
        return draw_seat(table.num_players, seed)
    seats = {seat_name(seat): seat for seat in range(table.num_players)}
    if text.upper() not in seats:
        raise ValueError(f"--seat takes {', '.join(seats)} or random, not {text!r}")
    return seats[text.upper()]


def seat_names(against: Sequence[str], num_players: int, seat: int) -> list[str]:
    """Return the name of the agent in each seat; the person's is 'you'."""
    num_others = num_players - 1
    names = list(against) * num_others if len(against) == 1 else list(against)
    if len(names) != num_others:
        takes = "one name" if num_others == 1 else f"one name, or one for each of {num_others}"
        raise ValueError(f"--against takes {takes}, not {len(names)}")
    names.insert(seat, "you")
    return names


def place_to_save(text: str | None, game: Game) -> Path | None:
    """Return where the game will be saved, or refuse before it begins what cannot be written."""
    if text == NOT_SAVED:
        return None
    now = datetime.now().strftime("%Y%m%d-%H%M%S")
    path = Path(f"{game.name}-{now}.jsonl" if text is None else text)
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK) or path.is_dir():
        raise ValueError(f"the game could not be saved as {path}; --save takes a file, or none")
    return path


def show_odds(table: Table, agents: Sequence[Agent]) -> None:
    """List what the networks thought of their actions."""
    listed = list(odds_in_words(table, agents))
    if listed:
        tell("\nWhat the networks did, and how likely each of their actions was:")
    else:
        tell("\nNo network was at the table, so there are no odds to show.")
    for line in listed:
        tell(line)
