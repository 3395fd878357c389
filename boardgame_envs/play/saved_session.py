"""A session in writing: who sits where, and the table, which is played again when it is read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from boardgame_envs.core.catalogue import load_game
from boardgame_envs.core.notation import required
from boardgame_envs.core.problems import shortened
from boardgame_envs.core.table import Table
from boardgame_envs.play.players import Player

FORMAT = 1
KIND = "boardgame_envs game"
WHERE = "this saved game"


def write_session(table: Table, players: Sequence[Player]) -> str:
    """Return a table and its players as JSON."""
    seats = [{"name": player.name, "agent": player.agent} for player in players]
    saved = {
        "kind": KIND,
        "format": FORMAT,
        "game": table.game.name,
        "seats": seats,
        "table": table.to_bytes().decode("ascii"),
    }
    return json.dumps(saved, indent=1) + "\n"


def read_session(text: str) -> tuple[Table, list[Player]]:
    """Return the table, with its past, and the players, or raise ValueError."""
    saved = read_object(text)
    game = load_game(required(saved, "game", str, WHERE))
    players = [read_player(entry) for entry in required(saved, "seats", list, WHERE)]
    table = Table.from_bytes(game, required(saved, "table", str, WHERE).encode())
    if not table.has_begun:
        raise ValueError("no game has begun at the table of this saved game")
    return table, players


def read_object(text: str) -> dict[str, Any]:
    """Return what is written in a saved game, of the right kind and format."""
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError):
        saved = None
    if not isinstance(saved, dict) or saved.get("kind") != KIND:
        raise ValueError("this is not a saved game")
    if saved.get("format") != FORMAT:
        raise ValueError(
            f"this saved game has the format {shortened(saved.get('format'))}, not {FORMAT}"
        )
    return saved


def read_player(entry: Any) -> Player:
    """Return who sits in a seat."""
    if not isinstance(entry, dict):
        raise ValueError(f"a seat of {WHERE} must be a JSON object, not {shortened(entry)}")
    name, agent = required(entry, "name", str, "a seat"), entry.get("agent")
    if agent is not None and not isinstance(agent, str):
        raise ValueError(f"an agent of {WHERE} is named by a text, not {shortened(agent)}")
    return Player(name, agent)
