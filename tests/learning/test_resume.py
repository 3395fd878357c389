"""A run that is killed at any moment goes on as if nothing had happened."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import torch
import yaml

from boardgame_envs.learning.run.checkpoints import read_checkpoint

PROJECT = Path(__file__).parents[2]
CONFIG = {
    "game": "elements",
    "seed": 3,
    "total_steps": 12_288,
    "variants": [{"target_points": 1}, {"target_points": 3}],
    "tables": 32,
    "steps_per_rollout": 16,
    "minibatch": 128,
    "epochs": 2,
    "hidden": [24],
    "opponents": {"past": 0.3, "past_kept": 2, "past_every": 1024, "agents": {"random": 0.1}},
    "evaluation": {"every": 2048, "deals": 4, "anchors": ["random"]},
    "checkpoints": {"every": 512, "kept": 3},
    "export": {"at_end": False},
}


def train(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "boardgame_envs", "train", *arguments],
        cwd=PROJECT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> str:
    printed, _ = process.communicate(timeout=200)
    assert process.returncode == 0, printed
    return printed


def kill_after(folder: Path, step: int) -> None:
    """Train, or go on, and kill the run without warning once it has come so far."""
    config = folder.with_suffix(".yaml")
    has_begun = bool(list(folder.glob("checkpoints/*.pt")))
    process = train(*(["--resume", str(folder)] if has_begun else [str(config), "-o", str(folder)]))
    while process.poll() is None and newest(folder) < step:
        time.sleep(0.01)
    assert process.poll() is None, process.communicate()[0]
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()


def newest(folder: Path) -> int:
    steps = [int(path.stem.split("-")[1]) for path in folder.glob("checkpoints/checkpoint-*.pt")]
    return max(steps, default=0)


def metrics(folder: Path) -> list[dict[str, Any]]:
    """Return the metrics of a run without those that tell how fast it was."""
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    return [{k: v for k, v in line.items() if not k.startswith("time/")} for line in lines]


def final(folder: Path) -> dict[str, Any]:
    return read_checkpoint(sorted(folder.glob("checkpoints/*.pt"))[-1])


@pytest.mark.slow
def test_a_killed_run_equals_an_uninterrupted_one_bit_for_bit(tmp_path: Path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    for folder in (whole, killed):
        folder.with_suffix(".yaml").write_text(yaml.safe_dump(CONFIG))
    finish(train(str(whole.with_suffix(".yaml")), "-o", str(whole)))
    for step in (2048, 6000):
        kill_after(killed, step)
    printed = finish(train("--resume", str(killed)))

    assert "resumed from checkpoint-" in printed
    assert metrics(whole) == metrics(killed)
    ours, theirs = final(whole), final(killed)
    assert ours["steps"] == theirs["steps"] == CONFIG["total_steps"]
    for name, weights in ours["model"].items():
        assert torch.equal(weights, theirs["model"][name]), name
    for left, right in zip(
        ours["optimizer"]["state"].values(), theirs["optimizer"]["state"].values(), strict=True
    ):
        assert torch.equal(left["exp_avg_sq"], right["exp_avg_sq"])
    for name, array in ours["tables"].items():
        assert torch.equal(array["bytes"], theirs["tables"][name]["bytes"]), name
    assert torch.equal(ours["random"]["torch"], theirs["random"]["torch"])
    assert ours["opponents"]["rng"] == theirs["opponents"]["rng"]
