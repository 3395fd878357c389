"""Plain Python first, compiled code when it is there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardgame_envs.core import tiers
from boardgame_envs.core.compiled import JIT, bind
from boardgame_envs.core.compiled_game import BatchLoops, TableLoops, compiled_game, loops_of
from boardgame_envs.core.loop import Address, Loop
from boardgame_envs.core.table import Table
from boardgame_envs.core.tiers import AUTO, COMPILED, PLAIN, TieredLoops, running_rules
from boardgame_envs.games import load_game
from boardgame_envs.testing import signature
from tests.playing import TESTS

pytestmark = pytest.mark.skipif(not JIT, reason="plain Python is not compiled")

CODE_OF_MACHINES = "builtin_function_or_method"


def run(code: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=TESTS.parent,
        env={**os.environ, "BOARDGAME_ENVS_RULES": AUTO, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


# --- without a compiler ---

WITHOUT_NUMBA = """
import sys
import boardgame_envs
from boardgame_envs import elements_v0, noah_v0, tranquility_v0
from boardgame_envs.agents import make_agent
from boardgame_envs.command_line import main
from boardgame_envs.core import tiers
from boardgame_envs.testing import random_play

tiers.PATIENCE = 1e9
assert main(["list"]) == main(["rules", "noah"]) == 0
assert main(["verify", "tests/records/noah.jsonl.gz"][:1] + sys.argv[1:]) == 0
for entry in (elements_v0, noah_v0, tranquility_v0):
    env = entry.env()
    env.reset(seed=1)
    for agent in env.agent_iter(30):
        observation, _, over, cut, _ = env.last()
        env.step(None if over or cut else int(observation["action_mask"].argmax()))
for name in boardgame_envs.game_names(outside=False):
    table = boardgame_envs.make_table(name)
    table.reset(1)
    make_agent("heuristic", table.game).choose(table.information())
    for _ in random_play(table, seed=2):
        pass
    table.reset(2)
    assert len(table.information().worlds(2, seed=1)) == 2
