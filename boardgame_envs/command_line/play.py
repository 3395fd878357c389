"""``boardgame-envs play``: a person against agents, or with them."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from boardgame_envs.agents.faults import AgentFaultError
from boardgame_envs.agents.ways.strongest import BEST
from boardgame_envs.command_line import play_web
from boardgame_envs.command_line.arguments import add_fair_play, add_options, options_from, whole
from boardgame_envs.core.game import Game
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.core.records import write_records
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games import game_names, load_game
from boardgame_envs.matches.referee import RAISE
from boardgame_envs.matches.rng import seed_of_agent
from boardgame_envs.play import Player, Session
from boardgame_envs.play.terminal.game import RESUME, LeftTheTable, TerminalGame, name_of_file
from boardgame_envs.play.terminal.menu import choose_table
from boardgame_envs.play.terminal.screen import PlainScreen, Screen
from boardgame_envs.play.terminal.wording import fitted, odds_in_words

NAME = "play"
HELP = "play a game against agents"
DESCRIPTION = (
    "Play a game against agents in the terminal, or with them. You are told what your seat may "
    "know, and the finished game is saved. Without a GAME there is a menu."
)

NOT_SAVED = "none"
YOU = "you"
LIBRARIES = ("rich", "prompt_toolkit")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help=f"one of: {', '.join(game_names())}"
    )
    add_options(parser)
    parser.add_argument(
        "--against",
        nargs="+",
        metavar="NAME",
        help="who plays against you (or with you), one for all other seats or one for each: a name "
        "that 'boardgame-envs agents' lists, heuristic, search, random or FILE.onnx; default: "
        "best, the strongest one for these options",
    )
    parser.add_argument(
        "--seat", default="P1", metavar="P1", help="where you sit: P1, P2, ... or random"
    )
    parser.add_argument(
        "--seed", type=whole, metavar="S", help="the same seed deals the same game; default: any"
    )
    parser.add_argument(
        "--resume", metavar="FILE", help="go on with a game that was saved when you left it"
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="lines one after the other with numbered choices, as where there is no terminal",
    )
    parser.add_argument(
        "--show-odds",
        action="store_true",
        help="after the game, list how likely each action of a network was",
    )
    parser.add_argument(
        "--review",
        action="store_true",
        help="after the game, list decisions where the strongest agent saw something better",
    )
    parser.add_argument(
        "--save",
        metavar="FILE",
        help=f"where to save the finished game, or {NOT_SAVED}; default GAME-DATE-TIME.jsonl",
    )
    add_fair_play(parser)
    play_web.add_web_arguments(parser)


def run(parsed: argparse.Namespace) -> int:
    """Play a game, or several, and save them; or serve games to a browser."""
    if parsed.web:
        check_unwatched(parsed)
        is_chosen = parsed.resume or parsed.game
        return play_web.serve(parsed, begin_or_resume(parsed) if is_chosen else None)
    try:
        session = begin_or_resume(parsed)
    except (EOFError, KeyboardInterrupt):
        # somebody has left the menu
        print()
        return 0
    session.watch(parsed.on_error, parsed.time_limit)
    seat = seat_of_person(session)
    path = place_to_save(parsed.save, session.game)
    screen = choose_screen(parsed.plain)
    finished: list[dict[str, Any]] = []
    while True:
        game = TerminalGame(session, seat, screen)
        try:
            game.play()
        except LeftTheTable:
            return leave(session, parsed)
        except AgentFaultError as fault:
            leave(session, parsed, f"The game cannot go on: {fault}")
            return 1
        if not session.over:
            # a forfeited game has no end that could be recorded
            return 0
        finished.append(session.record())
        look_back(game, parsed)
        if path is not None:
            write_records(path, finished)
            print(f"The game is saved in {path}.")
        if not game.linger():
            return 0
        session = session.again(draw_seed())
        session.watch(parsed.on_error, parsed.time_limit)


def look_back(game: TerminalGame, parsed: argparse.Namespace) -> None:
    """Tell of a game that is over what was asked for when it began."""
    if parsed.show_odds:
        show_odds(game.session)
    if parsed.review:
        tell(game.review())


def check_unwatched(parsed: argparse.Namespace) -> None:
    """Refuse a referee in the browser, where an agent that fails can be replaced."""
    if parsed.on_error != RAISE or parsed.time_limit is not None:
        raise ValueError(
            "--on-error and --time-limit are for the terminal: in the browser the table waits when "
            "an agent cannot go on, and another one can take its seat"
        )


def begin_or_resume(parsed: argparse.Namespace) -> Session:
    """Return the game that was saved in a file, or a new one."""
    return Session.resume(parsed.resume) if parsed.resume else begin(parsed)


def begin(parsed: argparse.Namespace) -> Session:
    """Begin the game that the arguments, or the menu, describe."""
    seed = check_seed(draw_seed() if parsed.seed is None else parsed.seed)
    against = parsed.against or [BEST]
    if parsed.game is None:
        if not sys.stdin.isatty():
            raise ValueError(f"name a game to play: {', '.join(game_names())}")
        game, options, num_players, opponent = choose_table(input, print)
        against = parsed.against or [opponent]
    else:
        game = load_game(parsed.game)
        options = options_from(game, parsed)
        num_players = game.check_players(parsed.players, game.complete_options(options))
    seat = choose_seat(parsed.seat, num_players, seed)
    players = seat_agents(against, num_players, seat)
    return Session.begin(game, players, seed=seed, options=options)


def seat_of_person(session: Session) -> int:
    """Return the seat of the one person at a table, or raise ValueError."""
    if len(session.people) != 1:
        raise ValueError(
            f"one person plays at a terminal, and this game has {len(session.people)} people"
        )
    return session.people[0]


def leave(session: Session, parsed: argparse.Namespace, reason: str = "You left the table") -> int:
    """Save a game that is not over, if it may be saved, and say how to go on."""
    if parsed.save == NOT_SAVED:
        tell(f"{reason}; the game is not saved.")
        return 0
    path = Path(parsed.resume or name_of_file(session))
    session.save(path)
    tell(f"{reason}; the game is saved. Go on with: {RESUME} {path}")
    return 0


def choose_screen(is_plain: bool) -> Screen:
    """Return the best screen for this terminal: lines alone where it is none, or an old one."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if is_plain or not is_terminal:
        return PlainScreen()
    if not all(map(importlib.util.find_spec, LIBRARIES)):
        tell("The table stays on the screen with: pip install 'boardgame_envs[play]'")
        return PlainScreen()
    from boardgame_envs.play.terminal.full_screen import FullScreen

    return FullScreen()


