"""``boardgame-envs benchmark``: measure an agent against opponents that never change."""

from __future__ import annotations

import argparse
import json
import shlex
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boardgame_envs import learning
from boardgame_envs.agents import Agent, make_agent
from boardgame_envs.agents.by_name import EXPORTED
from boardgame_envs.agents.network_agent import NetworkAgent, game_of_file
from boardgame_envs.benchmark import find_opponents, find_suite, measure
from boardgame_envs.benchmark.again import play_again
from boardgame_envs.benchmark.opponent import Opponent, fingerprint_of
from boardgame_envs.benchmark.report import as_json, in_words
from boardgame_envs.benchmark.row import MakeResponse, Row, as_markdown, make_rows
from boardgame_envs.benchmark.suite import Suite
from boardgame_envs.command_line.arguments import add_fair_play, positive
from boardgame_envs.command_line.evaluate import watch
from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.games import game_names, load_game
from boardgame_envs.learning.responses import train_response
from boardgame_envs.matches.referee import FairPlay

NAME = "benchmark"
HELP = "measure an agent against opponents that never change"

DESCRIPTION = """Let an agent play fixed deals against opponents that are known by a fingerprint of
what they do, in every setting that is measured. Where all win or lose together: the win rates of
its own team, of the opponent's team, their difference, and the win rate with the agent in one seat
among the opponent's; elsewhere the win share of the agent as the only one among the opponent's.
Intervals are 95 %, over deals. --row adds the row of the agent for a table of agents."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help=f"{', '.join(game_names())}; may be left out for FILE.onnx, which says it",
    )
    parser.add_argument("agent", metavar="AGENT", help="an agent by name, see docs/agents.md")
    parser.add_argument(
        "--against", nargs="+", default=[], metavar="NAME", help="opponents; default: all there are"
    )
    parser.add_argument(
        "--setting", action="append", default=[], metavar="NAME", help="default: all of the suite"
    )
    parser.add_argument(
        "--players", type=positive, nargs="+", default=[], metavar="N", help="default: all numbers"
    )
    parser.add_argument(
        "--deals", type=positive, metavar="N", help="the first ones only; default: all of the suite"
    )
    parser.add_argument(
        "--teams-only",
        action="store_true",
        help="where all win or lose together: no teams of both, which take most of the games",
    )
    add_fair_play(parser)
    add_row_arguments(parser)
    parser.add_argument("--json", metavar="FILE", help="write all figures to a file as well")
    parser.add_argument(
        "--again",
        metavar="FILE",
        help="play the first deals of each figure in such a file again, and compare; nothing else",
    )


def add_row_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say what is in the row of an agent."""
    parser.add_argument(
        "--row", action="store_true", help="print rows for a table of agents, in Markdown"
    )
    parser.add_argument(
        "--responses",
        type=positive,
        default=0,
        metavar="DEALS",
        help="with a searched best response, which plays so many deals in every seat",
    )
    parser.add_argument(
        "--learned",
        type=positive,
        metavar="DECISIONS",
        help="and a learned one, which is trained for so many decisions",
    )


def run(parsed: argparse.Namespace) -> int:
    """Measure and report."""
    game = load_game(parsed.game or game_of(parsed.agent))
    suite = find_suite(game)
    agent, fingerprint = make_agent(parsed.agent, game), fingerprint_of(parsed.agent, suite)
    if parsed.again:
        return play_file_again(agent, fingerprint, suite, Path(parsed.again))
    opponents = find_opponents(game, parsed.against)
    deals = suite.deals if parsed.deals is None else parsed.deals
    check(parsed, deals)
    is_file = parsed.agent.endswith(EXPORTED)
    name = Path(parsed.agent).name if is_file else parsed.agent
    referees: list[FairPlay] = []
    measured = measure(
        *(agent, suite, opponents, parsed.setting, parsed.players, deals),
        mixed=not parsed.teams_only,
        watch=watch,
        referee=referee_of(parsed, name, referees),
    )
    figures = list(measured)
    print("\n".join(in_words(name, fingerprint, suite, deals, figures)))
    faults = [line for each in referees for line in each.in_words()]
    if faults:
        print("\n".join(["", "Faults:", *faults]))
    rows: list[Row] = []
    if parsed.row:
        learned = learned_by(parsed, game)
        rows = list(make_rows(agent, suite, figures, parsed.responses, learned, watch))
        print("\n".join(["", *as_markdown(name, rows)]))
    if parsed.json:
        content = as_json(name, fingerprint, suite, deals, figures, command_of(parsed), rows)
        Path(parsed.json).write_text(json.dumps(content, indent=2) + "\n")
    return 0