print("numba" in sys.modules, "tqdm" in sys.modules)
"""


def test_import_and_short_games_do_not_import_the_compiler(tmp_path: Path):
    game = tmp_path / "game.jsonl"
    record = "from boardgame_envs.command_line import main; import sys; main(sys.argv[1:])"
    run(record, "record", "elements", "--seed", "1", "-o", str(game))
    cache = tmp_path / "cache"
    answer = run(WITHOUT_NUMBA, str(game), BOARDGAME_ENVS_CACHE=str(cache))

    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.split()[-2] == "False"
    assert answer.stderr == ""
    assert not cache.exists()


# --- how rules are run ---


def test_another_way_to_run_rules_is_refused_in_one_sentence(monkeypatch):
    monkeypatch.setattr(tiers.Choice, "made", None)
    monkeypatch.setenv(tiers.VARIABLE, "fast")
    message = "BOARDGAME_ENVS_RULES takes auto, compiled, plain, not 'fast'"
    with pytest.raises(ValueError, match=message):
        tiers.rules_choice()


def test_without_jit_everything_is_plain():
    code = "from boardgame_envs.core.tiers import rules_choice; print(rules_choice())"
    for wanted in (AUTO, COMPILED):
        answer = run(code, NUMBA_DISABLE_JIT="1", BOARDGAME_ENVS_RULES=wanted)
        assert answer.stdout == "plain\n", answer.stderr


@pytest.mark.parametrize(
    ("choice", "at_one_table", "at_many"),
    [(PLAIN, "function", "function"), (COMPILED, CODE_OF_MACHINES, CODE_OF_MACHINES)],
)
def test_a_choice_holds_for_single_and_many_tables(choice, at_one_table, at_many):
    game = load_game("cart")
    with running_rules(choice):
        found = [type(loops_of(game, group).loops) for group in (TableLoops, BatchLoops)]
        one, many = loops_of(game, TableLoops).step_table, loops_of(game, BatchLoops).step_batch

    assert found == [dict, dict]
    assert [type(one).__name__, type(many).__name__] == [at_one_table, at_many]


def test_plain_and_compiled_loops_share_memory():
    game = load_game("elements")
    with running_rules(COMPILED):
        table = Table(game)
    loops = compiled_game(game).loops(TableLoops)
    table.reset(3)
    other = table.clone()
    for _ in range(10):
        action = table.legal_actions()[-1]
        table.step(action)
        loops["step_table"].plain(other._arrays, action)

        assert other.states.tobytes() == table.states.tobytes()
        assert other.mask.tobytes() == table.mask.tobytes()


# --- patience ---


def double(numbers: Any) -> None:
    for i in range(numbers.size):
        numbers[i] = 2 * numbers[i]


def find_double() -> Loop:
    """Return a loop of which nothing has been compiled in this process yet."""
    examples, address = (np.zeros(1, np.int64),), Address(__name__, "find_double", ())
    return Loop("doubling", bind(double, "toy", {}), examples, address)


class Doubling(TieredLoops):
    about = "doubling"
    begins_plain = True
    double = staticmethod(double)


@pytest.fixture
def doubling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Doubling:
    monkeypatch.setenv("BOARDGAME_ENVS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("BOARDGAME_ENVS_QUIET", "1")
    with running_rules(AUTO):
        return Doubling("doubling", {"double": find_double()})


def doubled(loops: Doubling) -> list[int]:
    numbers = np.arange(3)
    loops.double(numbers)
    return numbers.tolist()


def test_compiled_code_is_wanted_once_when_plain_python_has_taken_long(doubling, monkeypatch):
    asked: list[Any] = []
    monkeypatch.setattr(tiers, "take_over", asked.append)
    monkeypatch.setattr(tiers, "PATIENCE", 1e9)
    assert doubled(doubling) == [0, 2, 4]
    assert asked == []

    monkeypatch.setattr(tiers, "PATIENCE", doubling.spent + 1e-9)
    for _ in range(3):
        assert doubled(doubling) == [0, 2, 4]
    assert asked == [doubling]


def test_many_rows_wait_for_compiled_code_and_few_do_not(doubling):
    doubling.expect(doubling.most_plain_rows)
    assert type(doubling.double).__name__ == "function"
    doubling.expect(doubling.most_plain_rows + 1)
    assert type(doubling.double).__name__ == CODE_OF_MACHINES
    assert doubled(doubling) == [0, 2, 4]


def test_in_plain_python_nobody_waits(doubling):
    doubling.use(PLAIN)
    doubling.expect(1000)
    assert doubling.double is doubling.loops["double"].plain


def test_a_loop_is_ready_when_its_code_is_there(doubling, tmp_path: Path):
    loop = doubling.loops["double"]
    assert not loop.is_ready()
    assert loop.load(compile_it=False) is None
    assert loop.load() is not None
    assert loop.is_ready()

    (file,) = (tmp_path / "cache").rglob("*.nbc")
    file.unlink()
    assert not loop.is_ready()


def test_what_is_ready_is_loaded_at_once_if_the_compiler_is_there(doubling):
    doubling.loops["double"].load()
    with running_rules(AUTO):
        again = Doubling("doubling", {"double": find_double()})

    assert type(again.double).__name__ == CODE_OF_MACHINES


# --- compiled code takes over ---

PLAY_ON = """
import json, sys, time
from boardgame_envs.core import compile_pool, tiers
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.testing import random_play

tiers.PATIENCE, seconds, started = 0.01, float(sys.argv[1]), time.monotonic()
workers, Worker = [], compile_pool.Worker.__init__
def count(*arguments, **named):
    workers.append(1)
    Worker(*arguments, **named)
compile_pool.Worker.__init__ = count
table, kinds, games = Table(load_game("cart")), set(), []
while len(kinds) < 2 and time.monotonic() < started + seconds or len(games) < 5:
    for action in random_play(table, seed=len(games) % 5):
        kinds.add(type(table._loops.step_table).__name__)
    games.append(table.states.tobytes().hex() + str(table.returns))
    time.sleep(0.01)  # the compiler may have the processor, if there is but one
