"""The command that lets a person play: what it takes, and what it leaves behind."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from boardgame_envs.command_line import main
from boardgame_envs.command_line import play as command
from boardgame_envs.core.records import parse_record, read_lines, replay
from boardgame_envs.games import load_game
from boardgame_envs.games.elements import GAME
from boardgame_envs.play import Player, Session
from boardgame_envs.play.terminal.game import AFTERWARDS, AGAIN
from boardgame_envs.play.terminal.screen import PlainScreen
from tests.play.at_terminal import PROMPT, only_game
from tests.play.make_agent_file import make_agent_file


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the empty folder in which the commands are given."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(monkeypatch: Any, capsys: Any, *arguments: str, answer: str = "1") -> tuple[int, str, str]:
    """Play with the same answer to every question; return the status and both streams."""
    monkeypatch.setattr("builtins.input", lambda prompt: answer)
    try:
        status = main(["play", *arguments])
    except SystemExit as exit_:
        status = int(exit_.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def test_a_game_against_several_agents_is_saved_under_its_name_and_time(
    folder, monkeypatch, capsys
):
    status, out, _ = play(
        *(monkeypatch, capsys, "cart", "--players", "4", "--seat", "p3", "--seed", "8"),
        *("--against", "random", "random", "random", "-O", "strong_cart=true"),
    )

    assert status == 0
    assert out.startswith("Cart, strong_cart=True, seed 8.\nYou are P3; P1 is random; P2 is")
    [path] = folder.iterdir()
    assert re.fullmatch(r"cart-\d{8}-\d{6}\.jsonl", path.name)
    assert out.endswith(f"The game is saved in {path.name}.\n")
    table = only_game(path)
    assert (table.seed, table.num_players, table.options["strong_cart"]) == (8, 4, True)


def test_the_seed_that_is_printed_repeats_the_game(folder, monkeypatch, capsys):
    arguments = ["elements", "--against", "random", "--seat", "random", "--save", "none"]
    _, once, _ = play(monkeypatch, capsys, *arguments)
    seed = re.findall(r"^Elements, seed (\d+)\.", once)[0]
    _, other, _ = play(monkeypatch, capsys, *arguments)

    _, again, _ = play(monkeypatch, capsys, *arguments, "--seed", seed)

    assert again == once
    assert other != once
    assert list(folder.iterdir()) == []


def test_chance_can_choose_the_seat(folder, monkeypatch, capsys):
    seats = set()
    for seed in range(8):
        arguments = ["elements", "--against", "random", "--seat", "random", "--seed", str(seed)]
        _, out, _ = play(monkeypatch, capsys, *arguments, "--save", "none", answer="quit")
        seats.update(re.findall(r"^You are (P\d);", out, re.MULTILINE))

    assert seats == {"P1", "P2"}


def test_the_strongest_agent_is_seated_and_said_why(folder, monkeypatch, capsys):
    _, out, _ = play(monkeypatch, capsys, "elements", "--save", "none", answer="quit")
    assert "P2 is elements. Type help for help.\nelements: trained for just these options." in out


def test_a_game_that_was_left_is_saved_and_resumed(folder, monkeypatch, capsys):
    status, out, _ = play(
        *(monkeypatch, capsys, "elements", "--against", "random", "--seed", "3"), answer="quit"
    )
    [path] = folder.iterdir()
    assert status == 0
    assert f"Go on with: boardgame-envs play --resume {path.name}" in " ".join(out.split())

    status, out, _ = play(monkeypatch, capsys, "--resume", path.name, "--save", "game.jsonl")

    assert status == 0
    assert "Elements, seed 3." in out
    assert only_game(folder / "game.jsonl").seed == 3


def test_a_game_of_several_people_is_not_resumed_at_a_terminal(folder, monkeypatch, capsys):
    people = [Player("Ada"), Player("Bob")]
    Session.begin(GAME, people, seed=1).save(folder / "two.json")

    status, _, err = play(monkeypatch, capsys, "--resume", "two.json")

    assert status == 2
    assert "one person plays at a terminal, and this game has 2 people" in err


def test_odds_come_after_the_end_of_the_game(folder, monkeypatch, capsys):
    agent = make_agent_file(folder / "agent.onnx", GAME)
    arguments = ["elements", "--seed", "2", "--save", "game.jsonl", "--show-odds", "--against"]

    _, out, _ = play(monkeypatch, capsys, *arguments, str(agent))
    before, after = out.split("The game is over")
    assert "P2 is agent.onnx." in before
    assert "%" not in before
    assert len(re.findall(r"^ +\d+ P2: ", after, re.MULTILINE)) == sum(
        moment.seat == 1 for moment in only_game(folder / "game.jsonl").history()
    )

    _, out, _ = play(monkeypatch, capsys, *arguments, "random")
    assert "No network was at the table, so there are no odds to show." in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["elements", "--seat", "P3"], "--seat takes P1, P2 or random, not 'P3'"),
        (["elements", "--seat", "first"], "--seat takes P1, P2 or random, not 'first'"),
        (["elements", "--against", "random", "random"], "--against takes one name, not 2"),
        (["elements", "--against", "nobody"], "there is no agent 'nobody'"),
        (["elements", "--against", "nowhere.onnx"], "nowhere.onnx: there is no such file"),
        (["elements", "--seed", "-1"], "a seed is a whole number from 0 to"),
        (["elements", "--players", "3"], "elements seats 2 players, not 3"),
        (["elements", "--save", "no/folder/x"], "the game could not be saved as no/folder/x"),
        (["elements", "--save", "."], "the game could not be saved as .; --save takes a file"),
        (["--resume", "nothing.json"], "nothing.json: No such file"),
        ([], "name a game to play: cart, elements, noah, tranquility"),
    ],
)
def test_a_mistaken_command_is_refused_before_the_game(
    folder, monkeypatch, capsys, arguments, complaint
):
    status, out, err = play(monkeypatch, capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(f"boardgame-envs: {complaint}")
    assert err.count("\n") == 1


class Eager(PlainScreen):
    """A person who takes the first action, and wants to play again once."""

    lingers = True

    def __init__(self) -> None:
        super().__init__()
        self.wishes = ["history", AGAIN, ""]

    def ask(self, prompt: str = PROMPT, words: Iterable[str] = ()) -> str:
        return self.wishes.pop(0) if prompt == AFTERWARDS else "1"


def test_after_a_game_another_deal_with_the_same_settings(folder, monkeypatch, capsys):
    monkeypatch.setattr(command, "choose_screen", lambda is_plain: Eager())
    arguments = [
        "--against",
        "random",
        "-O",
        "surrender=false",
        "--seed",
        "3",
        "--save",
        "games.jsonl",
    ]

    assert main(["play", "elements", *arguments]) == 0

    lines = read_lines(folder / "games.jsonl")
    first, second = (replay(parse_record(line), load_game) for line in lines)
    assert first.options == second.options
    assert first.seed != second.seed
