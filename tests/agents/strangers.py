"""Agents from outside, for the tests: in Python, as a program, as a server."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState

# answers with the last legal action, and writes down what it was asked
PROGRAM = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    with open(sys.argv[1], "a") as notes:
        notes.write(line)
    print(json.dumps({"action": question["legal_actions"][-1]["name"]}), flush=True)
"""


def last(information: InformationState) -> int:
    """Return the last legal action."""
    return max(information.legal_actions)


def make_last(game: Game, first: bool = False) -> Callable[[InformationState], int]:
    """Return a function that takes the last legal action, or the first."""
    return (lambda information: min(information.legal_actions)) if first else last


class Last:
    """An object with choose, and nothing else."""

    def choose(self, information: InformationState) -> int:
        """Return the last legal action."""
        return last(information)


# what ``note`` was given
NOTED: list[InformationState] = []


def note(information: InformationState) -> int:
    """Return the last legal action, and keep what was shown."""
    NOTED.append(information)
    return last(information)


def make_note(game: Game) -> Callable[[InformationState], int]:
    """Return the function that keeps what it is shown."""
    return note


class Noting:
    """An object with choose that keeps what it is shown."""

    def choose(self, information: InformationState) -> int:
        """Return the last legal action."""
        return note(information)


def fails(game: Game) -> Any:
    """Make nothing."""
    raise ValueError("there is no model file")


def write_program(folder: Path, code: str = PROGRAM) -> str:
    """Return the name of a program that is an agent; its questions are in notes.jsonl."""
    (folder / "agent.py").write_text(code)
    return f"program:{sys.executable} {folder / 'agent.py'} {folder / 'notes.jsonl'}"


@contextmanager
def serving(answer: Callable[[Any, Any], tuple[int, Any]]) -> Iterator[str]:
    """Answer what is posted by a function of the JSON and the headers; give the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, reply = answer(body, self.headers)
            data = reply if isinstance(reply, bytes) else json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            if status == 302:
                self.send_header("Location", "/elsewhere")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
