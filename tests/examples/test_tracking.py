"""Runs are followed in Weights & Biases and in MLflow, offline, where these are installed."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib")

from boardgame_envs.checks.recipes import load_recipe
from boardgame_envs.learning import train

SMALL: dict[str, Any] = {
    "game": "elements",
    "total_steps": 1024,
    "tables": 32,
    "steps_per_rollout": 16,
    "minibatch": 512,
    "hidden": [16],
    "evaluation": {"deals": 2},
    "imitation": {"steps": 0},
    "export": {"at_end": False},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WANDB_MODE", "offline")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    monkeypatch.setenv("MLFLOW_TRACKING_URI", (tmp_path / "mlruns").as_uri())
    (tmp_path / "tracking.py").write_text(Path(load_recipe("tracking").__file__ or "").read_text())
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def noted_by(folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[int]]:
    """Return at which steps each number was written down during a short run."""
    steps: dict[str, list[int]] = {}
    tracking = getattr(importlib.import_module("tracking"), kind)
    note = tracking.note

    def noting(self: Any, numbers: dict[str, float], step: int) -> None:
        for name in numbers:
            steps.setdefault(name, []).append(step)
        note(self, numbers, step)

    monkeypatch.setattr(tracking, "note", noting)
    train({**SMALL, "callbacks": [f"tracking:{kind}"]}, folder / "run")
    return steps


def test_weights_and_biases_is_told_all_that_a_run_logs(folder: Path, monkeypatch: Any):
    wandb = pytest.importorskip("wandb")

    steps = noted_by(folder, "WeightsAndBiases", monkeypatch)
    wandb.finish()

    assert steps["train/loss"][-1] == steps["win_rate/random"][-1] == SMALL["total_steps"]
    (written,) = folder.glob("wandb/offline-run-*/*.wandb")
    assert b"win_rate/random" in written.read_bytes()


def test_mlflow_is_told_all_that_a_run_logs(folder: Path, monkeypatch: Any):
    mlflow = pytest.importorskip("mlflow")

    steps = noted_by(folder, "MLflow", monkeypatch)
    run = mlflow.active_run().info.run_id
    mlflow.end_run()

    kept = mlflow.MlflowClient().get_metric_history(run, "win_rate/random")
    assert [metric.step for metric in kept] == steps["win_rate/random"]
    assert kept[-1].step == SMALL["total_steps"]
