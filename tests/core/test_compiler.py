"""Loops have machine code, and what they call has none, however it comes into them."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs.core.compiled import JIT, bind, inlined_rule, rule

pytestmark = pytest.mark.skipif(not JIT, reason="plain Python is not compiled")

if JIT:
    from boardgame_envs.core import compiled_parts, compiler

MACHINE_CODE = b"\x7fELF"


@rule
def points(card):
    return card * card + 1


@inlined_rule
def bonus(card):
    return 100 if card > 2 else 0


@rule
def score(cards):
    total = 0
    for card in cards:
        total += points(card) + bonus(card)
    return total


@rule
def score_twice(cards):
    return 2 * score(cards)


CARDS = np.arange(5)
SCORE = 35 + 200


def load(function):
    return compiler.Compilation(function, (CARDS,), threads=False).load()


def form_of(function, form):
    (code,) = compiler.DISPATCHERS[function, form].overloads.values()
    return code


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("BOARDGAME_ENVS_CACHE", str(tmp_path))
    monkeypatch.setattr(compiler, "DISPATCHERS", {})


def kept(tmp_path, name):
    return sorted(file.read_bytes() for file in tmp_path.rglob(f"{name}-*.nbc"))


def test_only_what_python_calls_has_machine_code(tmp_path):
    assert load(score_twice)(CARDS) == 2 * SCORE

    for name in ("score", "points", "bonus"):
        (part,) = kept(tmp_path, name)
        assert MACHINE_CODE not in part
    (loop,) = kept(tmp_path, "score_twice")
    assert MACHINE_CODE in loop


def test_a_part_that_python_calls_is_an_error():
    load(score_twice)

    with pytest.raises((IndexError, TypeError)):
        form_of(score, compiler.PART).entry_point(CARDS)


def test_a_rule_may_be_a_loop_and_a_part_at_once(tmp_path):
    assert load(score)(CARDS) == SCORE
    assert load(score_twice)(CARDS) == 2 * SCORE
    assert load(score)(CARDS) == SCORE
    assert len(kept(tmp_path, "score")) == 2


@pytest.mark.parametrize("most", [0, 10**9])
def test_parts_come_out_the_same_inlined_or_called_new_or_kept(most, monkeypatch):
    monkeypatch.setattr(compiled_parts, "MAY_BE_INLINED", most)

    assert load(score_twice)(CARDS) == 2 * SCORE

    # another loop, of parts from the cache
    monkeypatch.setattr(compiler, "DISPATCHERS", {})
    other = bind(score_twice, "other", {"score": score})
    assert load(other)(CARDS) == 2 * SCORE
    assert not compiler.DISPATCHERS[score, compiler.PART].stats.cache_misses


def test_what_must_be_inlined_is_inlined_however_large(monkeypatch):
    monkeypatch.setattr(compiled_parts, "MAY_BE_INLINED", 0)
    load(score)
    code = str(form_of(score, compiler.LOOP).library._final_module)
    calls = [line for line in code.split("\n") if " call " in line]

    assert any("points" in call for call in calls)
    assert not any("bonus" in call for call in calls)
