"""``boardgame-envs train``: train an agent by self-play."""

from __future__ import annotations

import argparse
import importlib
from typing import Any

MISSING = (
    "training needs this project's 'training' folder and the extra '{extra}': "
    "pip install 'boardgame_envs[{extra}]'"
)


def add_command(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "train",
        help="train an agent by self-play",
        description="Train an agent by self-play with PPO, as a config says.",
    )
    add_arguments(parser)
    parser.set_defaults(run=run)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a training run."""
    parser.add_argument("config", nargs="?", metavar="CONFIG.yaml", help="what to train, and how")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="change a field of the config, e.g. --set total_steps=1000000 --set opponents.past=0",
    )
    parser.add_argument(
        *("--output", "-o"), metavar="FOLDER", help="where results go; default results/GAME-TIME"
    )
    parser.add_argument(
        "--resume", metavar="FOLDER", help="go on with the run in this folder, as it was configured"
    )


def load_training(module: str, extra: str = "train") -> Any:
    """Return a module of the training folder; torch is not loaded before it is needed."""
    try:
        return importlib.import_module(f"training.{module}")
    except ModuleNotFoundError as error:
        missing = MISSING.format(extra=extra)
        raise ValueError(f"{missing} (there is no module {error.name!r})") from None


def run(parsed: argparse.Namespace) -> int:
    """Train as the arguments say."""
    status: int = load_training("ppo").run(parsed)
    return status
