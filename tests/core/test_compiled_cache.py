"""Compiled code in files: found again, never stale, and never in the way."""

from __future__ import annotations

import errno
import importlib
import os
import pickle
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from boardgame_envs.core import cache_files, compiled_cache
from boardgame_envs.core.compiled import JIT
from boardgame_envs.core.compiler import dispatcher
from tests.core.toy_package import edit, forget_toy, write_toy

pytestmark = pytest.mark.skipif(not JIT, reason="plain Python is not compiled")

# --- in this process: a module that is imported anew knows nothing of what was compiled before ---


class Toy(NamedTuple):
    """A toy package with a cache of its own."""

    folder: Path
    cache: Path

    def ask(self, number: float = 1.2) -> tuple[int, int]:
        """Import the toy anew; return what its rule says, and how often Numba had to compile."""
        from numba.core import event

        forget_toy()
        importlib.invalidate_caches()
        hand_size = dispatcher(importlib.import_module("toy.rules").hand_size)
        with event.install_recorder("numba:compile") as recorder:
            answer = hand_size(number)
        return answer, sum(happened.is_start for _, happened in recorder.buffer)

    def file(self) -> Path:
        """Return the file of the rule that is asked."""
        (file,) = self.cache.glob("toy.rules/hand_size-*.nbc")
        return file


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Toy]:
    write_toy(tmp_path)
    cache = tmp_path / "cache"
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("BOARDGAME_ENVS_CACHE", str(cache))
    monkeypatch.delenv("BOARDGAME_ENVS_QUIET", raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(cache_files, "said", set())
    yield Toy(tmp_path, cache)
    forget_toy()


def test_what_was_compiled_once_is_found_again(toy: Toy, capfd):
    assert toy.ask() == (6, 2)
    assert toy.ask() == (6, 0)
    assert capfd.readouterr().err == ""
    assert [path.parent.name for path in sorted(toy.cache.rglob("*.nbc"))] == [
        "toy.rules",
        "toy.thinking",
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("rules.py", "HAND_SIZE + whole", "HAND_SIZE - whole", (4, 1)),
        ("cards.py", "HAND_SIZE = 5", "HAND_SIZE = 7", (8, 1)),
        ("thinking.py", "0.5", "1.5", (7, 2)),
    ],
    ids=["the rule", "a constant", "the helper of a heuristic"],
)
def test_an_edit_compiles_anew_what_depends_on_it_and_no_more(toy: Toy, file, old, new, expected):
    toy.ask()
    edit(toy.folder / "toy" / file, old, new)

    assert toy.ask() == expected
    assert toy.ask() == (expected[0], 0)

    edit(toy.folder / "toy" / file, new, old)
    assert toy.ask() == (6, 0)


def test_an_edit_that_changes_nothing_compiles_nothing(toy: Toy):
    toy.ask()
    edit(toy.folder / "toy/thinking.py", "@rule", "UNUSED = 3\n\n\n# rounded\n@rule")
    edit(toy.folder / "toy/thinking.py", "(number):", '(number):\n    """Round."""')

    assert toy.ask() == (6, 0)


def test_another_kind_of_argument_has_another_file(toy: Toy):
    toy.ask(1.2)

    assert toy.ask(np.float32(1.2)) == (6, 2)
    assert toy.ask(1.2) == (6, 0)
    assert len(list(toy.cache.glob("toy.rules/*"))) == 2


@pytest.mark.parametrize("setting", ["BOUNDSCHECK", "OPT"])
def test_a_setting_of_the_compiler_has_another_file(toy: Toy, monkeypatch, setting):
    toy.ask()
    monkeypatch.setattr(compiled_cache.config, setting, 1)

    assert toy.ask() == (6, 2)


def test_a_name_bound_anew_in_a_process_leaves_the_files_alone(toy: Toy):
    toy.ask()
    rules = sys.modules["toy.rules"]
    rules.HAND_SIZE = 100
    assert rules.hand_size(np.float32(1.2)) == 101
    assert dispatcher(rules.hand_size)(np.float32(1.2)) == 101

    assert len(list(toy.cache.glob("toy.rules/*"))) == 1
    assert toy.ask(np.float32(1.2)) == (6, 1)