def tell(text: str) -> None:
    """Show the person a text."""
    print(fitted(text), flush=True)


def draw_seed() -> int:
    """Return a seed that nobody can foresee and everybody can type."""
    return int.from_bytes(os.urandom(4), "little")


def choose_seat(text: str, num_players: int, seed: int) -> int:
    """Return the seat of the person, or raise ValueError."""
    if text == "random":
        # the numbers below this one give the agents their seeds
        return seed_of_agent(seed, num_players) % num_players
    seats = {seat_name(seat): seat for seat in range(num_players)}
    if text.upper() not in seats:
        raise ValueError(f"--seat takes {', '.join(seats)} or random, not {text!r}")
    return seats[text.upper()]


def seat_agents(against: Sequence[str], num_players: int, seat: int) -> list[Player]:
    """Return who sits in each seat: the person in one, agents in the others."""
    num_others = num_players - 1
    names = list(against) * num_others if len(against) == 1 else list(against)
    if len(names) != num_others:
        takes = "one name" if num_others == 1 else f"one name, or one for each of {num_others}"
        raise ValueError(f"--against takes {takes}, not {len(names)}")
    players = [Player(Path(name).name if name.endswith(".onnx") else name, name) for name in names]
    players.insert(seat, Player(YOU))
    return players


def place_to_save(text: str | None, game: Game) -> Path | None:
    """Return where the game will be saved, or refuse before it begins what cannot be written."""
    if text == NOT_SAVED:
        return None
    now = datetime.now().strftime("%Y%m%d-%H%M%S")
    path = Path(f"{game.name}-{now}.jsonl" if text is None else text)
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK) or path.is_dir():
        raise ValueError(f"the game could not be saved as {path}; --save takes a file, or none")
    return path


def show_odds(session: Session) -> None:
    """List what the networks thought of their actions."""
    listed = list(odds_in_words(session))
    if listed:
        tell("\nWhat the networks did, and how likely each of their actions was:")
    else:
        tell("\nNo network was at the table, so there are no odds to show.")
    for line in listed:
        tell(line)
