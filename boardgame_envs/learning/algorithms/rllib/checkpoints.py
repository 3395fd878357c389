"""Checkpoints of runs on Ray: a folder each, written whole or not at all.

A folder holds what RLlib saves (``algorithm/``) and ``run.pt``, which says what the run is and
holds its network; ``boardgame-envs export`` reads that. RLlib pickles what it saves, so reading
``algorithm/`` runs what is in it: only ``run.pt`` is safe to share.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boardgame_envs.learning.run.checkpoints import (
    CheckpointError,
    read_checkpoint,
    write_checkpoint,
)
from boardgame_envs.learning.run.folder import CHECKPOINTS
from boardgame_envs.learning.run.whole_files import sync_folder, writing

PREFIX = "checkpoint-"


def save_checkpoint(
    folder: Path, step: int, content: dict[str, Any], kept: int, save: Callable[[str], Any]
) -> Path:
    """Write a checkpoint, then remove the oldest beyond those to keep."""
    checkpoints = folder / CHECKPOINTS
    path = checkpoints / f"{PREFIX}{step:012d}"
    partial = checkpoints / f"partial-{step:012d}"
    shutil.rmtree(partial, ignore_errors=True)
    try:
        with writing(path):
            partial.mkdir(parents=True)
            save(str((partial / "algorithm").resolve()))
            write_checkpoint(partial / "run.pt", content)
            # a run that is resumed and ends at once comes to the same step again
            shutil.rmtree(path, ignore_errors=True)
            partial.rename(path)
            sync_folder(checkpoints)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    for old in list_checkpoints(folder)[:-kept]:
        shutil.rmtree(old, ignore_errors=True)
    return path


def list_checkpoints(folder: Path) -> list[Path]:
    """Return the checkpoints of a run, the oldest first."""
    return sorted((folder / CHECKPOINTS).glob(f"{PREFIX}*"))


def read_newest(folder: Path) -> tuple[Path, dict[str, Any]]:
    """Return the newest checkpoint that can be read; damaged ones are passed over aloud."""
    for path in reversed(list_checkpoints(folder)):
        try:
            content = read_checkpoint(path / "run.pt")
        except CheckpointError as error:
            print(f"{error}; trying an older one")
            continue
        if (path / "algorithm").is_dir():
            return path, with_config_of_run(content)
        print(f"the checkpoint {path} is incomplete; trying an older one")
    raise CheckpointError(f"there is no checkpoint of a run on Ray to resume from in {folder}")


def with_config_of_run(content: dict[str, Any]) -> dict[str, Any]:
    """Return the content of a checkpoint with its run's config, wherever it was written.

    Earlier runs had it in a place of its own, beside what exports needed of it.
    """
    return {**content, "config": content["run"]} if "run" in content else content
