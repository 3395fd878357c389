"""``boardgame-envs train-rllib``: train an agent by self-play on one machine or a Ray cluster."""

from __future__ import annotations

import argparse
from typing import Any

from boardgame_envs.command_line import train


def add_command(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "train-rllib",
        help="train an agent by self-play with RLlib, on one machine or a Ray cluster",
        description="Train an agent by self-play with RLlib's PPO, as a config says. Workers that "
        "are lost, with a node or alone, are replaced where there is room; the others go on.",
    )
    add_arguments(parser)
    parser.set_defaults(run=run)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a training run on Ray."""
    train.add_arguments(parser)
    parser.add_argument(
        "--address",
        metavar="HOST:PORT",
        help="a Ray cluster that is running, or 'auto' to find it; without it, the run starts a "
        "Ray of its own on this machine",
    )


def run(parsed: argparse.Namespace) -> int:
    """Train as the arguments say."""
    status: int = train.load_training("rllib", extra="rllib").run(parsed)
    return status
