"""Learning: agents train by self-play.

``run`` is what any training run needs and knows no algorithm; ``network`` is the network that our
algorithms share; ``algorithms`` has a folder for each algorithm. The game is a config.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from boardgame_envs.learning.algorithms import DEFAULT, load_algorithm
from boardgame_envs.learning.run.algorithm import TrainedNetwork
from boardgame_envs.learning.run.checkpoints import fitting, read_checkpoint
from boardgame_envs.learning.run.config import make_config
from boardgame_envs.learning.run.export import export_trained, write_unrated
from boardgame_envs.learning.run.folder import algorithm_of_run, name_folder
from boardgame_envs.learning.run.libraries import needing
from boardgame_envs.learning.run.training import begin_run, resume_run

__all__ = ["export", "resume", "train", "write_agent"]


def train(values: Mapping[str, Any], output: str | Path | None = None) -> Path:
    """Train as the fields of a config say; return the folder with the results."""
    algorithm = load_algorithm(values.get("algorithm"))
    config = make_config(algorithm.config, {**values, "algorithm": algorithm.name})
    folder = name_folder(config, DEFAULT) if output is None else Path(output)
    begin_run(algorithm, config, folder)
    return folder


def resume(folder: str | Path, changes: Sequence[str] = (), algorithm: str | None = None) -> Path:
    """Go on with the run in a folder; return the folder.

    ``algorithm`` is what a run trains with that does not say so itself.
    """
    path = Path(folder)
    resume_run(load_algorithm(algorithm_of_run(path) or algorithm), path, changes)
    return path


def export(
    checkpoint: str | Path, output: str | Path, temperature: float | None = None
) -> dict[str, Any]:
    """Write the agent of a checkpoint as an ONNX file, whatever trained it; return its card.

    The temperature is that of the run's config, unless another is given.
    """
    with needing("train"):
        trained = load_trained(Path(checkpoint))
        if temperature is None:
            temperature = trained.config.export.temperature
        return export_trained(trained, Path(output), temperature)


def write_agent(checkpoint: str | Path, output: str | Path) -> str:
    """Write the agent of a checkpoint as an ONNX file, unrated; return the name of its game."""
    with needing("train"):
        trained = load_trained(Path(checkpoint))
        write_unrated(trained, Path(output))
    return trained.config.game


def load_trained(checkpoint: Path) -> TrainedNetwork:
    """Return the network of a checkpoint, whatever trained it."""
    content = read_checkpoint(checkpoint)
    trainer = load_algorithm(content["config"].get("algorithm")).trainer()
    with fitting(checkpoint):
        return trainer.load_network(content)
