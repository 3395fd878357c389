"""How a data set is made: agents play, piece by piece, and what is there already is kept."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardgame_envs import __version__
from boardgame_envs.agents import make_agent
from boardgame_envs.agents.agent import Agent
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.core.table import Table
from boardgame_envs.dataset.card import write_card
from boardgame_envs.dataset.folder import (
    CARD,
    GAMES,
    JSON_LINES,
    NPZ,
    NUMBERS,
    PARQUET,
    TEXT,
    Folder,
)
from boardgame_envs.dataset.numbers import as_npz, as_parquet, columns_of
from boardgame_envs.dataset.reading import each_piece
from boardgame_envs.dataset.seen_game import SeenGame, play_seen

FORMAT = 1
GAMES_IN_A_PIECE = 500


@dataclass(frozen=True)
class Plan:
    """What a data set is to hold. Game i has the seed ``seed + i``.

    In game i the agent with the number ``(seat + i) % len(agents)`` has each seat, so that all
    agents come to sit everywhere.
    """

    table: Table
    agents: Sequence[str]
    games: int
    seed: int = 0
    in_words: bool = True
    games_in_a_piece: int = GAMES_IN_A_PIECE

    def lineup(self, game: int) -> list[int]:
        """Return which agent has each seat in a game."""
        return [(seat + game) % len(self.agents) for seat in range(self.table.num_players)]

    def piece(self, number: int) -> range:
        """Return the numbers of the games of a piece."""
        size = self.games_in_a_piece
        return range(number * size, min((number + 1) * size, self.games))

    @property
    def num_pieces(self) -> int:
        """How many pieces there are."""
        return -(-self.games // self.games_in_a_piece)


def make_dataset(path: str | Path, plan: Plan) -> Iterator[int]:
    """Write a data set; go through the numbers of its games as they are there.

    Pieces that are there from an earlier call are not made again.
    """
    check_seed(plan.seed), check_seed(plan.seed + plan.games - 1)
    folder, game = Folder(path), plan.table.game
    agents = [make_agent(name, game) for name in plan.agents]
    folder.claim(describe(plan, agents))
    for number in range(plan.num_pieces):
        games = plan.piece(number)
        if folder.has_piece(number, len(games)):
            yield from games
            continue
        seen: list[SeenGame] = []
        for i in games:
            seen.append(play(plan, agents, i))
            yield i
        write_piece(folder, plan, number, seen)
    folder.drop_after(plan.num_pieces)
    folder.write(CARD, write_card(folder.description(), plays_of(path, plan)).encode())


def play(plan: Plan, agents: Sequence[Agent], number: int) -> SeenGame:
    """Play one game of a data set."""
    describe_decision = None
    if plan.in_words:
        from boardgame_envs.dataset.words import put_into_words

        describe_decision = put_into_words
    seed = plan.seed + number
    return play_seen(plan.table, agents, plan.lineup(number), seed, describe_decision)


def write_piece(folder: Folder, plan: Plan, number: int, games: Sequence[SeenGame]) -> None:
    """Write the files of a piece, the list of its games last."""
    game, first = plan.table.game, plan.piece(number).start
    columns = columns_of(games, first, game.layout.size, game.num_actions)
    folder.write(folder.piece(NUMBERS, number, NPZ).name, as_npz(columns, games))
    if importlib.util.find_spec("pyarrow"):
        folder.write(folder.piece(NUMBERS, number, PARQUET).name, as_parquet(columns))
    if plan.in_words:
        lines = [line for i, seen in enumerate(games, first) for line in text_lines(i, seen)]
        folder.write(folder.piece(TEXT, number, JSON_LINES).name, as_lines(lines))
    told = [tell_game(i, seen) for i, seen in enumerate(games, first)]
    folder.write(folder.piece(GAMES, number, JSON_LINES).name, as_lines(told))


def as_lines(entries: Sequence[dict[str, Any]]) -> bytes:
    """Return entries as JSON Lines."""
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries).encode()


def text_lines(number: int, seen: SeenGame) -> Iterator[dict[str, Any]]:
    """Go through the decisions of a game in words."""
    for place, decision in enumerate(seen.decisions):
        yield {
            "game": number,
            "decision": place,
            "seat": decision.seat,
            "agent": seen.agents[decision.seat],
            **decision.words,
            "action": decision.action,
            "return": seen.returns[decision.seat],
        }


def tell_game(number: int, seen: SeenGame) -> dict[str, Any]:
    """Return what the list of games says of one."""
    return {
        "game": number,
        "seed": seen.seed,
        "agents": seen.agents,
        "returns": seen.returns,
        "decisions": len(seen.decisions),
        "truncated": seen.truncated,
    }


# --- what it is, in numbers and hashes ---


def describe(plan: Plan, agents: Sequence[Agent]) -> dict[str, Any]:
    """Return what a data set is: the same for the same games."""
    table, game = plan.table, plan.table.game
    return {
        "format": FORMAT,
        "package": f"boardgame_envs {__version__}",
        "game": game.name,
        "version": game.version,
        "players": table.num_players,
        "options": game.changed_options(table.options),
        "layout": game.layout.hash,
        "actions": game.actions.hash,
        "observation_size": game.layout.size,
        "num_actions": game.num_actions,
        "agents": [
            {"name": shown_name(name), "files": hashes_of(agent)}
            for name, agent in zip(plan.agents, agents, strict=True)
        ],
        "seed": plan.seed,
        "games": plan.games,
        "games_in_a_piece": plan.games_in_a_piece,
        "in_words": plan.in_words,
    }


def shown_name(name: str) -> str:
    """Return an agent's name without the folders of this machine."""
    return name.rsplit("/", 1)[-1] if "/" in name and Path(name.split("@")[0]).exists() else name


def hashes_of(agent: Any, depth: int = 3) -> dict[str, str]:
    """Return the hashes of the files that an agent plays by, its own and its parts'."""
    path = getattr(agent, "path", None)
    if isinstance(path, Path):
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()}
    found: dict[str, str] = {}
    for part in getattr(agent, "__dict__", {}).values() if depth else ():
        found |= hashes_of(part, depth - 1)
    return dict(sorted(found.items()))


def plays_of(path: str | Path, plan: Plan) -> list[str]:
    """Return a hash of all actions that each agent took: who makes the same data finds the same."""
    digests = [hashlib.sha256() for _ in plan.agents]
    for columns in each_piece(path):
        for number, digest in enumerate(digests):
            rows = columns["agent"] == number
            for name in ("game", "decision", "action"):
                digest.update(columns[name][rows].astype("<i8").tobytes())
    return [digest.hexdigest() for digest in digests]