BUNDLE = """
from typing import NamedTuple

class Bundle(NamedTuple):
    low: int
    high: int

@rule
def spread(bundle):
    return bundle.high - bundle.low
"""


def test_the_fields_of_a_named_tuple_that_is_given_count(toy: Toy):
    rules = toy.folder / "toy/rules.py"
    rules.write_text(rules.read_text() + BUNDLE)

    def spread() -> int:
        toy.ask()
        module = sys.modules["toy.rules"]
        return dispatcher(module.spread)(module.Bundle(1, 3))

    assert spread() == 2
    edit(rules, "low: int\n    high: int", "high: int\n    low: int")
    assert spread() == -2


def test_a_rule_that_is_given_a_function_is_compiled_and_not_kept(toy: Toy):
    rules = toy.folder / "toy/rules.py"
    rules.write_text(rules.read_text() + "\n@rule\ndef call(function):\n    return function(1.2)\n")
    toy.ask()
    module = sys.modules["toy.rules"]

    assert dispatcher(module.call)(dispatcher(module.whole)) == 1
    assert not list(toy.cache.glob("toy.rules/call*"))


PARALLEL = """
from boardgame_envs.core.compiled import bind, prange

def double(numbers):
    for i in prange(numbers.size):
        numbers[i] = step(numbers[i])

loop = bind(double, "toy", {"step": whole})
"""


def test_a_loop_for_threads_is_found_again_and_not_taken_for_the_serial_one(toy: Toy):
    rules = toy.folder / "toy/rules.py"
    rules.write_text(rules.read_text() + PARALLEL)
    for misses in (1, 0):
        toy.ask()
        module = sys.modules["toy.rules"]
        for threads in (False, True):
            numbers, loop = np.array([1.7, 2.2]), dispatcher(module.loop, threads)
            loop(numbers)

            assert numbers.tolist() == [2.0, 2.0]
            assert sum(loop.stats.cache_misses.values()) == misses
    assert len(list(toy.cache.glob("toy.rules/double_toy-*.nbc"))) == 2


# --- damage ---


def empty(file: Path) -> None:
    file.write_bytes(b"")


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def overwrite_with_garbage(file: Path) -> None:
    file.write_bytes(os.urandom(1000))


def put_something_else_in(file: Path) -> None:
    """A whole file, but of something that is not compiled code."""
    cache_files.write(file, pickle.dumps(["not", "compiled", "code"]))


def put_the_code_of_another_function_in(file: Path) -> None:
    (other,) = file.parent.parent.glob("toy.thinking/*.nbc")
    shutil.copy(other, file)


def put_a_folder_in_its_place(file: Path) -> None:
    file.unlink()
    file.mkdir()
    (file / "content").touch()


@pytest.mark.parametrize(
    "damage",
    [
        empty,
        cut_off,
        overwrite_with_garbage,
        put_something_else_in,
        put_the_code_of_another_function_in,
        put_a_folder_in_its_place,
    ],
)
def test_a_damaged_file_is_set_aside_and_compiled_anew(toy: Toy, capfd, damage):
    toy.ask()
    file = toy.file()
    damage(file)

    assert toy.ask() == (6, 1)
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert f"boardgame_envs: {file} is damaged (" in said
    assert file.with_name(f"{file.name}.damaged").exists()

    assert toy.ask() == (6, 0)
    assert capfd.readouterr().err == ""


def test_a_file_that_may_not_be_read_is_set_aside_and_compiled_anew(toy: Toy, capfd, monkeypatch):
    toy.ask()
    file, read_bytes = toy.file(), Path.read_bytes

    def read(path: Path) -> bytes:
        if path == file:
            raise PermissionError(errno.EACCES, "Permission denied")
        return read_bytes(path)

    with monkeypatch.context() as context:
        context.setattr(Path, "read_bytes", read)
        assert toy.ask() == (6, 1)
    assert f"{file} is damaged (Permission denied)" in capfd.readouterr().err
    assert toy.ask() == (6, 0)


