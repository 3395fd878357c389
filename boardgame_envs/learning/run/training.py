"""How a run begins and goes on, whatever its algorithm."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from boardgame_envs.learning.run.algorithm import Algorithm
from boardgame_envs.learning.run.config import ConfigError, RunConfig, apply_change
from boardgame_envs.learning.run.folder import check_unused, has_checkpoints, resume_command
from boardgame_envs.learning.run.interruption import (
    CannotGoOnError,
    Interrupted,
    handling,
    stop_at_once,
)
from boardgame_envs.learning.run.least_exploited import choose_least_exploited
from boardgame_envs.learning.run.leaving import leave_agent

NOTHING_BESIDE = (
    "--resume FOLDER goes on with a run as it is: give nothing beside it but what --set may change"
)


def begin_run(algorithm: Algorithm, config: RunConfig, folder: Path) -> None:
    """Train anew."""
    check_unused(folder)
    config.check_agents()
    with resumable(folder, forgotten(algorithm, config.as_dict())):
        algorithm.trainer().begin(config, folder)
        choose_least_exploited(algorithm, folder)
        leave_agent(algorithm, folder)


def resume_run(algorithm: Algorithm, folder: Path, changes: Sequence[str] = ()) -> None:
    """Go on with a run from its newest checkpoint, as it was configured but for the changes."""
    values: dict[str, Any] = {}
    for change in changes:
        apply_change(values, change)
    for name in names_in(values):
        if name not in algorithm.may_change:
            raise ConfigError(
                f"{name} cannot change when a run goes on; what may change is "
                f"{', '.join(sorted(algorithm.may_change))}"
            )
    with resumable(folder, forgotten(algorithm, values)):
        algorithm.trainer().resume(folder, values)
        choose_least_exploited(algorithm, folder)
        leave_agent(algorithm, folder)


def names_in(values: Mapping[str, Any], where: str = "") -> Iterator[str]:
    """Go through the names of all fields that have a value, such as ``evaluation.every``."""
    for name, value in values.items():
        if isinstance(value, dict) and value:
            yield from names_in(value, f"{where}{name}.")
        else:
            yield f"{where}{name}"


def forgotten(algorithm: Algorithm, values: Mapping[str, Any]) -> list[str]:
    """Return what a resumed run would not remember, as changes to give with it."""
    names = sorted(name for name in algorithm.forgotten_on_resume if values.get(name))
    # in quotes, so that no text is read as a number
    return [f"{name}={json.dumps(values[name])}" for name in names]


@contextmanager
def resumable(folder: Path, changes: Sequence[str] = ()) -> Iterator[None]:
    """Let an interruption, or a full disk, say how to go on; the changes are given again then."""
    try:
        with handling(stop_at_once):
            yield
    except KeyboardInterrupt as error:
        stopped = error if isinstance(error, Interrupted) else Interrupted("interrupted")
        how = how_to_go_on(folder, changes)
        raise Interrupted(f"{stopped}; {how}", stopped.number) from None
    except CannotGoOnError as error:
        raise type(error)(f"{error}; {how_to_go_on(folder, changes)}") from None


def how_to_go_on(folder: Path, changes: Sequence[str]) -> str:
    """Return what to do with a run that has stopped before its end."""
    if not has_checkpoints(folder):
        return "nothing was saved"
    return f"go on with: {resume_command(folder, changes)}"
