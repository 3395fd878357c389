"""boardgame-envs doctor: what is installed, what works, and what is missing."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from boardgame_envs.checks.__main__ import main as check
from boardgame_envs.command_line import doctor, main
from boardgame_envs.command_line.doctor import LIBRARIES, TRIALS, Library
from tests.playing import TESTS

CHECKS = TESTS.parent / "boardgame_envs" / "checks"


@pytest.mark.slow
def test_what_is_always_there_is_tried_in_a_process_of_its_own(capsys):
    status = main(["doctor", "--only", "pettingzoo", "gymnasium"])

    out = capsys.readouterr().out
    assert status == 0
    assert out.splitlines()[0].split() == ["library", "version", *TRIALS]
    assert "api_test" in out
    assert "check_env" in out


def test_a_missing_library_is_named_with_its_extra(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "LIBRARIES", (Library("Nothing", "no-such-thing", "no", "noth"),))

    assert main(["doctor"]) == 0

    out = capsys.readouterr().out
    assert "Nothing is not installed: pip install 'boardgame_envs[noth]'" in out


def test_the_status_is_1_when_a_library_fails(capsys, monkeypatch):
    # it is installed, but there is no way to try it
    monkeypatch.setattr(doctor, "LIBRARIES", (Library("NumPy", "numpy", "no_check", "np"),))

    assert main(["doctor"]) == 1

    out = capsys.readouterr().out
    assert "failed" in out
    assert "NumPy: ModuleNotFoundError: No module named 'boardgame_envs.checks.no_check'" in out


@pytest.mark.parametrize(
    ("stdout", "stderr", "report"),
    [
        ('noise\n{"steps": "5 steps"}\n', "", {"steps": "5 steps"}),
        ("", "a\nSegmentation fault", {"error": "it ended with status 3: Segmentation fault"}),
        ("noise", "", {"error": "it ended with status 3: nothing was said"}),
    ],
    ids=["answer", "crash", "silence"],
)
def test_a_crash_is_told_like_any_failure(stdout, stderr, report):
    answer = SimpleNamespace(stdout=stdout, stderr=stderr, returncode=3)
    assert doctor.read_answer(answer) == report


def test_a_trial_that_fails_is_told_with_those_before_it(capsys, monkeypatch, tmp_path):
    from boardgame_envs.checks import gymnasium

    def trains(game, folder):
        raise ValueError("no\nway")

    monkeypatch.setattr(gymnasium, "trains", trains, raising=False)

    assert check("gymnasium", "elements", str(tmp_path)) == 1

    told = json.loads(capsys.readouterr().out.strip().splitlines()[-1])
    assert told == {"steps": "check_env", "error": "ValueError: no way"}


def test_what_takes_too_long_is_stopped(capsys):
    assert main(["doctor", "--only", "gymnasium", "--seconds", "0.01"]) == 1
    assert "it took more than 0 seconds" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--only", "chess"], "there is no library 'chess' to try; there are pettingzoo"),
        (["--game", "chess"], "there is no game 'chess'"),
    ],
    ids=str,
)
def test_a_mistake_gets_one_clear_sentence(capsys, arguments, complaint):
    assert main(["doctor", *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_every_library_has_a_check_and_an_extra():
    pyproject = (TESTS.parent / "pyproject.toml").read_text(encoding="utf-8")
    for library in LIBRARIES:
        assert (CHECKS / f"{library.check}.py").exists()
        assert library.extra is None or f"\n{library.extra} = [" in pyproject
