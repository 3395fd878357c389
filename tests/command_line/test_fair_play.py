"""``--on-error`` and ``--time-limit`` of the commands that let agents play."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from boardgame_envs.agents.faults import AgentFaultError
from boardgame_envs.agents.shipped_agents import best_agent
from boardgame_envs.command_line import main
from boardgame_envs.core.records import read_lines
from boardgame_envs.games import load_game
from boardgame_envs.play import Session

BAD = "tests.command_line.test_fair_play:is_illegal"
GOOD = "tests.agents.strangers:last"


def is_illegal(information: Any) -> int:
    return int((~information.mask).argmax())


def test_a_forfeited_game_is_counted_and_not_recorded(tmp_path: Path, capsys: Any):
    words = ["record", "elements", "-O", "rounds=1", "-O", "surrender=false", "--games", "2"]
    file = str(tmp_path / "games.jsonl")

    assert main([*words, "--agent", BAD, GOOD, "--on-error", "forfeit", "-o", file]) == 0

    said = capsys.readouterr().out
    assert "0 games written" in said
    assert "2 forfeited" in said
    assert f"{BAD}: 2 illegal in 2 decisions" in said
    assert main([*words, "--agent", BAD, GOOD, "--on-error", "random", "-o", file]) == 0
    assert "2 games written" in capsys.readouterr().out
    assert len(list(read_lines(file))) == 2


def test_a_benchmark_goes_on_and_reports_faults(capsys: Any):
    words = ["benchmark", "elements", BAD, "--against", "random", "--deals", "2"]

    assert main([*words, "--on-error", "forfeit", "--time-limit", "30"]) == 0

    said = capsys.readouterr().out
    assert f"{BAD} (outside) in %" in said
    assert "0.0 (0.0 to" in said
    assert f"{BAD}: 4 illegal" in said


PLAY = ["play", "elements", "--against", BAD, "--seed", "3", "--seat", "P1", "--plain"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--on-error", "forfeit"], 0, "The game is over: P2 ("),
        ([], 1, "The game cannot go on: "),
    ],
)
def test_a_person_is_told_what_became_of_an_agent_at_fault(
    words: list[str], code: int, said: str, tmp_path: Path, monkeypatch: Any, capsys: Any
):
    monkeypatch.chdir(tmp_path)

    assert main([*PLAY, *words]) == code

    told = " ".join(capsys.readouterr().out.split())
    assert said in told
    saved = list(tmp_path.glob("elements-*.json"))
    if words:
        assert "has forfeited the game." in told
        assert not list(tmp_path.iterdir())
    else:
        assert "in seat P2 at decision 1: action" in told
        assert "is not legal (illegal)" in told
        assert Session.resume(saved[0]).num_decisions == 0


def test_a_game_goes_on_with_any_action_in_the_place_of_a_faulty_one(monkeypatch: Any, capsys: Any):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))

    words = ["--on-error", "random", "--time-limit", "30", "--save", "none"]

    assert main([*PLAY, *words]) == 0
    assert "You left the table" in capsys.readouterr().out


def test_the_browser_has_no_referee(capsys: Any):
    assert main([*PLAY, "--web", "--time-limit", "3"]) != 0
    assert "--on-error and --time-limit are for the terminal" in capsys.readouterr().err


def test_best_is_known_where_the_table_is(tmp_path: Path, capsys: Any):
    words = ["--agents", "best", "random", "--deals", "2"]
    assert main(["evaluate", "elements", *words, "--json", str(tmp_path / "it.json")]) == 0
    figures = json.loads((tmp_path / "it.json").read_text())
    named = best_agent(load_game("elements"), {}, 2).name
    assert figures["agents"][0] == {"label": named, "name": named}

    file = str(tmp_path / "games.jsonl")
    assert main(["record", "elements", "--agent", "best", "random", "-o", file]) == 0
    capsys.readouterr()

    assert main(["dataset", "elements", "--agents", "best", "-o", str(tmp_path / "data")]) != 0
    assert "'best' depends on the options of a table, which play" in capsys.readouterr().err


def test_without_a_word_a_fault_ends_the_command_with_a_sentence(capsys: Any):
    words = ["evaluate", "elements", "--agents", BAD, "random", "--deals", "2"]
    try:
        code = main(words)
    except AgentFaultError as error:
        pytest.fail(f"a traceback: {error}")
    assert code != 0
    assert "is not legal (illegal)" in capsys.readouterr().err