def referee_of(
    parsed: argparse.Namespace, name: str, referees: list[FairPlay]
) -> Callable[[Opponent], FairPlay]:
    """Return what makes the referee of the games with an opponent, and puts it on a list."""

    def make(opponent: Opponent) -> FairPlay:
        referees.append(FairPlay([name, opponent.name], parsed.on_error, parsed.time_limit))
        return referees[-1]

    return make


def game_of(agent: str) -> str:
    """Return the game that an agent's file is for, or raise ValueError."""
    if agent.endswith(EXPORTED):
        return game_of_file(agent)
    raise ValueError(f"say which game {agent!r} is to play: boardgame-envs {NAME} GAME {agent}")


def check(parsed: argparse.Namespace, deals: int) -> None:
    """Refuse early what would fail late."""
    if deals < 2:
        raise ValueError(f"--deals must be at least 2, to know an interval, not {deals}")
    if parsed.responses == 1:
        raise ValueError("--responses must be at least 2, to know an interval, not 1")
    if (parsed.responses or parsed.learned) and not parsed.row:
        raise ValueError("best responses are in the row of an agent: give --row as well")
    if parsed.learned and not parsed.responses:
        raise ValueError("--responses says how many deals the learned best response plays")


def learned_by(parsed: argparse.Namespace, game: Game) -> MakeResponse | None:
    """Return what trains a best response at a table, if one is asked for."""
    if not parsed.learned:
        return None

    def learn(table: Table) -> Agent:
        setting = {**game.changed_options(table.options), "num_players": table.num_players}
        checkpoint = train_response(parsed.agent, game, parsed.learned, setting)
        with tempfile.TemporaryDirectory() as place:
            file = Path(place) / f"response{EXPORTED}"
            learning.write_agent(checkpoint, file)
            # an agent that never changes is best answered by the best action
            return NetworkAgent(file, game, temperature=0.0)

    return learn


def play_file_again(agent: Agent, fingerprint: str, suite: Suite, file: Path) -> int:
    """Play a part of the figures in a file again; 1 if any comes out otherwise."""
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if content["agent"]["fingerprint"] != fingerprint:
        raise ValueError(
            f"{file} has figures of {content['agent']['name']} "
            f"({content['agent']['fingerprint']}), not of an agent with {fingerprint}"
        )
    wrong = 0
    for one in play_again(agent, suite, content):
        is_same = abs(one.found - one.said) < 1e-9
        wrong += not is_same
        told = "as said" if is_same else f"but {one.found:.3f} now"
        print(f"{one.setting}, {one.players} players, {one.opponent}: {one.said:.3f}, {told}")
    return 1 if wrong else 0


def command_of(parsed: argparse.Namespace) -> str:
    """Return the command that gives the same figures again."""
    words = ["boardgame-envs", NAME, *([parsed.game] if parsed.game else []), parsed.agent]
    for setting in parsed.setting:
        words += ["--setting", setting]
    for option in ("against", "players"):
        if getattr(parsed, option):
            words += [f"--{option}", *map(str, getattr(parsed, option))]
    if parsed.deals is not None:
        words += ["--deals", str(parsed.deals)]
    if parsed.teams_only:
        words += ["--teams-only"]
    if parsed.row:
        words += ["--row"]
    for option in ("responses", "learned"):
        if getattr(parsed, option):
            words += [f"--{option}", str(getattr(parsed, option))]
    return shlex.join(words)
