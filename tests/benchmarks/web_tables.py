"""A hundred tables on one server: its memory, and how long a click takes beside thinking agents.

    python -m tests.benchmarks.web_tables [TABLES]

Not a test: figures depend on the machine. A click is timed from sending an action to having the
picture that follows, over the socket, while agents think at other tables.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

TABLES = 100
CLICKS = 30
PATIENCE = 120.0
# who sits at the tables, in turn: game, players
PLAYED = (("elements", 2), ("noah", 4), ("tranquility", 3))


class Server:
    """The command in a process of its own."""

    def __init__(self, folder: str) -> None:
        command = ["play", "--web", "--no-browser", "--tables", folder]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "boardgame_envs", *command], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        link = self.process.stdout.readline().split()[-1]
        self.origin, _, self.key = link.partition("/#")

    def connect(self, key: str) -> ClientConnection:
        """Open a socket with a key."""
        address = self.origin.replace("http", "ws") + "/socket"
        open_one: Any = connect
        socket: ClientConnection = open_one(address, origin=self.origin, max_size=None, legacy=True)
        socket.send(json.dumps({"type": "hello", "key": key}))
        return socket

    def megabytes(self) -> float:
        """Return how much memory the process has."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.split("\n") if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024


def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        message = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] == kind:
            return dict(message)


def open_table(lobby: ClientConnection, game: str, seats: list[str]) -> str:
    """Open a table, and return the key of the first seat; the spectators' if an agent has it."""
    asked = {"game": game, "options": {}, "players": len(seats), "seats": seats, "seed": 1}
    lobby.send(json.dumps({"type": "open", **asked}))
    table = hear(lobby, "opened")["table"]
    return str(table["seats"][0]["key"] or table["watch"])


def best_of(lobby: ClientConnection, game: str, players: int) -> str:
    """Return the strongest agent that the lobby offers."""
    asked = {"type": "settings", "game": game, "options": {}, "players": players}
    lobby.send(json.dumps(asked))
    return str(hear(lobby, "settings")["opponents"][0]["name"])


def click(socket: ClientConnection, view: dict[str, Any]) -> tuple[float, dict[str, Any]]:
    """Choose the first action; return the seconds until it is shown, and what is shown then."""
    action = view["groups"][0]["choices"][0]["action"]
    began = time.perf_counter()
    socket.send(json.dumps({"type": "act", "turn": view["turn"], "action": action}))
    view = hear(socket, "view")
    return time.perf_counter() - began, view


def main(num_tables: int) -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            measure(server, num_tables)
        finally:
            server.process.kill()


def measure(server: Server, num_tables: int) -> None:
    """Open tables, sit down at all of them, and click at one."""
    lobby = server.connect(server.key)
    hear(lobby, "lobby")
    print(f"no table: {server.megabytes():.0f} MB")
    agents = {game: best_of(lobby, game, players) for game, players in PLAYED}
    sockets = []
    for number in range(num_tables):
        game, players = PLAYED[number % len(PLAYED)]
        seats = ["you", *[agents[game]] * (players - 1)]
        sockets.append(server.connect(open_table(lobby, game, seats)))
        hear(sockets[-1], "view")
    print(f"{num_tables} tables with a person at each: {server.megabytes():.0f} MB")

    quiet = clicks_at(server.connect(open_table(lobby, "tranquility", ["you"])))
    search = server.connect(open_table(lobby, "noah", ["search?ms=1000"] * 2))
    hear(search, "thinking")
    busy = clicks_at(server.connect(open_table(lobby, "tranquility", ["you"])))
    for name, seconds in (("quiet", quiet), ("beside a search", busy)):
        median, most = statistics.median(seconds), max(seconds)
        print(f"a click, {name}: median {1000 * median:.0f} ms, most {1000 * most:.0f} ms")
    print(f"in the end: {server.megabytes():.0f} MB")


def clicks_at(socket: ClientConnection) -> list[float]:
    """Act alone at a table; return how long each click took."""
    view, seconds = hear(socket, "view"), []
    while len(seconds) < CLICKS and view["is_mine"]:
        took, view = click(socket, view)
        seconds.append(took)
    return seconds or [float("nan")]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES)
