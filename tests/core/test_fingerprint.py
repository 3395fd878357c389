"""The fingerprint of a function: another one whenever it would do something else."""

from __future__ import annotations

import dis
import importlib
import os
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boardgame_envs.core import chance, compiled, layout, records, table
from boardgame_envs.core.compiled import JIT, bind, rule
from boardgame_envs.core.compiler import dispatcher
from boardgame_envs.core.fingerprint import ReboundError, fingerprint, instructions
from boardgame_envs.games import game_names, load_game

CARDS = """
from enum import IntEnum
from typing import NamedTuple
import numpy as np

HAND_SIZE = 5
PRICE = 1
UNUSED = 1
TABLE = np.array([1, 2, 3], np.int64)
COSTS = (1, 2.0, "three")
STEP = np.int64(4)
STATE = np.dtype([("hand", np.int8), ("deck", np.int16)], align=True)

class Phase(IntEnum):
    DRAW = 1
    PLAY = 2

class Offsets(NamedTuple):
    draw: int
    play: int

AT = Offsets(10, 20)
"""
HELPERS = """
from boardgame_envs.core.compiled import rule

BONUS = 3

@rule
def end(number, share=2):
    return number + BONUS

@rule
def middle(number):
    return end(number) * 2

def unused(number):
    return number
"""
RULES = '''
import numpy as np

from boardgame_envs.core.compiled import rule
from toy import cards
from toy.cards import AT, COSTS, HAND_SIZE, STATE, STEP, TABLE, Offsets, Phase
from toy.helpers import middle

@rule
def play(extra):
    """Return a number that depends on everything."""
    states = np.zeros(1, STATE)
    numbers = [middle(each) for each in range(extra) if each in (1, 2)]
    offsets = Offsets(1, play=2)
    total = HAND_SIZE + cards.PRICE + TABLE[0] + COSTS[0] + STEP + AT.draw
    if extra == Phase.DRAW:
        total += 7
    return total + len(numbers) + states[0].hand + offsets.play
'''
TOY = {"__init__.py": "", "cards.py": CARDS, "helpers.py": HELPERS, "rules.py": RULES}


def write_toy(folder: Path, edit: tuple[str, str, str] | None = None) -> None:
    """Write the toy package into a folder, with one thing replaced by another."""
    package = folder / "toy"
    package.mkdir(parents=True)
    for name, source in TOY.items():
        if edit is not None and edit[0] == name:
            assert edit[1] in source
            source = source.replace(edit[1], edit[2])
        (package / name).write_text(source)


def forget_toy() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "toy"]:
        del sys.modules[name]


@pytest.fixture(autouse=True)
def no_toy_is_left() -> Iterator[None]:
    yield
    forget_toy()


def import_toy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import the toy's rules anew from a folder."""
    forget_toy()
    with monkeypatch.context() as context:
        context.syspath_prepend(str(folder))
        return importlib.import_module("toy.rules")


@pytest.fixture
def prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Any]:
    """Return the toy's fingerprint, and a function that returns the one after an edit."""
    write_toy(tmp_path / "first")

    def after(*edit: str) -> str:
        write_toy(tmp_path / "second", edit)
        return fingerprint(import_toy(tmp_path / "second", monkeypatch).play)

    return fingerprint(import_toy(tmp_path / "first", monkeypatch).play), after


