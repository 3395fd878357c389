"""A training run: its folder, what it tells while it runs, and how it goes on after a break."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path
from typing import Any

import yaml
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat
from tqdm import tqdm

from training.anchors import Figures, figures_in_words, make_anchors
from training.checkpoints import (
    random_states,
    save_checkpoint,
    set_random_states,
    write_whole,
)
from training.config import TrainingConfig

METRICS = "metrics.jsonl"
BEST = "best.pt"
# what the logger has been told and not written yet
LOGGED = ("name_to_value", "name_to_count", "name_to_excluded")
PACKAGES = ("numpy", "numba", "torch", "stable-baselines3", "sb3-contrib", "gymnasium")


class MetricsFile(KVWriter):
    """Metrics as JSON Lines; a resumed run goes on at the line it had come to."""

    def __init__(self, path: Path) -> None:
        self._file = open(path, "a+", encoding="utf-8")  # noqa: SIM115
        self._file.seek(0, 2)

    def write(self, key_values: dict[str, Any], key_excluded: Any, step: int = 0) -> None:
        """Write one line."""
        line = {"step": step, **{key: plain(value) for key, value in sorted(key_values.items())}}
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    @property
    def position(self) -> int:
        """How far the file has been written."""
        return self._file.tell()

    def cut(self, position: int) -> None:
        """Forget what was written after a position."""
        self._file.truncate(position)
        self._file.seek(0, 2)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def plain(value: Any) -> Any:
    """Return a metric as JSON knows it, rounded to what matters."""
    return round(float(value), 6) if isinstance(value, float) or hasattr(value, "item") else value


def describe_run(config: Any, folder: Path, packages: tuple[str, ...] = PACKAGES) -> None:
    """Write down what the run is: its config, versions and the state of the sources."""
    (folder / "config.yaml").write_text(yaml.safe_dump(config.as_dict(), sort_keys=False))
    about = {
        "command": " ".join(sys.argv),
        "begun": time.strftime("%Y-%m-%d %H:%M:%S"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "versions": {name: metadata.version(name) for name in packages},
        "git": git_state(),
    }
    (folder / "run.json").write_text(json.dumps(about, indent=2) + "\n")


def git_state() -> dict[str, Any]:
    """Return the commit the sources are at, and whether they were changed since."""

    def git(*arguments: str) -> str:
        answer = subprocess.run(
            ["git", *arguments],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=False,
        )
        return answer.stdout.strip()

    try:
        return {"commit": git("rev-parse", "HEAD"), "changed": bool(git("status", "--porcelain"))}
    except FileNotFoundError:
        return {"commit": "", "changed": None}


class Run(BaseCallback):
    """Watches a run: evaluations, metrics, checkpoints, past selves and the progress bar.

    All that is due depends on the number of decisions alone, so that a resumed run does the
    same at the same time as one that was never interrupted.
    """

    def __init__(self, config: TrainingConfig, folder: Path) -> None:
        super().__init__()
        self.config, self.folder = config, folder
        self.metrics = MetricsFile(folder / METRICS)
        self.anchors = make_anchors(config)
        self.rollout = config.tables * config.steps_per_rollout
        self._bar: Any = None

    def attach(self, model: Any) -> None:
        """Let the model log to this run."""
        board = TensorBoardOutputFormat(str(self.folder / "tensorboard"))
        model.set_logger(Logger(str(self.folder), [self.metrics, board]))

    def is_due(self, every: int) -> bool:
        """Tell whether the rollout that has just been played reached a multiple of a number."""
        now = self.model.num_timesteps
        return now // every > (now - self.rollout) // every

    # --- what Stable-Baselines3 calls ---

    def _on_training_start(self) -> None:
        self._bar = tqdm(
            total=self.config.total_steps,
            initial=self.model.num_timesteps,
            unit=" decisions",
            unit_scale=True,
            disable=None,
        )

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        # after an update and before the next sample: the only moment when all is at rest
        if self.model.num_timesteps and self.is_due(self.config.checkpoints.every):
            self.save()

    def _on_rollout_end(self) -> None:
        model: Any = self.model
        remaining = 1.0 - model.num_timesteps / self.config.total_steps
        floor = self.config.entropy_floor
        model.ent_coef = floor + (self.config.entropy - floor) * max(remaining, 0.0)
        model.logger.record("train/entropy_weight", model.ent_coef)
        if model.opponents is not None and self.is_due(self.config.opponents.past_every):
            model.opponents.remember(model.policy)
        if self.is_due(self.config.evaluation.every):
            self.evaluate()
        self._bar.update(self.rollout)

    def _on_training_end(self) -> None:
        self._bar.close()

    # --- what it does ---

    def evaluate(self) -> None:
        """Measure the policy: against the anchors and its best predecessor, or as a team."""
        results = self.anchors.measure(self.model.policy)
        for kind, figures in results.items():
            for name, (mean, half_width) in figures.items():
                self.model.logger.record(f"{kind}/{name}", mean)
                self.model.logger.record(f"{kind}_interval/{name}", half_width)
        if self.anchors.has_new_best:
            write_whole(self.folder / BEST, self.state_of_policy())
        self.tell(results)

    def tell(self, results: dict[str, Figures]) -> None:
        """Show the figures of an evaluation on the bar, or in a line of their own."""
        told = figures_in_words(results)
        logged = self.model.logger.name_to_value
        if "train/entropy_loss" in logged:
            told["entropy"] = f"{-logged['train/entropy_loss']:.2f}"
        if "games/length" in logged:
            told["length"] = f"{logged['games/length']:.1f}"
        self._bar.set_postfix(told)
        if self._bar.disable:
            told = {"step": f"{self.model.num_timesteps:,}", **told}
            print("  ".join(f"{name} {text}" for name, text in told.items()), flush=True)

    def evaluate_last(self) -> None:
        """Measure the policy a run has ended with."""
        self._bar = self._bar or tqdm(disable=True)
        self.evaluate()
        self.model.logger.dump(self.model.num_timesteps)

    def state_of_policy(self) -> dict[str, Any]:
        """Return what an exported agent is made from."""
        return {
            "config": self.config.as_dict(),
            "model": self.model.policy.state_dict(),
            "steps": self.model.num_timesteps,
            "win_rates": self.anchors.latest,
        }

    def save(self) -> None:
        """Write a checkpoint."""
        model: Any = self.model
        content = {
            **self.state_of_policy(),
            "optimizer": model.policy.optimizer.state_dict(),
            "updates": model._n_updates,
            "games": model.games_played,
            "entropy_weight": model.ent_coef,
            "tables": model.env.batch.get_state(),
            "opponents": None if model.opponents is None else model.opponents.get_state(),
            "anchors": self.anchors.get_state(),
            "logged": {name: dict(getattr(model.logger, name)) for name in LOGGED},
            "metrics": self.metrics.position,
            "random": random_states(),
        }
        folder = self.folder / "checkpoints"
        save_checkpoint(folder, model.num_timesteps, content, self.config.checkpoints.kept)

    def restore(self, model: Any, content: dict[str, Any]) -> None:
        """Set a new model to where a checkpoint left off; random numbers come last."""
        model.policy.load_state_dict(content["model"])
        model.policy.optimizer.load_state_dict(content["optimizer"])
        model.num_timesteps, model._n_updates = content["steps"], content["updates"]
        model.games_played, model.ent_coef = content["games"], content["entropy_weight"]
        model.env.batch.set_state(content["tables"])
        model.env.seed(None)
        model._last_obs = model.env.batch.observation
        if model.opponents is not None:
            model.opponents.set_state(content["opponents"], model.policy)
        self.anchors.set_state(content["anchors"], content["win_rates"], model.policy)
        for name in LOGGED:
            getattr(model.logger, name).update(content["logged"][name])
        self.metrics.cut(content["metrics"])
        set_random_states(content["random"])
