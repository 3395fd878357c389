"""The folder of a run: its name, and what it says of the run."""

from __future__ import annotations

import json
import platform
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from boardgame_envs.learning.run.config import ConfigError, RunConfig, read_values
from boardgame_envs.learning.run.metrics import METRICS
from boardgame_envs.learning.run.whole_files import write_whole, writing
from boardgame_envs.shipped_files import PROJECT

CONFIG = "config.yaml"
BEST = "best.pt"
AGENT = "agent.onnx"
CHECKPOINTS = "checkpoints"
LEAST_EXPLOITED = "least_exploited.pt"
EXPLOITERS = "exploiters.json"
# what a run may leave behind, in the order in which it is listed
CONTENTS = (
    METRICS,
    "curves.png",
    BEST,
    AGENT,
    LEAST_EXPLOITED,
    EXPLOITERS,
    CHECKPOINTS,
    "tensorboard",
)
PACKAGES = ("numpy", "numba", "torch", "gymnasium")


def name_folder(config: RunConfig, default_algorithm: str) -> Path:
    """Return where the results of a run go if nobody says it."""
    name = config.game
    if config.algorithm != default_algorithm:
        name = f"{name}-{config.algorithm}"
    return Path(f"results/{name}-{time.strftime('%Y%m%d-%H%M%S')}")


def has_checkpoints(folder: Path) -> bool:
    """Tell whether there is a run in a folder to go on with."""
    return any((folder / CHECKPOINTS).glob("checkpoint-*"))


def check_unused(folder: Path) -> None:
    """Refuse a folder that has a run in it."""
    if has_checkpoints(folder):
        raise ConfigError(f"there is a run in {folder} already: --resume it, or choose another")


def describe_run(config: RunConfig, folder: Path, packages: tuple[str, ...] = ()) -> None:
    """Make the folder, and write down its config, versions and the state of the sources."""
    with writing(folder):
        (folder / CHECKPOINTS).mkdir(parents=True, exist_ok=True)
        # a run that has saved nothing begins anew
        (folder / METRICS).unlink(missing_ok=True)
    write_config(config, folder)
    about = {
        "command": " ".join(sys.argv),
        "begun": time.strftime("%Y-%m-%d %H:%M:%S"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "versions": {name: metadata.version(name) for name in (*PACKAGES, *packages)},
        "git": git_state(),
    }
    write_whole(folder / "run.json", (json.dumps(about, indent=2) + "\n").encode())


def write_config(config: RunConfig, folder: Path) -> None:
    """Write down how a run is configured."""
    import yaml

    write_whole(folder / CONFIG, yaml.safe_dump(config.as_dict(), sort_keys=False).encode())


def algorithm_of_run(folder: Path) -> str | None:
    """Return what the run in a folder was configured to train with; None: it does not say."""
    config = folder / CONFIG
    return read_values(config).get("algorithm") if config.is_file() else None


def resume_command(folder: Path, changes: Sequence[str] = ()) -> str:
    """Return the command that goes on with a run, with ``key=value`` changes."""
    given = (text for change in changes for text in ("--set", change))
    return shlex.join(["boardgame-envs", "train", "--resume", str(folder), *given])


def has_ended(config: RunConfig, folder: Path) -> str:
    """Say that there is nothing left to do in a run, and how it is prolonged."""
    longer = resume_command(folder, [f"total_steps={2 * config.total_steps}"])
    return f"the run has made its {config.total_steps:,} decisions; to prolong it: {longer}"


def list_contents(folder: Path) -> str:
    """Return what a run has left behind, in one line."""
    paths = [folder / name for name in CONTENTS]
    names = [f"{path.name}/" if path.is_dir() else path.name for path in paths if path.exists()]
    return f"{folder}: {', '.join(names)}"


def git_state() -> dict[str, Any]:
    """Return the commit the sources are at, and whether they were changed since.

    Nothing is said of an installed package: a repository around it would be another one.
    """

    def git(*arguments: str) -> str:
        # a look at the sources writes nothing to them
        command = ["git", "--no-optional-locks", *arguments]
        answer = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
        return answer.stdout.strip()

    unknown = {"commit": "", "changed": None}
    if not (PROJECT / ".git").exists():
        return unknown
    try:
        return {"commit": git("rev-parse", "HEAD"), "changed": bool(git("status", "--porcelain"))}
    except FileNotFoundError:
        return unknown