def test_one_sentence_tells_of_any_number_of_damaged_files(toy: Toy, capfd):
    toy.ask()
    for file in toy.cache.rglob("*.nbc"):
        empty(file)

    assert toy.ask() == (6, 2)
    assert capfd.readouterr().err.count("\n") == 1


def test_garbage_is_not_unpickled(toy: Toy, capfd, monkeypatch):
    toy.ask()
    for file in toy.cache.rglob("*.nbc"):
        overwrite_with_garbage(file)
    monkeypatch.setattr(pickle, "loads", lambda _: pytest.fail("was unpickled"))

    assert toy.ask() == (6, 2)


# --- no place for files ---


def test_a_file_in_the_place_of_the_folder_is_said_once(toy: Toy, capfd):
    toy.cache.write_text("a file where a folder should be")

    assert toy.ask() == (6, 2)
    assert toy.ask() == (6, 2)
    said = capfd.readouterr().err
    assert said.startswith(f"boardgame_envs: compiled rules cannot be kept in {toy.cache}")
    assert said.count("\n") == 1


def test_a_folder_that_may_only_be_read_is_read(toy: Toy, capfd, monkeypatch):
    toy.ask()

    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(errno.EROFS, "Read-only file system")

    for name in ("mkdir", "replace", "unlink", "write_bytes"):
        monkeypatch.setattr(Path, name, refuse)
    monkeypatch.setattr(os, "utime", refuse)
    monkeypatch.setattr(cache_files, "FRESHLY_MARKED", -1.0)

    assert toy.ask() == (6, 0)
    assert capfd.readouterr().err == ""
    assert toy.ask(np.float32(1.2)) == (6, 2)
    assert capfd.readouterr().err.count("(Read-only file system): other") == 1


def test_a_full_disk_leaves_no_half_of_a_file(toy: Toy, capfd, monkeypatch):
    write_bytes = Path.write_bytes

    def write_half(path: Path, content: bytes) -> int:
        write_bytes(path, content[: len(content) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as context:
        context.setattr(Path, "write_bytes", write_half)
        assert toy.ask() == (6, 2)
    assert "(No space left on device)" in capfd.readouterr().err
    assert [path for path in toy.cache.rglob("*") if path.is_file()] == []
    assert toy.ask() == (6, 2)
    assert toy.ask() == (6, 0)


def test_without_a_home_rules_are_compiled_all_the_same(toy: Toy, capfd, monkeypatch):
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("BOARDGAME_ENVS_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", no_home)

    assert toy.ask() == (6, 2)
    said = capfd.readouterr().err
    assert said == "boardgame_envs: compiled rules cannot be kept: there is no home folder\n"


# --- old files ---


def test_files_that_were_long_not_used_go_when_the_function_is_saved(toy: Toy):
    toy.ask()
    old, long_ago = toy.file(), time.time() - cache_files.LONG_UNUSED - 1
    os.utime(old, (long_ago, long_ago))
    edit(toy.folder / "toy/cards.py", "5", "7")

    assert toy.ask() == (8, 1)
    assert not old.exists()
    assert toy.file()


def test_a_file_that_is_loaded_counts_as_used(toy: Toy):
    toy.ask()
    file, long_ago = toy.file(), time.time() - cache_files.LONG_UNUSED - 1
    os.utime(file, (long_ago, long_ago))

    assert toy.ask() == (6, 0)
    assert file.stat().st_mtime > long_ago + cache_files.LONG_UNUSED / 2


def test_a_function_has_a_limited_number_of_files(toy: Toy, monkeypatch):
    monkeypatch.setattr(cache_files, "MOST_FILES", 2)
    for size in (5, 6, 7):
        (toy.folder / "toy/cards.py").write_text(f"HAND_SIZE = {size}\n")
        assert toy.ask() == (size + 1, 2 if size == 5 else 1)
        newest = max(toy.cache.glob("toy.rules/*"), key=lambda path: path.stat().st_mtime)
        os.utime(newest, (time.time() - 100 + size,) * 2)

    assert len(list(toy.cache.glob("toy.rules/*"))) == 2
    assert toy.ask() == (8, 0)
