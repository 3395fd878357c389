"""The cache of compiled rules: never stale, never in the way, and not silent."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

RULES = """
from boardgame_envs.core.compiled import rule
from {package}.cards import HAND_SIZE

@rule
def hand_size(extra):
    return HAND_SIZE + extra
"""
ASK = """
import sys
from toy.rules import hand_size
if sys.argv[1] == "compiled":
    from boardgame_envs.core.compiler import dispatcher
    hand_size = dispatcher(hand_size)
print(hand_size(1))
"""


def run(
    code: str, folder: Path, *arguments: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env={**os.environ, "BOARDGAME_ENVS_CACHE": str(folder / "cache"), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("tier", ["compiled", "plain"])
def test_an_edited_constant_in_another_file_is_noticed(tmp_path: Path, tier):
    package = tmp_path / "toy"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(RULES.format(package="toy"))
    for size in (5, 7):
        (package / "cards.py").write_text(f"HAND_SIZE = {size}\n")
        answer = run(ASK, tmp_path, tier)
        assert answer.stdout == f"{size + 1}\n", answer.stderr


PLAY = """
import boardgame_envs
table = boardgame_envs.make_table("elements")
table.reset(1)
print(table.legal_names())
"""
# so that no other process helps
ONE_PROCESSOR = """
import os
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
"""
COUNT_SIGNATURES = """
from boardgame_envs.core.compiler import DISPATCHERS

for (function, _), dispatcher in DISPATCHERS.items():
    if function.__module__ in (table.game.rules.__name__, table.game.observation.__name__):
        print(function.__name__, len(dispatcher.signatures))
"""


@pytest.fixture(scope="module")
def first_use(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a folder in which everything has just been compiled, and what was printed."""
    folder = tmp_path_factory.mktemp("first_use")
    return folder, run(ONE_PROCESSOR + PLAY + COUNT_SIGNATURES, folder)


@pytest.mark.slow
def test_a_first_use_says_that_it_compiles_and_a_second_one_does_not(first_use):
    folder, first = first_use
    second = run(PLAY, folder)

    assert "boardgame_envs: compiling elements for one table (first use only)" in first.stderr
    assert "boardgame_envs: compiled elements for one table in" in first.stderr
    assert second.stderr == ""
    assert second.stdout == first.stdout.split("\n")[0] + "\n"


@pytest.mark.slow
def test_a_rule_is_compiled_for_few_kinds_of_arguments(first_use):
    """Another signature is another compilation: mostly an integer of another width.

    (A constant argument counts as a kind too: a round has three ways to end.)
    """
    _, first = first_use
    counts = {name: int(n) for name, n in (line.split() for line in first.stdout.split("\n")[1:-1])}

    assert counts["apply_action"] == 1
    assert {name: count for name, count in counts.items() if count > 3} == {}


def test_importing_the_package_compiles_nothing(tmp_path: Path):
    answer = run("import boardgame_envs; boardgame_envs.load_game('elements')", tmp_path)

    assert answer.returncode == 0
    assert answer.stderr == ""
    assert not list(tmp_path.glob("cache/**/*.nbc"))


@pytest.mark.slow
def test_without_a_place_for_the_cache_rules_are_compiled_all_the_same(tmp_path: Path):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    answer = run(
        PLAY,
        tmp_path,
        BOARDGAME_ENVS_CACHE=str(blocked / "cache"),
        BOARDGAME_ENVS_QUIET="1",
        HOME=str(blocked),
    )

    assert answer.returncode == 0, answer.stderr
    assert "surrender" in answer.stdout
    assert answer.stderr == ""
