"""``boardgame_envs.evaluate``: one function, and a result that shows itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import boardgame_envs
from boardgame_envs import evaluate
from boardgame_envs.core.problems import OptionError


def first(information: Any) -> int:
    return min(information.legal_actions)


@pytest.fixture(scope="module")
def tournament() -> Any:
    return evaluate("elements", ["random", "heuristic", first], deals=4, seed=3)


@pytest.fixture(scope="module")
def teams() -> Any:
    return evaluate("tranquility", {"a": "random", "b": "heuristic"}, deals=2, players=2)


def test_a_result_prints_as_its_tables(tournament: Any, teams: Any):
    for said in (str(tournament), repr(tournament)):
        assert "Elements, 2 players: 4 deals, seats swapped, 24 games" in said
        assert "Ratings on the Elo scale" in said
        assert "\nfirst " in said
    assert "all win or lose together: 2 deals" in str(teams)
    shown = tournament._repr_html_()
    assert shown.count("<table>") == 2
    assert "<th>heuristic</th>" in shown
    assert teams._repr_html_().count("<table>") == 3


def test_a_result_is_exported(tournament: Any, teams: Any, tmp_path: Path):
    written = json.loads(tournament.to_json(tmp_path / "result.json"))

    assert written == json.loads((tmp_path / "result.json").read_text())
    assert written["boardgame_envs"] == boardgame_envs.__version__
    assert [agent["label"] for agent in written["agents"]] == ["random", "heuristic", "first"]
    assert written["deals"] == 4
    assert written["fair_play"]["agents"][2]["decisions"] > 0
    assert len(tournament.rows()) == 6
    assert {"agent", "against", "win_rate", "win_rate_low"} <= set(tournament.rows()[0])
    assert [(row["agent"], row["among"]) for row in teams.rows()] == [
        *(("a", "a"), ("b", "b"), ("a", "b"), ("b", "a"))
    ]


def test_a_result_is_a_data_frame(tournament: Any):
    pytest.importorskip("pandas")
    frame = tournament.to_pandas()

    assert list(frame["agent"].unique()) == ["random", "heuristic", "first"]
    assert frame["win_rate"].between(0, 1).all()


def test_a_result_is_drawn(tournament: Any, teams: Any, tmp_path: Path):
    pytest.importorskip("matplotlib")
    for result, panels in ((tournament, 2), (teams, 3)):
        figure = result.plot(tmp_path / "result.png")
        assert len(figure.axes) == panels
        assert (tmp_path / "result.png").stat().st_size > 1000
    with pytest.raises(ValueError, match="a plot is a file that ends in"):
        tournament.plot(tmp_path / "result.txt")


def test_the_seed_fixes_the_result(tournament: Any):
    again = evaluate("elements", ["random", "heuristic", first], deals=4, seed=3, batch=2)

    assert again.figures == tournament.figures


@pytest.mark.parametrize(
    ("agents", "complaint"),
    [
        ("random", "agents must be a list of agents, or a dict, not 'random'"),
        (3, "agents must be a list"),
        (["random"], "a tournament needs at least 2 agents"),
        (["random", "rulez"], "there is no agent 'rulez'"),
    ],
)
def test_who_cannot_be_evaluated_is_named(agents: Any, complaint: str):
    with pytest.raises(ValueError, match=complaint):
        evaluate("elements", agents, deals=2)
    with pytest.raises(OptionError, match="there is no option 'target'"):
        evaluate("elements", ["random", "heuristic"], deals=2, target=3)


def test_agents_of_the_same_name_have_labels_of_their_own():
    result = evaluate("elements", ["random", "random"], deals=2)

    assert result.labels == ["random", "random (2)"]


def test_importing_the_package_imports_no_evaluation():
    code = "import sys, boardgame_envs; print('boardgame_envs.evaluation' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert answer.stdout == "False\n"