print(json.dumps([sorted(kinds), len(set(games)), len(workers), len(games)]))
"""


def play_on(seconds: float, **variables: str) -> tuple[Any, str]:
    answer = run(PLAY_ON, str(seconds), **variables)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout), answer.stderr


@pytest.mark.slow
def test_compiled_code_takes_over_in_the_background(tmp_path: Path):
    """Five games, again and again, are the same before and after; nobody waits, or says a word."""
    cache = {"BOARDGAME_ENVS_CACHE": str(tmp_path / "cache")}
    (kinds, games, workers, played), said = play_on(300, **cache)
    assert (kinds, games, workers, said) == ([CODE_OF_MACHINES, "function"], 5, 1, "")
    assert played > 20  # plain Python went on all the time

    # whatever was left is compiled by the next process, and then all is there
    make_table = "import boardgame_envs; boardgame_envs.make_table('cart')"
    assert run(make_table, **{**cache, "BOARDGAME_ENVS_RULES": COMPILED}).returncode == 0
    (kinds, games, workers, _), said = play_on(60, **cache)
    assert (kinds, games, workers, said) == ([CODE_OF_MACHINES, "function"], 5, 0, "")


@pytest.mark.slow
def test_where_nothing_can_be_kept_plain_python_goes_on_and_that_is_said_once(tmp_path: Path):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    (kinds, games, workers, _), said = play_on(3, BOARDGAME_ENVS_CACHE=str(blocked / "cache"))

    assert (kinds, games, workers) == (["function"], 5, 0)
    assert said == (
        "boardgame_envs: cart for one table goes on in plain Python (Not a directory)\n"
    )


@pytest.mark.slow
def test_without_numba_plain_python_goes_on(tmp_path: Path):
    missing = tmp_path / "numba"
    missing.mkdir()
    (missing / "__init__.py").write_text("raise ImportError('numba is not for this machine')")
    path = os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]])
    cache = str(tmp_path / "cache")
    (kinds, games, _, _), said = play_on(10, PYTHONPATH=path, BOARDGAME_ENVS_CACHE=cache)

    assert (kinds, games) == (["function"], 5)
    assert said.startswith("boardgame_envs: cart for one table goes on in plain Python (")
    assert said.count("\n") == 1


@pytest.mark.slow
def test_a_cache_that_another_compiles_into_is_left_to_it(tmp_path: Path):
    import fcntl

    locks = tmp_path / "cache" / "locks"
    locks.mkdir(parents=True)
    with open(locks / "cart_for_one_table.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        (kinds, games, workers, _), said = play_on(3, BOARDGAME_ENVS_CACHE=str(tmp_path / "cache"))

    assert (kinds, games, workers, said) == (["function"], 5, 0, "")


START = """
import sys, time
from boardgame_envs.core import takeover, tiers
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game

tiers.PATIENCE = 1e-9
Table(load_game("cart")).reset(1)
while takeover.takeover.worker is None:
    time.sleep(0.01)
print(takeover.takeover.worker._process.pid, flush=True)
{end}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("end", "number"),
    [("time.sleep(100)", signal.SIGKILL), ("time.sleep(100)", signal.SIGINT), ("", None)],
    ids=["killed", "interrupted", "ended"],
)
def test_the_process_that_compiles_ends_with_the_one_that_asks(tmp_path: Path, end, number):
    cache = {"BOARDGAME_ENVS_RULES": AUTO, "BOARDGAME_ENVS_CACHE": str(tmp_path / "cache")}
    process = subprocess.Popen(
        [sys.executable, "-c", START.format(end=end)],
        env={**os.environ, **cache},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    compiler = int(process.stdout.readline())
    if number is not None:
        process.send_signal(number)
    _, said = process.communicate(timeout=60)

    assert process.returncode == (0 if number is None else -number)
    assert "plain Python" not in said
    assert_ended(compiler)


def assert_ended(process: int) -> None:
    """Wait until there is no such process any more; a zombie would be one."""
    for _ in range(6000):
        if not Path(f"/proc/{process}").exists():
            return
        time.sleep(0.01)
    raise AssertionError(f"process {process} has not ended")


FORK = """
import os, sys
from boardgame_envs.core import tiers
from boardgame_envs.games import load_game
from boardgame_envs.testing import signature

tiers.PATIENCE, game = 1e-9, load_game("cart")
first = signature(game, 4)
if os.fork() == 0:
    # the copy goes on, and asks for compiled code itself
    status = 0 if signature(game, 4) == first else 1
    sys.exit(status)
print(os.waitpid(-1, 0)[1], signature(game, 4) == first)
"""


def test_a_copy_of_a_process_goes_on(tmp_path: Path):
    answer = run(FORK, BOARDGAME_ENVS_CACHE=str(tmp_path / "cache"))

    assert answer.stdout == "0 True\n", answer.stderr
    assert answer.stderr == ""


def test_signatures_are_the_same_in_all_ways():
    found = set()
    for choice in (PLAIN, COMPILED, AUTO):
        with running_rules(choice):
            found.add(signature(load_game("cart"), 5))
    assert len(found) == 1
