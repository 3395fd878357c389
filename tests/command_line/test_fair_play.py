"""``--on-error`` and ``--time-limit`` of the commands that let agents play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boardgame_envs.agents.faults import AgentFaultError
from boardgame_envs.command_line import main
from boardgame_envs.core.records import read_lines

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


def test_without_a_word_a_fault_ends_the_command_with_a_sentence(capsys: Any):
    words = ["evaluate", "elements", "--agents", BAD, "random", "--deals", "2"]
    try:
        code = main(words)
    except AgentFaultError as error:
        pytest.fail(f"a traceback: {error}")
    assert code != 0
    assert "is not legal (illegal)" in capsys.readouterr().err
