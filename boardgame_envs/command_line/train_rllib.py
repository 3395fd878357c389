"""``boardgame-envs train-rllib``: ``train`` with ``algorithm: rllib``."""

from __future__ import annotations

import argparse
import json

from boardgame_envs.command_line import train

NAME = "train-rllib"
HELP = "train an agent by self-play with RLlib, on one machine or a Ray cluster"
DESCRIPTION = (
    "Train an agent by self-play with RLlib's PPO, as 'train' does with a config "
    "that says 'algorithm: rllib'. Workers that are lost, with a node or alone, are replaced "
    "where there is room; the others go on."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    train.add_arguments(parser)
    parser.add_argument(
        "--address",
        metavar="HOST:PORT",
        help="a Ray cluster that is running, or 'auto' to find it; without it, the run starts a "
        "Ray of its own on this machine; the same as --set address=HOST:PORT",
    )


def run(parsed: argparse.Namespace) -> int:
    """Train as the arguments say."""
    # in quotes, so that no address is read as a number
    address = [] if parsed.address is None else [f"address={json.dumps(parsed.address)}"]
    return train.train(parsed, [*parsed.set, *address], wanted="rllib")
