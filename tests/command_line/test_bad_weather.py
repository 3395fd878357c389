"""Commands in bad weather: letters that the terminal lacks, and numbers without end."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from boardgame_envs.command_line import main
from tests.command_line.test_commands import run

ENCODINGS = ("ascii", "cp1252", "ascii:strict")


class Answer(NamedTuple):
    """What came of a command: its exit status, and what it wrote."""

    returncode: int
    stdout: bytes
    stderr: bytes


def start_in(encoding: str, *arguments: str) -> Answer:
    """Run a command in a process of its own, where streams are written in an encoding."""
    answer = subprocess.run(
        [sys.executable, "-m", "boardgame_envs", *arguments],
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    return Answer(answer.returncode, answer.stdout, answer.stderr)


def run_in(encoding: str, *arguments: str, answers: str = "") -> Answer:
    """Run a command with streams as Python makes them for an encoding; a process takes longer."""
    stdin, stdout, stderr = io.BytesIO(answers.encode()), io.BytesIO(), io.BytesIO()
    name, _, errors = encoding.partition(":")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(stdin, name, errors or "strict"))
        patch.setattr(sys, "stdout", io.TextIOWrapper(stdout, name, errors or "strict"))
        patch.setattr(sys, "stderr", io.TextIOWrapper(stderr, name, "backslashreplace"))
        try:
            status = main(arguments)
        except SystemExit as exit_:
            status = int(exit_.code or 0)
        sys.stdout.flush()
        sys.stderr.flush()
        return Answer(status, stdout.getvalue(), stderr.getvalue())


# --- letters ---


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["rules", "tranquility"],
        ["rules", "noah"],
        ["--help"],
        ["check", "cart", "--list"],
    ],
    ids=" ".join,
)
def test_a_letter_that_is_lacking_ends_no_command(encoding: str, arguments: list[str]):
    answer = run_in(encoding, *arguments)

    assert answer.returncode == 0, answer.stderr
    assert b"Traceback" not in answer.stderr
    assert len(answer.stdout.splitlines()) > 3


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_letter_that_is_lacking_ends_no_process(encoding: str):
    answer = start_in(encoding, "rules", "tranquility")

    assert answer == run_in(encoding, "rules", "tranquility")
    assert answer.returncode == 0
    assert b"?" in answer.stdout


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_letter_that_is_lacking_ends_no_game(encoding: str, tmp_path: Path):
    """All that is shown of a game can be shown, whatever the opponent is called."""
    file = str(tmp_path / "spiel-\N{SNOWMAN}.jsonl")
    answers = "rules\nhelp\n\N{SNOWMAN}\ntable\n" + "1\n" * 500

    played = run_in(
        encoding,
        *("play", "tranquility", "--players", "2", "--against", "random", "--seed", "1"),
        *("--save", file, "--show-odds"),
        answers=answers,
    )
    shown = run_in(encoding, "show", file, "--table")
    told = run_in(encoding, "show", file, "--table", "--as", "P2")
    verified = run_in(encoding, "verify", file)

    for answer in (played, shown, told, verified):
        assert answer.returncode == 0, answer.stderr
        assert b"Traceback" not in answer.stderr
    assert b"The game is over" in played.stdout


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_letter_that_is_lacking_in_a_complaint_is_replaced(encoding: str):
    answer = run_in(encoding, "show", "\N{SNOWMAN}.jsonl")

    assert answer.returncode == 2
    assert answer.stderr.startswith(b"boardgame-envs: ")
    assert b"Traceback" not in answer.stderr


# --- numbers ---

WITHOUT_END = ["nan", "inf", "-1", "1.5", "x", "", "1e3", str(10**400), "9" * 5000]


@pytest.mark.parametrize("value", WITHOUT_END, ids=lambda value: value[:12])
@pytest.mark.parametrize(
    "arguments",
    [
        ["evaluate", "elements", "--agents", "random", "heuristic", "--deals"],
        ["evaluate", "elements", "--agents", "random", "heuristic", "--seed"],
        ["evaluate", "elements", "--agents", "random", "heuristic", "--batch"],
        ["evaluate", "elements", "--agents", "random", "heuristic", "--players"],
        ["record", "elements", "-o", "x.jsonl", "--seed"],
        ["record", "elements", "-o", "x.jsonl", "--games"],
        ["play", "elements", "--seed"],
        ["show", "x.jsonl", "--game"],
        ["bench", "elements", "--seconds"],
        ["doctor", "--only", "gymnasium", "--seconds"],
    ],
    ids=lambda arguments: f"{arguments[0]} {arguments[-1]}",
)
def test_a_number_that_is_none_is_refused_before_anything_is_done(
    capsys: Any, tmp_path: Path, monkeypatch: Any, arguments: list[str], value: str
):
    if arguments[-1] == "--seconds" and value in ("1.5", "1e3"):
        pytest.skip("seconds may be these")
    monkeypatch.chdir(tmp_path)

    # as one word, so that a minus is no option
    status, out, err = run(capsys, *arguments[:-1], f"{arguments[-1]}={value}")

    assert status == 2
    assert out == ""
    assert "boardgame-envs" in err
    assert "Traceback" not in err
    # after how the command is used comes one line that fits a terminal
    assert len(err.splitlines()[-1]) < 200
    assert list(tmp_path.iterdir()) == []


def test_the_seeds_of_all_games_are_checked_before_the_first_is_played(capsys: Any, tmp_path: Path):
    file, last = tmp_path / "games.jsonl", 2**64 - 1

    status, _, err = run(
        capsys, "record", "elements", "--seed", str(last), "--games", "2", "-o", str(file)
    )
    assert (status, err) == (
        2,
        f"boardgame-envs: a seed is a whole number from 0 to {last}, not {last + 1}\n",
    )
    assert list(tmp_path.iterdir()) == []

    status, _, _ = run(capsys, "record", "elements", "--seed", str(last), "-o", str(file))
    assert status == 0
