"""Checkpoints: written whole or not at all, and enough to go on from bit for bit.

A checkpoint holds what Stable-Baselines3's zip leaves out as well: the games on the tables,
all random generators, the opponents and how far the metrics had been written. torch, which
writes and reads them, is imported when there is something to write or read.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import numpy as np

PREFIX = "checkpoint-"
SUFFIX = ".pt"


class CheckpointError(ValueError):
    """Raised when a checkpoint cannot be read or written."""


def save_checkpoint(folder: Path, step: int, content: dict[str, Any], kept: int) -> Path:
    """Write a checkpoint, then remove the oldest beyond those to keep."""
    path = folder / f"{PREFIX}{step:012d}{SUFFIX}"
    write_whole(path, content)
    for old in list_checkpoints(folder)[:-kept]:
        old.unlink(missing_ok=True)
    return path


def write_whole(path: Path, content: dict[str, Any]) -> None:
    """Write a file so that, whatever happens, it is there whole or as it was before."""
    import torch

    partial = path.with_name(path.name + ".partial")
    try:
        with open(partial, "wb") as file:
            torch.save(content, file)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
        sync_folder(path.parent)
    except (OSError, RuntimeError) as error:
        partial.unlink(missing_ok=True)
        raise CheckpointError(
            f"the checkpoint {path} could not be written ({error}); older ones are intact"
        ) from None


def sync_folder(folder: Path) -> None:
    """Make sure that a renamed file survives a power failure."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def list_checkpoints(folder: Path) -> list[Path]:
    """Return the checkpoints of a run, the oldest first."""
    return sorted(folder.glob(f"{PREFIX}*{SUFFIX}"))


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Return what a checkpoint holds, or raise CheckpointError.

    Only for files this project wrote itself: reading runs what is in them.
    """
    import torch

    try:
        content = torch.load(path, map_location="cpu", weights_only=False)
    except FileNotFoundError:
        raise CheckpointError(f"there is no checkpoint {path}") from None
    except Exception as error:
        # a damaged file can make unpickling fail in any way there is
        raise CheckpointError(
            f"the checkpoint {path} is damaged ({type(error).__name__})"
        ) from None
    if not isinstance(content, dict) or "model" not in content:
        raise CheckpointError(f"{path} is not a checkpoint of a training run")
    return content


def read_newest(folder: Path) -> tuple[Path, dict[str, Any]]:
    """Return the newest checkpoint that can be read; damaged ones are passed over aloud."""
    for path in reversed(list_checkpoints(folder)):
        try:
            return path, read_checkpoint(path)
        except CheckpointError as error:
            print(f"{error}; trying an older one")
    raise CheckpointError(f"there is no checkpoint to resume from in {folder}")


def random_states() -> dict[str, Any]:
    """Return the state of every random generator a run draws from."""
    import torch

    return {
        "python": random.getstate(),
        "numpy": np.random.get_state(),
        "torch": torch.get_rng_state(),
    }


def set_random_states(states: dict[str, Any]) -> None:
    """Go on with the random numbers where they were left."""
    import torch

    random.setstate(states["python"])
    np.random.set_state(states["numpy"])
    torch.set_rng_state(states["torch"])
