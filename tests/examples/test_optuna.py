"""The search for hyperparameters runs, and tells the best trial from the others."""

from __future__ import annotations

import pytest

optuna = pytest.importorskip("optuna")
pytest.importorskip("sb3_contrib")

from boardgame_envs.checks.recipes import load_recipe


def test_a_search_tries_several_configs_and_keeps_every_run(tmp_path):
    example = load_recipe("optuna_search")
    arguments = ["--trials", "2", "--decisions", "1024", "--tables", "8", "--deals", "4"]

    study = example.main([*arguments, "-o", str(tmp_path)])

    assert len(study.trials) == 2
    assert study.trials[0].params != study.trials[1].params
    assert 0.0 <= study.best_value <= 1.0
    for number in range(2):
        assert (tmp_path / f"trial-{number}" / "curves.png").exists()
