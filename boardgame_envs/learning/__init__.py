"""Learning: agents train by self-play.

``run`` is what any training run needs and knows no algorithm; ``network`` is the network that our
algorithms share; ``algorithms`` has a folder for each algorithm. The game is a config.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from boardgame_envs.learning.algorithms import DEFAULT, load_algorithm
from boardgame_envs.learning.run.checkpoints import fitting, read_checkpoint
from boardgame_envs.learning.run.config import make_config
from boardgame_envs.learning.run.export import export_trained
from boardgame_envs.learning.run.folder import algorithm_of_run, name_folder
from boardgame_envs.learning.run.libraries import needing
from boardgame_envs.learning.run.training import begin_run, resume_run

__all__ = ["export", "resume", "train"]


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


def export(checkpoint: str | Path, output: str | Path, temperature: float = 1.0) -> dict[str, Any]:
    """Write the agent of a checkpoint as an ONNX file, whatever trained it; return its card."""
    with needing("train"):
        content = read_checkpoint(Path(checkpoint))
        trainer = load_algorithm(content["config"].get("algorithm")).trainer()
        with fitting(Path(checkpoint)):
            trained = trainer.load_network(content)
        return export_trained(trained, Path(output), temperature)
