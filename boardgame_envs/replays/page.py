"""A finished game as one page that opens from disk: no server, no outside request.

The scenes of all observers share what they have in common: each mark, piece and zone is written
once, and all of it is packed, so that a game takes some tens of kilobytes.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from typing import Any

from boardgame_envs.agents.network_agent import NetworkAgent
from boardgame_envs.core.records import record_result
from boardgame_envs.core.seats import CHANCE
from boardgame_envs.core.sight import names_of
from boardgame_envs.core.table import Table
from boardgame_envs.pictures.as_json import face_data, mark_data, piece_data
from boardgame_envs.pictures.display import Mark, Piece, Scene
from boardgame_envs.pictures.palette import INKS
from boardgame_envs.replays.advice import advice_of
from boardgame_envs.replays.stills import check_over, decisions_of, scenes_of, told_of

EVERYTHING = "everything"


def replay_page(
    table: Table,
    agent: NetworkAgent | None = None,
    agent_name: str = "",
    names: Sequence[str] = (),
    observer: int | None = None,
) -> str:
    """Return the page of a finished game, with what a network thinks of it if one is given."""
    check_over(table)
    data = replay_data(table, agent, agent_name, names)
    data["first_view"] = 0 if observer is None else observer + 1
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    packed = base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()
    page = part("replay.html")
    for mark, written in (
        ("TITLE", escape(data["title"])),
        ("INKS", inks_css()),
        ("STYLE", part("replay.css")),
        ("DATA", packed),
        ("SCENE", part("scene.js")),
        ("SCRIPT", part("replay.js")),
    ):
        page = page.replace(f"@@{mark}@@", written)
    return page


def part(name: str) -> str:
    """Return one of the files that a page is put together from."""
    return resources.files("boardgame_envs.replays").joinpath(name).read_text(encoding="utf-8")


def inks_css() -> str:
    """Return the inks as properties of the page, by day and by night."""
    day = ";".join(f"--ink-{ink}:{shades[0]}" for ink, shades in INKS.items())
    night = ";".join(f"--ink-{ink}:{shades[1]}" for ink, shades in INKS.items())
    return f":root{{{day}}}@media (prefers-color-scheme:dark){{:root{{{night}}}}}"


def replay_data(
    table: Table, agent: NetworkAgent | None, agent_name: str, names: Sequence[str]
) -> dict[str, Any]:
    """Return all that the page shows, as what JSON can say."""
    players = names_of(table.num_players, names)
    observers: list[int | None] = [None, *range(table.num_players)]
    scenes = SceneStore()
    views = [
        {
            "name": EVERYTHING if observer is None else players[observer],
            "seat": observer,
            "frames": [scenes.add(scene) for scene in scenes_of(table, observer, names)],
            "log": list(log_lines(table, observer)),
        }
        for observer in observers
    ]
    result = record_result(table)
    return {
        "title": f"{table.game.title}: {table.setting}, seed {table.seed}",
        "players": list(players),
        "views": views,
        "decisions": decision_data(table, agent),
        "agent": agent_name if agent is not None else "",
        "result": result["outcome"],
        "returns": result["rewards"],
        **scenes.data(),
    }


def decision_data(table: Table, agent: NetworkAgent | None) -> list[dict[str, Any]]:
    """Return who decided what, and what a network thinks of it."""
    decisions = decisions_of(table)
    data: list[dict[str, Any]] = [
        {"seat": one.seat, "action": table.game.actions.name(one.state, one.action)}
        for one in decisions
    ]
    if agent is not None:
        for entry, advice in zip(data, advice_of(table, decisions, agent), strict=True):
            entry["odds"], entry["expects"] = advice.odds, round(advice.expects, 3)
    return data


def log_lines(table: Table, observer: int | None) -> Iterator[tuple[int, str]]:
    """Go through what an observer was told, with the turn at which it has happened."""
    turn, notation = 0, table.game.notation
    for moment in table.history():
        if moment.seat == CHANCE:
            yield turn, notation.tell_outcome(moment.state, observer)
        else:
            turn += 1
            yield turn, told_of(table, moment, observer)
    yield turn, notation.tell_end(table.states[0], observer)


class SceneStore:
    """Scenes with what they have in common written once."""

    def __init__(self) -> None:
        self.faces: dict[str, Any] = {}
        self.items: dict[Mark | Piece, int] = {}
        self.zones: dict[Any, int] = {}
        self.written: dict[Any, int] = {}

    def add(self, scene: Scene) -> int:
        """Note a scene; return its number."""
        for name, face in scene.faces().items():
            if name not in self.faces:
                self.faces[name] = face_data(face)
        zones = []
        for zone in scene.zones:
            items = tuple(self.items.setdefault(item, len(self.items)) for item in zone.items)
            in_zone = zone.id, zone.words, items
            zones.append(self.zones.setdefault(in_zone, len(self.zones)))
        in_scene = scene.width, scene.height, scene.title, tuple(zones)
        return self.written.setdefault(in_scene, len(self.written))

    def data(self) -> dict[str, Any]:
        """Return all of it as what JSON can say."""
        return {
            "faces": self.faces,
            "items": [
                piece_data(item) if isinstance(item, Piece) else mark_data(item)
                for item in self.items
            ],
            "zones": list(self.zones),
            "scenes": list(self.written),
        }
