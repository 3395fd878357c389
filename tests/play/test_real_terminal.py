"""A game in a real terminal: keys go in, and a screen comes out."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.play.at_terminal import PROMPT, only_game


def sit_down(folder: Path, *arguments: str, **environment: str) -> Any:
    """Begin a game in a terminal of the usual size."""
    command = ["-m", "boardgame_envs", "play", *arguments]
    child = pexpect.spawn(
        *(sys.executable, command),
        cwd=str(folder),
        encoding="utf-8",
        codec_errors="surrogateescape",
        dimensions=(24, 80),
        timeout=120,
        env={**os.environ, "TERM": "xterm-256color", **environment},
    )
    child.delaybeforesend = None
    return child


ELEMENTS = ("elements", "--against", "random", "--seed", "3")
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>()][B0]?|\r")


def leave(child: Any) -> tuple[int, str]:
    """Wait for the end of the command; return its exit status and its last words."""
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, " ".join(ESCAPES.sub("", child.before).split())


def test_a_whole_game_in_plain_lines(tmp_path):
    arguments = ("--seat", "P2", "-O", "target_points=3", "--save", "game.jsonl", "--plain")
    child = sit_down(tmp_path, *ELEMENTS, *arguments)
    transcript, answers = "", iter(["help", "lay nothing", "\udcff"])
    while child.expect([PROMPT, "The game is over: (P1|P2) wins"]) == 0:
        transcript += child.before
        child.sendline(next(answers, "1"))
    winner = child.match.group(1)
    status, last_words = leave(child)

    assert status == 0
    assert last_words.endswith("The game is saved in game.jsonl.")
    table = only_game(tmp_path / "game.jsonl")
    assert table.game.notation.read_result(table.states[0]) == f"{winner} wins"
    assert table.seed == 3
    assert "leave the table; the game is saved" in transcript
    assert "'\N{REPLACEMENT CHARACTER}' is nothing that can be done here" in transcript
    assert "\x1b" not in transcript
    assert max(map(len, re.split(r"\r?\n", transcript))) <= 100


@pytest.mark.slow
def test_a_table_that_stays_on_the_screen(tmp_path):
    child = sit_down(tmp_path, *ELEMENTS, "-O", "target_points=1", "--save", "game.jsonl")
    child.expect("Which card will you lay")
    child.expect("> ")
    child.sendline("why reveal")
    child.expect("over the limit")
    child.expect("> ")
    child.sendline("hint")
    child.expect("elements would")
    child.expect("> ")
    # completed to its end
    child.send("surr\t")
    child.expect("surrender")
    child.send("\r")
    child.expect("The game is over: P2 wins")
    child.expect("Enter to leave")
    child.sendline("history")
    child.expect(r"you\): surrender")
    child.expect("back to the table")
    child.sendline("")
    child.expect("Enter to leave")
    child.sendline("")
    status, _ = leave(child)

    assert status == 0
    assert only_game(tmp_path / "game.jsonl").seed == 3


@pytest.mark.slow
def test_without_colour_no_colour_is_sent(tmp_path):
    child = sit_down(tmp_path, *ELEMENTS, "--save", "none", NO_COLOR="1")
    child.expect("Which card will you lay")
    shown = child.before
    child.expect("> ")
    child.sendeof()
    leave(child)

    # bold and pale are no colours
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", shown)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["end", "interrupt", "quit"])
def test_whoever_leaves_can_come_back(tmp_path, way):
    child = sit_down(tmp_path, *ELEMENTS)
    child.expect("Which card will you lay")
    child.expect("> ")
    if way == "quit":
        child.sendline("quit")
    else:
        child.send("\x04" if way == "end" else "\x03")
    status, last_words = leave(child)

    [path] = tmp_path.iterdir()
    assert status == 0
    assert f"Go on with: boardgame-envs play --resume {path.name}" in last_words
    assert json.loads(path.read_text())["game"] == "elements"


@pytest.mark.slow
def test_a_menu_leads_to_a_game(tmp_path):
    child = sit_down(tmp_path, "--save", "none", "--seed", "4")
    for question in ("Which game", "Who plays with you"):
        child.expect(question)
        child.expect(": ")
        child.sendline("elements" if question == "Which game" else "")
    child.expect("Which card will you lay")
    child.expect("> ")
    child.send("\x04")
    assert leave(child)[0] == 0
