"""The OpenEnv server, over its real client."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from tests.libraries import need

need("openenv")

from openenv.core import GenericEnvClient

from boardgame_envs.adapters.openenv import GameEnvironment, Move
from boardgame_envs.adapters.tool_seat import ToolSeat
from boardgame_envs.core.table import Table
from tests.adapters.scripted_models import first, illegal, last
from tests.opponents import FirstLegal
from tests.outsiders import expect_nothing_hidden, seated_at

HOST = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    port = free_port()
    arguments = ["elements", "--openenv", "--seat", "1", "--port", str(port)]
    server = subprocess.Popen([sys.executable, "-m", "boardgame_envs", "serve", *arguments])
    address = f"http://{HOST}:{port}"
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{address}/health", timeout=5).close()
                break
            except (urllib.error.URLError, ConnectionError):
                assert server.poll() is None, "the server has ended"
                time.sleep(0.2)
        yield address
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture
def client(address: str) -> Iterator[GenericEnvClient]:
    with GenericEnvClient(base_url=address).sync() as client:
        yield client


@pytest.mark.parametrize("model", [first, last])
def test_a_game_over_the_wire_is_the_game_of_its_seed(client, model):
    seat = ToolSeat("elements", seat=1, opponents=["heuristic"])
    result, prompt = client.reset(seed=5), seat.reset(5)
    assert result.observation["prompt"] == prompt
    total = 0.0
    while not result.done:
        assert result.observation["legal"] == seat.legal
        move = model(result.observation["prompt"])
        result, turn = client.step({"move": move}), seat.take(move)
        assert (result.observation["prompt"], result.done) == (turn.text, turn.over)
        total += result.reward
    assert total == seat.reward != 0


def test_what_is_illegal_is_flagged_earns_nothing_and_forfeits_in_the_end(client):
    prompt = client.reset(seed=5).observation["prompt"]
    results = [client.step({"move": illegal(prompt)}) for _ in range(3)]

    assert [result.reward for result in results] == [0.0, 0.0, -1.0]
    assert [result.done for result in results] == [False, False, True]
    assert all(result.observation["problem"] == "illegal" for result in results)
    assert results[-1].observation["forfeited"]
    state = client.state()
    assert (state["illegal"], state["forfeited"], state["over"]) == (3, True, True)


def test_sessions_have_tables_of_their_own(address):
    with (
        GenericEnvClient(base_url=address).sync() as one,
        GenericEnvClient(base_url=address).sync() as other,
    ):
        shown = [client.reset(seed=seed) for client, seed in ((one, 1), (other, 2))]
        moves = [first(result.observation["prompt"]) for result in shown]
        alone = ToolSeat("elements", seat=1, opponents=["heuristic"])
        alone.reset(1)
        other.step({"move": moves[1]})

        assert one.step({"move": moves[0]}).observation["prompt"] == alone.take(moves[0]).text


def test_an_action_has_one_field():
    assert set(Move.model_fields) - {"metadata"} == {"move"}


def test_neither_observation_nor_state_tells_what_is_hidden():
    env = GameEnvironment("elements", opponents=FirstLegal())

    def told(table: Table) -> str:
        env.reset(seed=3)
        seat = seated_at(env._seat, table)
        sight = env.step(Move(move="nothing"))
        return seat.prompt + sight.model_dump_json() + env.state.model_dump_json()

    expect_nothing_hidden(told)
    assert "seed" not in env.state.model_dump()
