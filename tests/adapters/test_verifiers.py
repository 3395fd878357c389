"""verifiers: an agent in every seat of a table, with a model that answers by a script."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.libraries import need

need("verifiers")

import verifiers.v1 as vf

from boardgame_envs.adapters import verifiers as adapter
from boardgame_envs.adapters.verifiers import TableConfig, TableEnv, returns_of
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.text import decision_prompt
from tests import outsiders
from tests.adapters.scripted_models import first, illegal, last
from tests.outsiders import expect_nothing_hidden

Model = Callable[[str], str]


class Server(ThreadingHTTPServer):
    """Answers as chat models do; who is asked is told by the rules in the first message."""

    daemon_threads = True

    def __init__(self, *models: Model) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.models, self.asked = models, []


class Answering(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        rules, question = body["messages"][0]["content"], body["messages"][-1]["content"]
        seat = 0 if "You are P1." in rules else 1
        self.server.asked.append((seat, rules, question))
        content = json.dumps({"move": self.server.models[seat](question)})
        message = {"role": "assistant", "content": content}
        answer = {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": "scripted",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(autouse=True)
def _harness(monkeypatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "harnesses"))
    monkeypatch.setenv("SCRIPTED_KEY", "none")
    return


def play(*models: Model) -> tuple[dict[str, Any], list[tuple[int, str, str]]]:
    """Let models play a deal of Elements; return their traces, and what they were asked."""
    server = Server(*models)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    chat = {"harness": {"id": "talking"}, "runtime": {"type": "subprocess"}}
    config = TableConfig.model_validate(
        {
            "taskset": {"id": "boardgame-verifiers", "game": "elements"},
            **{f"player_{seat}": chat for seat in range(5)},
        }
    )

    async def run() -> Any:
        env = TableEnv(config)
        client = vf.EvalClientConfig(
            base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key_var="SCRIPTED_KEY"
        )
        async with env.serving():
            task = next(iter(env.taskset))
            return await env.run_episode(task, vf.ModelContext("scripted", client))

    try:
        episode = asyncio.run(asyncio.wait_for(run(), 200))
    finally:
        server.shutdown()
    assert not episode.errors, episode.errors
    return {trace.agent.name: trace for trace in episode.traces}, server.asked


def test_every_seat_has_its_own_return_and_is_asked_what_it_knows():
    traces, asked = play(first, last)
    table = Table(load_game("elements"))
    table.reset(0)
    for seat, _, question in asked:
        assert (seat, question) == (table.seat, decision_prompt(table.information()))
        table.play((first, last)[seat](question))

    assert table.over
    rewards = [traces[f"player_{seat}"].rewards["return"].score for seat in (0, 1)]
    assert rewards == table.returns
    assert sorted(rewards) == [-1.0, 1.0]


def test_who_does_not_heed_what_is_legal_forfeits_and_the_other_wins():
    traces, asked = play(illegal, illegal)

    (name,) = traces
    assert len(asked) == 3
    assert traces[name].rewards["return"].score == -1.0
    assert traces[name].metrics["illegal"] == 3
    assert traces[name].metrics["forfeits"] == 1
    table = Table(load_game("elements"))
    table.reset(0)
    assert returns_of(table, 1) == [1.0, -1.0]


def test_what_a_seat_is_asked_tells_nothing_hidden(monkeypatch):
    """Over the wire: the first question of an episode at a table, and at one with other cards."""

    def asked(table: Table) -> str:
        monkeypatch.setattr(adapter, "Table", lambda *_, **__: Dealt(table))
        _, questions = play(illegal, illegal)
        return json.dumps(questions)

    monkeypatch.setattr(outsiders, "TABLES", 3)
    monkeypatch.setattr(outsiders, "FEWEST_TWINS", 2)
    expect_nothing_hidden(asked)


class Dealt:
    """A table whose cards are dealt already."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def reset(self, seed: int) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        return getattr(self.table, name)