@pytest.mark.parametrize(
    "edit",
    [
        ("rules.py", "extra == Phase", "extra != Phase"),
        ("rules.py", "total += 7", "total += 8"),
        ("rules.py", "each in (1, 2)", "each in (1, 3)"),
        ("rules.py", "AT.draw", "AT.play"),
        ("rules.py", "np.zeros", "np.ones"),
        ("rules.py", "play(extra)", "play(extra=1)"),
        ("rules.py", "cards.PRICE", "cards.UNUSED"),
        ("cards.py", "HAND_SIZE = 5", "HAND_SIZE = 6"),
        ("cards.py", "HAND_SIZE = 5", "HAND_SIZE = 5.0"),
        ("cards.py", "PRICE = 1", "PRICE = 2"),
        ("cards.py", "PRICE = 1", "PRICE = True"),
        ("cards.py", "[1, 2, 3]", "[1, 2, 4]"),
        ("cards.py", "[1, 2, 3]", "[[1, 2, 3]]"),
        ("cards.py", "[1, 2, 3], np.int64", "[1, 2, 3], np.uint64"),
        ("cards.py", "np.array([1, 2, 3], np.int64)", "np.array([1, 0, 2, 0, 3])[::2]"),
        ("cards.py", "COSTS = (", "TABLE.flags.writeable = False\nCOSTS = ("),
        ("cards.py", '(1, 2.0, "three")', '(1, 2.5, "three")'),
        ("cards.py", '(1, 2.0, "three")', '(1, (2.0, "three"))'),
        ("cards.py", "np.int64(4)", "np.int64(5)"),
        ("cards.py", "np.int64(4)", "np.int32(4)"),
        ("cards.py", '("deck", np.int16)', '("deck", np.int32)'),
        ("cards.py", ", align=True", ""),
        ("cards.py", "DRAW = 1", "DRAW = 3"),
        ("cards.py", "    play: int", "    play: int = 2"),
        ("cards.py", "    draw: int\n    play: int", "    play: int\n    draw: int"),
        ("cards.py", "Offsets(10, 20)", "Offsets(11, 20)"),
        ("helpers.py", "* 2", "* 3"),
        ("helpers.py", "number + BONUS", "number - BONUS"),
        ("helpers.py", "BONUS = 3", "BONUS = 4"),
        ("helpers.py", "share=2", "share=3"),
        ("helpers.py", "number, share=2", "number, *, share=2"),
    ],
    ids=lambda edit: " ".join(f"{edit[0]}: {edit[1]} -> {edit[2]}".split()),
)
def test_what_a_function_does_is_in_its_fingerprint(prints, edit):
    before, after = prints

    assert after(*edit) != before


@pytest.mark.parametrize(
    "edit",
    [
        ("rules.py", "\n@rule", "\n\n\n# a comment\n@rule"),
        ("rules.py", "depends on everything", "was described in another way"),
        ("rules.py", '    """Return a number that depends on everything."""\n', ""),
        ("rules.py", "play(extra)", "play(extra: int) -> int"),
        ("rules.py", "@rule", "def other(): return HAND_SIZE\n\n@rule"),
        ("cards.py", "UNUSED = 1", "UNUSED = 2"),
        ("cards.py", "HAND_SIZE = 5", "HAND_SIZE = 2 + 3"),
        ("helpers.py", "def unused(number):", "def unused(number, more):"),
        ("__init__.py", "", "'''A package.'''"),
    ],
    ids=lambda edit: " ".join(f"{edit[0]}: {edit[1]} -> {edit[2]}".split()),
)
def test_what_does_not_matter_is_not_in_a_fingerprint(prints, edit):
    before, after = prints

    assert after(*edit) == before


