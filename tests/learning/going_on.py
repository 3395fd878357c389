"""Runs that go on from their first checkpoint, beside those that were never stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boardgame_envs.learning.algorithms.ppo.trainer import resume
from boardgame_envs.learning.run.checkpoints import read_checkpoint


def ends_of(whole: Path, folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Let a run go on from the first checkpoint of a whole one; return how both end."""
    (folder / "checkpoints").mkdir(parents=True)
    (folder / "metrics.jsonl").write_bytes((whole / "metrics.jsonl").read_bytes())
    first = sorted((whole / "checkpoints").iterdir())[0]
    (folder / "checkpoints" / first.name).write_bytes(first.read_bytes())
    resume(folder, {})
    return newest_of(whole), newest_of(folder)


def newest_of(folder: Path) -> dict[str, Any]:
    """Return the newest checkpoint of a run."""
    content: dict[str, Any] = read_checkpoint(sorted((folder / "checkpoints").iterdir())[-1])
    return content
