"""``boardgame-envs warm``: what is compiled before it is needed is found later, anywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boardgame_envs.core.compiled import JIT
from tests.core.test_compiled_cache_sharing import copy_package


def start(
    *command: str, folder: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def warm(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return start("-m", "boardgame_envs", "warm", *arguments, **variables)


USE_ALL = """
import boardgame_envs
from numba.core import event
from boardgame_envs.testing import played

with event.install_recorder("numba:compile") as recorder:
    game = boardgame_envs.load_game("cart")
    table = played(game, {}, seed=1)
    table.undo()
    table.rollout(seed=2)
    table.information().worlds(2, seed=3)
    batch = boardgame_envs.Batch(game, 512, threads=2)
    batch.step(batch.mask.argmax(axis=1))
    batch.rollout(5, seed=4)
print(sum(happened.is_start for _, happened in recorder.buffer), boardgame_envs.__file__)
"""


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="plain Python is not compiled")
def test_what_is_warm_is_found_from_another_place(tmp_path: Path):
    first = warm("cart", "--threads", BOARDGAME_ENVS_CACHE=str(tmp_path / "cache"))
    assert first.returncode == 0, first.stderr
    assert "cart: " in first.stdout
    assert f" MB in {tmp_path / 'cache'}\n" in first.stdout
    assert "boardgame_envs: compiling cart (first use only) ..." in first.stderr

    again = warm("cart", "--threads", BOARDGAME_ENVS_CACHE=str(tmp_path / "cache"))
    assert again.stdout.startswith("cart: nothing to compile; ")
    assert again.stderr == ""

    # as an image of a container would have it: another path, another home, a folder to be read
    kept = shutil.copytree(tmp_path / "cache", tmp_path / "shipped")
    shutil.rmtree(tmp_path / "cache")
    other = copy_package(tmp_path / "other")
    path = os.pathsep.join([str(other), os.environ["PYTHONPATH"]])
    where = {"PYTHONPATH": path, "HOME": str(tmp_path), "BOARDGAME_ENVS_CACHE": str(kept)}
    used = start("-c", USE_ALL, folder=tmp_path, **where)
    assert used.stderr == ""
    count, package = used.stdout.split()
    assert count == "0"
    assert package.startswith(str(other))


def test_an_unknown_game_is_refused():
    answer = warm("elephants")

    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("boardgame-envs: there is no game 'elephants'")


def test_plain_python_has_nothing_to_compile():
    answer = warm("cart", BOARDGAME_ENVS_RULES="plain")

    assert answer.returncode == 2
    assert answer.stderr == (
        "boardgame-envs: rules are run in plain Python here, so there is nothing to compile\n"
    )


@pytest.mark.skipif(not JIT, reason="plain Python is not compiled")
def test_without_a_place_for_it_nothing_is_compiled(tmp_path: Path):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    answer = warm("cart", BOARDGAME_ENVS_CACHE=str(blocked / "cache"))

    assert answer.returncode == 2
    assert answer.stderr == (
        f"boardgame-envs: compiled rules cannot be kept in {blocked / 'cache'}\n"
    )
