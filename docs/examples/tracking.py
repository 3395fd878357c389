"""A training run followed in Weights & Biases or in MLflow, by a callback of Stable-Baselines3.

    pip install 'boardgame_envs[train]' wandb        # or mlflow
    callbacks: [tracking:WeightsAndBiases]           # in the config; or tracking:MLflow

Both are told every number that a run logs, with the number of decisions as the step: losses,
games, and win rates against the anchors. This file must lie where Python finds it, such as the
folder in which ``boardgame-envs train`` is started. The usual environment variables of the two
(WANDB_MODE, MLFLOW_TRACKING_URI, ...) say where the numbers go.
"""

from __future__ import annotations

from numbers import Real
from pathlib import Path
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter

PROJECT = "boardgame_envs"


class Tracking(BaseCallback, KVWriter):
    """Writes down what the logger of a run is given; ``begin`` and ``note`` say where.

    The last figures come when training has ended: a run is closed when another one begins, or
    with the program, as both libraries do by themselves.
    """

    def begin(self, run: str) -> None:
        """Open a run of this name."""
        raise NotImplementedError

    def note(self, numbers: dict[str, float], step: int) -> None:
        """Keep numbers of one step."""
        raise NotImplementedError

    def _on_training_start(self) -> None:
        self.begin(Path(self.logger.dir or "run").resolve().name)
        self.logger.output_formats.append(self)

    def write(self, key_values: dict[str, Any], key_excluded: Any, step: int = 0) -> None:
        """Keep all numbers that the logger has been given since it was asked last."""
        self.note({k: float(v) for k, v in key_values.items() if isinstance(v, Real)}, step)

    def close(self) -> None:
        """Do nothing: the run is closed by its library."""

    def _on_step(self) -> bool:
        return True


class WeightsAndBiases(Tracking):
    """Tells Weights & Biases."""

    def begin(self, run: str) -> None:
        """Open a run of this name."""
        import wandb

        self.run = wandb.init(project=PROJECT, name=run, reinit="finish_previous")

    def note(self, numbers: dict[str, float], step: int) -> None:
        """Keep numbers of one step."""
        self.run.log(numbers, step=step)


class MLflow(Tracking):
    """Tells MLflow."""

    def begin(self, run: str) -> None:
        """Open a run of this name."""
        import mlflow

        mlflow.end_run()
        mlflow.set_experiment(PROJECT)
        mlflow.start_run(run_name=run)

    def note(self, numbers: dict[str, float], step: int) -> None:
        """Keep numbers of one step."""
        import mlflow

        mlflow.log_metrics(numbers, step=step)
