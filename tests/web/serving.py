"""A server for tests, in this process; and pages without a browser."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from boardgame_envs.games import load_game
from boardgame_envs.play import Player, Session
from boardgame_envs.web.doors import LOCALHOST, Hosts
from boardgame_envs.web.saved import SavedTable
from boardgame_envs.web.server import bind, make_server
from boardgame_envs.web.tables import Tables

PATIENCE = 60


@dataclass
class Served:
    """A server that runs."""

    tables: Tables
    port: int

    @property
    def origin(self) -> str:
        return f"http://{LOCALHOST}:{self.port}"

    def link(self, key: str) -> str:
        return f"{self.origin}/#{key}"

    def open(self, name: str, *seats: str | None, seed: int = 1, **options: Any) -> SavedTable:
        """Open a table: ``seats`` are names of agents, None for a person."""
        players = [Player(f"P{i + 1}", agent) for i, agent in enumerate(seats)]
        game = load_game(name)
        return self.tables.begin(game, players, seed, game.complete_options(options))

    def session(self, table: SavedTable) -> Session:
        return self.tables._in_play[table.id].session

    @contextmanager
    def page(self, key: str | None, origin: str | None = None) -> Iterator[FakePage]:
        """Open a socket as a page would, and say hello unless there is no key."""
        url = f"ws://{LOCALHOST}:{self.port}/socket"
        with connect(url, origin=origin or self.origin, max_size=None) as socket:  # type: ignore[arg-type]
            page = FakePage(socket)
            if key is not None:
                page.send(type="hello", key=key)
            yield page


class FakePage:
    """What a page would send and hear."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        return dict(json.loads(self.socket.recv(timeout=PATIENCE)))

    def hear_until(self, kind: str) -> dict[str, Any]:
        while True:
            message = self.hear()
            if message["type"] == kind:
                return message


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    """Run a server at a free port."""
    listening = bind(LOCALHOST, 0)
    port = listening.getsockname()[1]
    tables = Tables(folder)
    server = make_server(tables, Hosts(LOCALHOST, port))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Served(tables, port)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
