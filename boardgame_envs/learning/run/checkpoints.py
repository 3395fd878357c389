"""Checkpoints: written whole or not at all, and enough to go on from bit for bit.

A checkpoint holds what Stable-Baselines3's zip leaves out as well: the games on the tables,
all random generators, the opponents and how far the metrics had been written. It is torch's
archive of tensors and plain values, and is read as such: nothing in a file is ever run. torch is
imported when there is something to write or read.
"""

from __future__ import annotations

import io
import pickle
import random
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from boardgame_envs.agents.agent_card import identity_of
from boardgame_envs.core.game import Game
from boardgame_envs.learning.run.interruption import CannotGoOnError
from boardgame_envs.learning.run.packed_arrays import pack, plainly, unpack
from boardgame_envs.learning.run.whole_files import write_whole

PREFIX = "checkpoint-"
SUFFIX = ".pt"


TRAIN = "boardgame-envs train"
# what there is for models that something else has trained
ELSEWHERE = "a model from elsewhere plays as package.module:factory, see docs/agents.md"
SAVED_BY_SB3 = {"data", "policy.pth"}


class CheckpointError(ValueError):
    """Raised when a checkpoint cannot be read."""


# --- writing ---


def save_checkpoint(folder: Path, step: int, content: dict[str, Any], kept: int) -> Path:
    """Write a checkpoint, then remove the oldest beyond those to keep."""
    path = folder / f"{PREFIX}{step:012d}{SUFFIX}"
    write_checkpoint(path, content)
    for old in list_checkpoints(folder)[:-kept]:
        old.unlink(missing_ok=True)
    return path


def write_checkpoint(path: Path, content: dict[str, Any]) -> None:
    """Write tensors and plain values to a file, or raise UnwritableError and leave it as it was."""
    import torch

    archive = io.BytesIO()
    torch.save(plainly(content, "content"), archive)
    write_whole(path, archive.getvalue())


# --- reading ---


def list_checkpoints(folder: Path) -> list[Path]:
    """Return the checkpoints of a run, the oldest first."""
    return sorted(folder.glob(f"{PREFIX}*{SUFFIX}"))


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Return what a checkpoint holds, or raise CheckpointError; nothing in the file is run."""
    import torch

    try:
        check_that_it_is_ours(path)
        check_archive(path)
        content = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError:
        raise CheckpointError(f"there is no checkpoint {path}") from None
    except pickle.UnpicklingError:
        raise CheckpointError(
            f"the checkpoint {path} is not read, because it holds more than numbers and texts: "
            f"an earlier version wrote it, or somebody else; {ELSEWHERE}"
        ) from None
    except CheckpointError:
        raise
    except OSError as error:
        raise CheckpointError(f"{path} cannot be read ({error.strerror or error})") from None
    except Exception as error:
        # a damaged file can make torch fail in any way there is
        raise CheckpointError(
            f"the checkpoint {path} is damaged ({type(error).__name__})"
        ) from None
    return checked_content(content, path)


def check_that_it_is_ours(path: Path) -> None:
    """Raise CheckpointError for a model that Stable-Baselines3 has saved."""
    with zipfile.ZipFile(path) as archive:
        if set(archive.namelist()) >= SAVED_BY_SB3:
            raise CheckpointError(
                f"{path} is a model of Stable-Baselines3, and only checkpoints of {TRAIN} are read "
                f"and exported: {ELSEWHERE}"
            )


def check_archive(path: Path) -> None:
    """Raise BadZipFile for an archive with a wrong byte, or one that would grow when unpacked."""
    with zipfile.ZipFile(path) as archive:
        for item in archive.infolist():
            if item.compress_type != zipfile.ZIP_STORED:
                raise zipfile.BadZipFile
        if archive.testzip() is not None:
            raise zipfile.BadZipFile


def checked_content(content: Any, path: Path) -> dict[str, Any]:
    """Return the content of a checkpoint that has what every checkpoint has."""
    import torch

    match content:
        case {"config": dict(), "model": dict(model), "steps": int(steps)}:
            tensors = all(isinstance(weights, torch.Tensor) for weights in model.values())
            if tensors and steps >= 0 and not isinstance(steps, bool):
                return dict(content)
    raise CheckpointError(f"{path} is not a checkpoint of a training run ({TRAIN}); {ELSEWHERE}")


def read_newest(folder: Path) -> tuple[Path, dict[str, Any]]:
    """Return the newest checkpoint that can be read; damaged ones are passed over aloud."""
    for path in reversed(list_checkpoints(folder)):
        try:
            return path, read_checkpoint(path)
        except CheckpointError as error:
            print(f"{error}; trying an older one")
    raise CheckpointError(f"there is no checkpoint to resume from in {folder}")


@contextmanager
def fitting(path: Path) -> Iterator[None]:
    """Raise CheckpointError where what a checkpoint holds is not what a run needs."""
    try:
        yield
    except CannotGoOnError:
        raise
    except (AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        raise CheckpointError(
            f"the checkpoint {path} does not fit this run and version "
            f"({type(error).__name__}: {reason})"
        ) from None


def check_identity(content: Mapping[str, Any], game: Game) -> None:
    """Refuse what was learned when the game's observation or actions were others."""
    now = identity_of(game)
    for name, earlier in content.get("identity", {}).items():
        if now.get(name) != earlier:
            raise ValueError(f"it was trained with another {name} of {game.name}")


# --- random numbers ---


def random_states() -> dict[str, Any]:
    """Return the state of every random generator a run draws from."""
    import torch

    name, key, *rest = np.random.get_state()
    return {
        "python": random.getstate(),
        "numpy": [name, pack(np.asarray(key)), *rest],
        "torch": torch.get_rng_state(),
    }


def set_random_states(states: dict[str, Any]) -> None:
    """Go on with the random numbers where they were left."""
    import torch

    name, key, *rest = states["numpy"]
    own: Any = np.random.get_state()
    random.setstate(states["python"])
    np.random.set_state((name, unpack(key, own[1]), *rest))
    torch.set_rng_state(states["torch"])
