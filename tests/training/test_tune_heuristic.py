"""Constants of heuristics are tuned on some deals, judged on others, and kept if better."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardgame_envs.agents import make_agent
from boardgame_envs.agents.heuristics.noah import Heuristic as NoahHeuristic
from boardgame_envs.agents.heuristics.noah.constants import CONSTANTS
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import play_lineups
from boardgame_envs.games import load_game
from boardgame_envs.matches.lineups import deal_seeds
from training.tune_heuristic import Players, Search, improve, main, standard_errors

NOAH = load_game("noah")
BEST = np.array([3.0, -1.0])


class Hill:
    """Stands for players that earn the more, the nearer their constants are to the best ones."""

    def score(self, table: Any, constants: Any, others: Any, seeds: Any) -> Any:
        return np.full(len(seeds), -np.square(constants - BEST).sum())


@pytest.fixture
def noah_file(tmp_path: Path, monkeypatch) -> Path:
    """Let the constants of Noah be read from and written to a file that starts out empty."""
    file = tmp_path / "constants.csv"
    file.write_text("setting,players\n")
    monkeypatch.setattr(CONSTANTS, "file", file)
    return file


def test_the_search_finds_the_top_of_a_hill():
    steps = np.array([1.0, 0.5])

    found = improve(Hill(), [None], np.zeros(2), steps, Search(20, 40, 4), seed=1, title="hill")

    assert np.abs(found - BEST).max() < 0.2


def test_what_has_no_step_is_left_alone():
    found = improve(
        Hill(), [None], np.zeros(2), np.array([1.0, 0.0]), Search(20, 40, 4), seed=1, title="hill"
    )

    assert found[1] == 0.0
    assert abs(found[0] - BEST[0]) < 0.2


@pytest.mark.slow
def test_compiled_games_are_those_that_the_agents_play():
    table, deals, first = Table(NOAH, 3), deal_seeds(3, 30), CONSTANTS.first
    second = first + np.array([-0.5, -0.1, 0.0, 0.9])
    agents = [make_agent(f"heuristic:{edition}", NOAH) for edition in ("first", "second")]
    lineups = [tuple(int(seat == mine) for seat in range(3)) for mine in range(3)]

    earned = Players(NOAH, NoahHeuristic).score(table, second, first, deals)

    results = play_lineups(table, agents, lineups, deals)
    assert earned.tolist() == [results.returns[i % 3, i, i % 3] for i in range(30)]


def test_differences_are_counted_in_standard_errors():
    assert standard_errors(np.array([1.0, 3.0])) == pytest.approx(2.0)
    assert standard_errors(np.array([-1.0, -3.0])) == pytest.approx(-2.0)


SMALL = ["noah", "--rounds", "2", "--sets", "8", "--deals", "12"]


def test_constants_that_are_better_are_written_to_the_file(noah_file: Path, capsys):
    assert main([*SMALL, "--judging", "200"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [f"any, {n} players" for n in (2, 3, 4, 5)]
    kept = [int(line.split()[1]) for line in lines if "not kept" not in line]
    assert [players for _, players in CONSTANTS.tuned()] == kept
    assert all(float(line.split("(")[1].split()[0]) > 1.0 for line in lines if "not" not in line)


def test_what_is_in_the_file_already_may_be_left_out(noah_file: Path, capsys):
    CONSTANTS.write({("any", players): CONSTANTS.first + 1 for players in (2, 3, 4, 5)})
    before = noah_file.read_text()

    assert main([*SMALL, "--rest"]) == 0

    assert capsys.readouterr().out == ""
    assert noah_file.read_text() == before


def test_what_cannot_be_tuned_is_named():
    with pytest.raises(SystemExit, match="elements has no heuristic that declares constants"):
        main(["elements"])
    with pytest.raises(SystemExit, match="there is no setting 'sea'; there are: any"):
        main(["noah", "--setting", "sea"])
