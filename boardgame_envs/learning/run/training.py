"""How a run begins and goes on, whatever its algorithm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from boardgame_envs.learning.run.algorithm import Algorithm
from boardgame_envs.learning.run.config import ConfigError, RunConfig, apply_change
from boardgame_envs.learning.run.folder import check_unused, has_checkpoints

NOTHING_BESIDE = "--resume FOLDER goes on with a run as it is: give nothing beside it"


def begin_run(algorithm: Algorithm, config: RunConfig, folder: Path) -> None:
    """Train anew."""
    check_unused(folder)
    with resumable(folder):
        algorithm.trainer().begin(config, folder)


def resume_run(algorithm: Algorithm, folder: Path, changes: Sequence[str] = ()) -> None:
    """Go on with a run from its newest checkpoint, as it was configured."""
    values: dict[str, Any] = {}
    for change in changes:
        apply_change(values, change)
    if not values.keys() <= algorithm.changes_on_resume:
        raise ConfigError(NOTHING_BESIDE)
    with resumable(folder):
        algorithm.trainer().resume(folder, values)


@contextmanager
def resumable(folder: Path) -> Iterator[None]:
    """Let an interruption say how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        how = f"go on with --resume {folder}" if has_checkpoints(folder) else "nothing was saved"
        raise KeyboardInterrupt(f"interrupted; {how}") from None
