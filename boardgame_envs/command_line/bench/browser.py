"""Tables in the browser: how soon a click is answered beside thinking agents, and their memory.

A server and a page without a browser, each in a process of its own, talk over a socket of this
machine.
"""

from __future__ import annotations

import json
import subprocess
import sys

from boardgame_envs.command_line.bench.rows import (
    MEGABYTES,
    MILLISECONDS,
    NotMeasured,
    Ratio,
    Row,
    Setting,
)

NAME = "browser"
ABOUT = "tables in the browser: answers to clicks beside agents that think, and memory"
ROUNDS = 1
RATIOS: tuple[Ratio, ...] = ()

# a server with people at one table and thinking agents at others; it ends with its standard input
SERVE = """
import json, sys, tempfile, threading
from pathlib import Path
from boardgame_envs.games import load_game
from boardgame_envs.play import Player
from boardgame_envs.web.doors import LOCALHOST, Hosts
from boardgame_envs.web.server import bind, make_server
from boardgame_envs.web.tables import Tables
name, players, options, thinking = json.loads(sys.argv[1])
game = load_game(name)
listening = bind(LOCALHOST, 0)
port = listening.getsockname()[1]
with tempfile.TemporaryDirectory() as folder:
    tables = Tables(Path(folder))
    complete = game.complete_options(options)
    people = [Player(f"P{seat + 1}") for seat in range(players)]
    keys = [tables.begin(game, people, 1, complete).keys]
    for table in range(thinking):
        search = [people[0], *(Player(p.name, "search?ms=2000") for p in people[1:])]
        keys.append(tables.begin(game, search, table, complete).keys)
    print(json.dumps([port, keys]), flush=True)
    server = make_server(tables, Hosts(LOCALHOST, port))
    def wait_for_the_end():
        sys.stdin.read()
        server.should_exit = True
    threading.Thread(target=wait_for_the_end, daemon=True).start()
    server.run(sockets=[listening])
"""
CLICK = """
import json, statistics, sys, time
from contextlib import ExitStack
from websockets.sync.client import connect
port, (people, *others) = json.loads(sys.argv[1])
clicks = int(sys.argv[2])
def sit_down(stack, key):
    origin = f"http://127.0.0.1:{port}"
    url = f"ws://127.0.0.1:{port}/socket"
    socket = stack.enter_context(connect(url, origin=origin, max_size=None))
    socket.send(json.dumps({"type": "hello", "key": key}))
    return socket
def hear(socket, after):
    while True:
        told = json.loads(socket.recv(timeout=60))
        if told["type"] == "view" and told["turn"] > after:
            return told
def act(socket, view):
    action = view["groups"][0]["choices"][0]["action"]
    socket.send(json.dumps({"type": "act", "turn": view["turn"], "action": action}))
with ExitStack() as stack:
    for keys in others:
        socket = sit_down(stack, keys[0])
        view = hear(socket, -1)
        if view["groups"]:
            act(socket, view)
    seats = [sit_down(stack, key) for key in people]
    views = [hear(socket, -1) for socket in seats]
    waited = []
    while len(waited) < clicks:
        mover = next((n for n, view in enumerate(views) if view["groups"]), None)
        if mover is None:
            break
        turn, begun = views[mover]["turn"], time.perf_counter()
        act(seats[mover], views[mover])
        views[mover] = hear(seats[mover], turn)
        waited.append(time.perf_counter() - begun)
        views = [v if n == mover else hear(seats[n], turn) for n, v in enumerate(views)]
print(json.dumps(1000 * statistics.median(waited)))
"""
REMEMBER = """
import json, resource, sys, tempfile
from pathlib import Path
from boardgame_envs.agents.shipped_agents import best_agent
from boardgame_envs.games import load_game
from boardgame_envs.play import Player
from boardgame_envs.web.tables import Tables
name, players, options, number = json.loads(sys.argv[1])
game = load_game(name)
complete = game.complete_options(options)
best = best_agent(game, complete, players).name
with tempfile.TemporaryDirectory() as folder:
    tables = Tables(Path(folder))
    seats = [Player("P1"), *(Player(f"P{seat + 1}", best) for seat in range(1, players))]
    for seed in range(number):
        tables.begin(game, seats, seed, complete)
print(json.dumps(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))
"""
TABLES, THINKING = 100, 2
CLICKS = 40
PATIENCE = 300  # seconds


def rows(setting: Setting) -> list[Row]:
    """Return the rows: a click, and the memory of many tables."""
    clicks = CLICKS // 4 if setting.quick else CLICKS
    return [
        Row(
            f"browser: a click beside {THINKING} tables that think, median",
            MILLISECONDS,
            lambda: click_answered(setting, clicks),
        ),
        Row(
            f"browser: a server's memory with {TABLES} tables",
            MEGABYTES,
            lambda: float(said_by(REMEMBER, arguments(setting, TABLES))),
        ),
    ]


def arguments(setting: Setting, number: int) -> str:
    """Return what the processes are told of the game."""
    options = dict(setting.options)
    players = setting.game.check_players(
        options.pop("num_players", None), setting.game.complete_options(options)
    )
    return json.dumps([setting.game.name, players, options, number])


def click_answered(setting: Setting, clicks: int) -> float:
    """Return after how many milliseconds a page is shown what its click has changed."""
    command = [sys.executable, "-c", SERVE, arguments(setting, THINKING)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as server:  # type: ignore[call-overload]
        try:
            listening = server.stdout.readline()
            if not listening:
                raise NotMeasured.by(server.stderr.read())
            return float(said_by(CLICK, listening, str(clicks)))
        finally:
            server.kill()


def said_by(script: str, *told: str) -> str:
    """Return the last line of a process."""
    command = [sys.executable, "-c", script, *told]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    if done.returncode:
        raise NotMeasured.by(done.stderr)
    return done.stdout.strip().rpartition("\n")[2]
