"""Compiled code in files is shared: by processes, environments and places."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import boardgame_envs
from boardgame_envs.core.compiled import JIT
from tests.core.toy_package import edit, write_toy

pytestmark = pytest.mark.skipif(not JIT, reason="plain Python is not compiled")

# one processor, so that no other process helps
COUNTED = """
import os
from numba.core import event

os.sched_setaffinity(0, {{min(os.sched_getaffinity(0))}})

with event.install_recorder("numba:compile") as recorder:
{code}
print(sum(happened.is_start for _, happened in recorder.buffer))
"""
HAND_SIZE = """
    from boardgame_envs.core.compiler import dispatcher
    from toy.rules import hand_size
    print(dispatcher(hand_size)(1.2))
"""


def start(code: str, folder: Path, **variables: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder), **variables}
    return subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(code: str, folder: Path, **variables: str) -> list[str]:
    """Return the words that a new process writes, which must not complain."""
    process = start(code, folder, **variables)
    output, errors = process.communicate()
    assert process.returncode == 0, errors
    return output.split()


def copy_package(folder: Path) -> Path:
    """Copy the package to another place, as another environment would have it."""
    source = Path(boardgame_envs.__file__).parent
    shutil.copytree(
        source, folder / "boardgame_envs", ignore=shutil.ignore_patterns("__pycache__", "*.onnx")
    )
    return folder


@pytest.mark.slow
def test_several_processes_may_compile_at_once(tmp_path: Path):
    write_toy(tmp_path)
    root = str(Path(boardgame_envs.__file__).parent.parent)
    where = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{root}"}
    where["BOARDGAME_ENVS_CACHE"] = str(tmp_path / "cache")
    code = COUNTED.format(code=HAND_SIZE)
    processes = [start(code, tmp_path, **where) for _ in range(3)]
    answers = [process.communicate() for process in processes]

    assert [(output.split()[0], errors) for output, errors in answers] == [("6", "")] * 3
    assert len(list((tmp_path / "cache").rglob("*.*"))) == 4  # two folders, and a file in each
    assert run(code, tmp_path, **where) == ["6", "0"]


@pytest.mark.slow
def test_the_same_source_at_another_place_finds_what_was_compiled(tmp_path: Path):
    cache = str(tmp_path / "cache")
    code = COUNTED.format(code=HAND_SIZE) + "import boardgame_envs; print(boardgame_envs.__file__)"
    answers = []
    for name in ("one", "another"):
        folder = copy_package(tmp_path / name)
        write_toy(folder)
        answers.append(run(code, folder, BOARDGAME_ENVS_CACHE=cache))
    kept = shutil.copytree(cache, tmp_path / "copy of the cache")
    shutil.rmtree(cache)
    shutil.rmtree(tmp_path / "one")
    answers.append(run(code, tmp_path / "another", BOARDGAME_ENVS_CACHE=str(kept)))

    assert [answer[:2] for answer in answers] == [["6", "2"], ["6", "0"], ["6", "0"]]
    assert len({answer[2] for answer in answers}) == 2


PLAY = """
import numpy as np
import boardgame_envs
from boardgame_envs.agents.heuristics import elements

table = boardgame_envs.make_table("elements")
table.reset(1)
for action in (0, 0, 0):
    table.step(table.legal_actions()[action])
agent = elements.Heuristic()
agent.choose_many(table.observe(0)[None], table.mask[None], np.random.default_rng(1))
print(hash(table.to_bytes()), hash(agent._notepad.tobytes()))
"""


@pytest.mark.slow
def test_a_game_and_its_heuristic_at_another_place_with_edits(tmp_path: Path):
    one, another = copy_package(tmp_path / "one"), copy_package(tmp_path / "another")
    files = list((another / "boardgame_envs").rglob("*.py"))
    thinking = another / "boardgame_envs/agents/heuristics/compiled_heuristic.py"
    play = textwrap.indent(PLAY, "    ")

    def ask(folder: Path) -> list[str]:
        where = {"BOARDGAME_ENVS_CACHE": str(tmp_path / "cache"), "BOARDGAME_ENVS_QUIET": "1"}
        return run(COUNTED.format(code=play), folder, PYTHONHASHSEED="0", **where)

    table, sight, compiled = ask(one)
    assert int(compiled) > 50

    # of what is not compiled, nothing counts
    for file in files:
        file.write_text(f"# a comment\n{file.read_text()}")
    assert ask(another) == [table, sight, "0"]

    edit(thinking, "number * highest + 0.5", "number * highest + 1.5")
    same_table, other_sight, few = ask(another)
    assert same_table == table
    assert other_sight != sight
    assert 0 < int(few) < int(compiled) / 2

    edit(another / "boardgame_envs/core/chance.py", "0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17")
    assert ask(another)[0] != table
