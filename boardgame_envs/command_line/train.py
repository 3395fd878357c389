"""``boardgame-envs train``: train an agent by self-play."""

from __future__ import annotations

import argparse
from pathlib import Path

from boardgame_envs import learning
from boardgame_envs.learning.algorithms import DEFAULT, algorithm_names, load_algorithm
from boardgame_envs.learning.run.config import ConfigError, read_values
from boardgame_envs.learning.run.folder import algorithm_of_run, list_contents
from boardgame_envs.learning.run.leaving import next_commands
from boardgame_envs.learning.run.named_configs import find_config
from boardgame_envs.learning.run.training import NOTHING_BESIDE

NAME = "train"
HELP = "train an agent by self-play"


def list_algorithms() -> str:
    """Return all algorithms with what they are."""
    algorithms = [load_algorithm(name) for name in algorithm_names()]
    return "; ".join(f"{one.name}, {one.description}" for one in algorithms)


DESCRIPTION = (
    "Train an agent by self-play, as a config says. Its field 'algorithm' names what to train "
    f"with: {list_algorithms()}; default {DEFAULT}."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a training run."""
    parser.add_argument(
        "config",
        nargs="?",
        metavar="CONFIG",
        help="what to train, and how: a YAML file, or the name of a config that comes with the "
        "package, such as elements",
    )
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
        "--resume",
        metavar="FOLDER",
        help="go on with the run in this folder, as it was configured; --set may change how long "
        "it is (total_steps), and how often it is measured and saved",
    )


def run(parsed: argparse.Namespace) -> int:
    """Train as the arguments say."""
    return train(parsed, parsed.set)


def train(parsed: argparse.Namespace, changes: list[str], wanted: str | None = None) -> int:
    """Begin or resume a run; ``wanted`` is the algorithm that the command stands for."""
    if parsed.resume:
        folder = resume(parsed, changes, wanted)
    elif parsed.config:
        folder = begin(parsed, changes, wanted)
    else:
        example = f"elements or configs/{wanted or DEFAULT}/elements.yaml"
        raise ConfigError(f"give a config, e.g. {example}, or --resume FOLDER")
    print(list_contents(folder))
    commands = next_commands(folder)
    if commands:
        print("\n".join(["next:", *(f"  {command}" for command in commands)]))
    return 0


def begin(parsed: argparse.Namespace, changes: list[str], wanted: str | None) -> Path:
    """Train anew; return the folder of the run."""
    values = read_values(find_config(parsed.config, changes, wanted or DEFAULT), changes)
    check_wanted(values.get("algorithm"), wanted)
    return learning.train({"algorithm": wanted or DEFAULT, **values}, parsed.output)


def resume(parsed: argparse.Namespace, changes: list[str], wanted: str | None) -> Path:
    """Go on with a run; return its folder."""
    if parsed.config or parsed.output:
        raise ConfigError(NOTHING_BESIDE)
    check_wanted(algorithm_of_run(Path(parsed.resume)), wanted)
    return learning.resume(parsed.resume, changes, wanted)


def check_wanted(named: str | None, wanted: str | None) -> None:
    """Refuse a config that names another algorithm than the command stands for."""
    if None not in (named, wanted) and named != wanted:
        raise ConfigError(
            f"this command trains with {wanted!r}, and the config says {named!r}: "
            f"use boardgame-envs train"
        )