def test_another_process_finds_the_same_fingerprint(tmp_path: Path):
    write_toy(tmp_path, ("rules.py", "in (1, 2)", "in {1, 'two', 3.0, None}"))
    code = (
        "from toy.rules import play; from boardgame_envs.core.fingerprint import fingerprint; "
        "print(fingerprint(play))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(found) == 1


def made_of(source: str, **names: Any) -> Any:
    """Return the function ``play`` of a source, in which these names are known."""
    scope = {"__name__": "toy", **names}
    exec(source, scope)
    return scope["play"]


def test_functions_that_call_each_other_have_fingerprints():
    source = (
        "def odd(n): return n < LIMIT and play(n - 1)\ndef play(n): return n == 0 or odd(n - 1)\n"
    )
    three, four = made_of(source, LIMIT=3), made_of(source, LIMIT=4)

    assert fingerprint(three) == fingerprint(made_of(source, LIMIT=3))
    assert fingerprint(three) != fingerprint(four)


def test_who_calls_whom_is_in_the_fingerprint():
    one, two = made_of("def play(n): return n + 1"), made_of("def play(n): return n + 2")

    def made_of_three(*callees: Any) -> Any:
        f, g, h = [made_of("def play(n): return f(n)", f=callee) for callee in callees]
        return made_of("def play(n): return f(n) + g(n) * h(n)", f=f, g=g, h=h)

    # all functions have the same name, and those that are reached are the same ones
    assert fingerprint(made_of_three(one, one, two)) == fingerprint(made_of_three(one, one, two))
    assert fingerprint(made_of_three(one, one, two)) != fingerprint(made_of_three(one, two, two))


def test_what_a_closure_holds_is_in_the_fingerprint():
    def make(step: int) -> Any:
        return rule(lambda number: number + step)

    assert fingerprint(make(1)) == fingerprint(make(1))
    assert fingerprint(make(1)) != fingerprint(make(2))


def loop(number: int) -> int:
    return int(step(number))  # type: ignore[name-defined]  # noqa: F821


def test_a_bound_loop_is_known_by_the_rules_it_is_bound_to():
    def one(n: int) -> int:
        return n + 1

    def two(n: int) -> int:
        return n + 2

    bound = [fingerprint(bind(loop, "toy", {"step": step})) for step in (one, one, two)]

    assert bound[0] == bound[1] != bound[2]
    assert fingerprint(bind(loop, "other", {"step": one})) != bound[0]


@pytest.mark.skipif(not JIT, reason="plain Python has no compiler flags")
def test_compiler_flags_are_in_the_fingerprint():
    bound = bind(loop, "toy", {"step": chance.scramble})

    assert len({fingerprint(dispatcher(bound, threads=each)) for each in (True, False)}) == 2


@pytest.mark.parametrize(
    ("value", "kind"),
    [([1, 2], "a list"), ({"a": 1}, "a dict"), (object(), "a object"), (Path, "the class Path")],
    ids=["list", "dict", "object", "class"],
)
def test_a_value_that_cannot_be_described_is_an_error_that_names_it(value, kind):
    function = made_of(
        "def play(n): return n + helper(n)",
        helper=made_of("def play(n): return VALUE", VALUE=value),
    )

    with pytest.raises(TypeError, match=rf"toy\.play uses VALUE, .* on {kind}: only on numbers"):
        fingerprint(function)


def test_a_module_is_used_by_its_attributes_only():
    with pytest.raises(TypeError, match=r"toy\.play uses the module records by itself"):
        fingerprint(made_of("def play(n): return n + len(records)", records=records))


def test_a_name_that_is_bound_anew_is_noticed():
    function = made_of("def play(n): return n + SIZE", SIZE=1)
    before = fingerprint(function)
    function.__globals__["SIZE"] = 2
    with pytest.raises(ReboundError):
        fingerprint(function)

    function.__globals__["SIZE"] = 1
    assert fingerprint(function) == before


def test_a_name_that_is_not_defined_is_left_to_the_compiler():
    assert fingerprint(made_of("def play(n): return n + NOTHING"))


def functions_of(*modules: Any) -> list[Any]:
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, types.FunctionType)
    ]


def test_instructions_are_those_that_dis_finds():
    names = ", ".join(f"name_{n}" for n in range(300))
    constants = ", ".join(f"'constant {n}'" for n in range(300))
    long = made_of(f"def play(): return [{names}, {constants}]")
    for function in [long, *functions_of(dis, chance, compiled, layout, records, table)]:
        code = function.__code__
        found = [(op, argument) for _, op, argument in instructions(code)]
        expected = [
            (each.opcode, each.arg)
            for each in dis.get_instructions(code)
            if each.opname not in ("EXTENDED_ARG", "CACHE")
        ]

        # without an argument there is a byte that means nothing
        assert [
            (op, arg if expected[i][1] is not None else None) for i, (op, arg) in enumerate(found)
        ] == expected


@pytest.mark.parametrize("name", game_names())
def test_every_rule_of_every_game_has_a_fingerprint(name: str):
    game = load_game(name)
    functions = [
        getattr(game.rules, name)
        for name in ("set_up", "draw_chance", "carry_on", "mark_legal_actions", "apply_action")
    ]

    assert len(set(map(fingerprint, functions))) == len(functions)
