"""``boardgame-envs export``: a trained agent as one file to play with."""

from __future__ import annotations

import argparse
from pathlib import Path

from boardgame_envs.learning import export

NAME = "export"
HELP = "export a trained agent as one ONNX file"
DESCRIPTION = (
    "Export the agent of a checkpoint (a run's best.pt or one of its "
    "checkpoints) as one ONNX file, with a card inside that says what it was trained for."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("checkpoint", metavar="CHECKPOINT", help="a checkpoint of a training run")
    parser.add_argument("output", metavar="AGENT.onnx", help="the file to write")
    parser.add_argument(
        "--temperature",
        type=float,
        metavar="T",
        help="below 1 the agent is more decided than its training left it; default: what the "
        "config of the run says, which is 1 if it says nothing",
    )


def run(parsed: argparse.Namespace) -> int:
    """Export the agent."""
    output = Path(parsed.output)
    if output.suffix != ".onnx":
        raise ValueError(f"an exported agent's file ends in .onnx, not {output.name!r}")
    if not output.parent.is_dir():
        raise ValueError(f"there is no folder {output.parent}")
    if parsed.temperature is not None and not 0.01 <= parsed.temperature <= 100:
        raise ValueError(f"--temperature must be from 0.01 to 100, not {parsed.temperature}")
    card = export(parsed.checkpoint, output, parsed.temperature)
    size = output.stat().st_size
    print(
        f"{output}: {card['game']} v{card['version']}, layout {card['layout']}, "
        f"{card['training']['decisions']:,} decisions, {size:,} bytes"
    )
    return 0
