"""Budget curves of searches: figures, a picture, and nothing played twice."""

from __future__ import annotations

import json

import pytest

from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from training.search_budgets import main, measure

ASKED = ["elements", "-O", "target_points=1", "--worlds", "1", "2", "--deals", "3"]


def test_each_budget_has_a_figure_and_is_measured_once(tmp_path, capsys, monkeypatch):
    arguments = [*ASKED, "--output", str(tmp_path / "budgets")]

    assert main(arguments) == 0

    rows = json.loads((tmp_path / "budgets.json").read_text())["rows"]
    assert [row["agent"] for row in rows] == ["search?worlds=1", "search?worlds=2"]
    for row in rows:
        assert row["wins"]["low"] <= row["wins"]["mean"] <= row["wins"]["high"]
        assert row["even"] == 0.5
        assert row["ms"] > 0
    assert (tmp_path / "budgets.png").read_bytes().startswith(b"\x89PNG")

    monkeypatch.setattr("training.search_budgets.measure", pytest.fail)
    assert main(arguments) == 0
    assert json.loads((tmp_path / "budgets.json").read_text())["rows"] == rows


def test_wins_are_those_of_the_search_and_not_of_the_others():
    table = Table(load_game("elements"), target_points=2)

    row = measure(table, "search?worlds=4", "random", 10, 1)

    assert row["wins"]["mean"] > 0.8
