"""What a run does while Stable-Baselines3 trains, and how it is kept and goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter, Logger

from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.stage_change import enter_stage
from boardgame_envs.learning.algorithms.ppo.stages import Stage, plan_stages, stage_at
from boardgame_envs.learning.algorithms.ppo.tensorboard_file import TensorBoardFile
from boardgame_envs.learning.network.frozen_policy import FrozenPolicy
from boardgame_envs.learning.run.checkpoints import (
    random_states,
    save_checkpoint,
    set_random_states,
)
from boardgame_envs.learning.run.folder import CHECKPOINTS
from boardgame_envs.learning.run.in_progress import RunInProgress, is_due
from boardgame_envs.learning.run.interruption import StopRequest, stop_requests
from boardgame_envs.learning.run.metrics import MetricsFile
from boardgame_envs.learning.run.packed_arrays import pack, unpack
from boardgame_envs.learning.run.variants import name_settings

# what the logger has recorded and not written yet
LOGGED = ("name_to_value", "name_to_count", "name_to_excluded")


class LoggedMetrics(KVWriter):
    """The metrics of a run as an output of Stable-Baselines3's logger."""

    def __init__(self, metrics: MetricsFile) -> None:
        self.metrics = metrics

    def write(self, key_values: dict[str, Any], key_excluded: Any, step: int = 0) -> None:
        """Write one line."""
        self.metrics.write(key_values, step)

    def close(self) -> None:
        """Close the file."""
        self.metrics.close()


class RunCallback(BaseCallback):
    """Evaluations, metrics, checkpoints, past selves and the progress bar of a run."""

    def __init__(self, config: PPOConfig, folder: Path, stage: Stage) -> None:
        super().__init__()
        self.config, self.folder = config, folder
        self.stages, self.stage = plan_stages(config), stage
        self.run = RunInProgress(config, folder)
        self.rollout = config.tables * config.steps_per_rollout
        self.stop = StopRequest()
        self.has_finished = False  # whether the last policy has been measured

    def attach(self, model: Any) -> None:
        """Let the model log to this run."""
        self.model = model
        outputs = [LoggedMetrics(self.run.metrics), TensorBoardFile(self.folder / "tensorboard")]
        model.set_logger(Logger(str(self.folder), outputs))

    def is_due(self, every: int) -> bool:
        """Tell whether the rollout that has just been played reached a multiple of a number."""
        now = self.model.num_timesteps
        return is_due(every, now - self.rollout, now)

    # --- what Stable-Baselines3 calls ---

    def _on_training_start(self) -> None:
        self.run.start(self.model.num_timesteps)
        self.run.name_stage(self.stage.name)

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        # after an update and before the next sample: the only moment when all is at rest
        is_wanted = self.stop.is_made or self.is_due(self.config.checkpoints.every)
        if self.model.num_timesteps and is_wanted:
            self.save()
        self.stop.obey(self.model.num_timesteps)
        due = stage_at(self.stages, self.model.num_timesteps)
        if due.number != self.stage.number:
            self.enter(due)

    def enter(self, stage: Stage) -> None:
        """Begin a stage."""
        self.stage = stage
        self.__dict__.pop("names_of_variants", None)
        enter_stage(self.model, stage)
        if stage.forgets_best:
            self.run.evaluation.forget_best()
        self.run.name_stage(stage.name)

    def _on_rollout_end(self) -> None:
        model: Any = self.model
        config, steps = self.stage.config, model.num_timesteps
        remaining, floor = max(self.stage.remaining(steps), 0.0), config.entropy_floor
        model.ent_coef = floor + (config.entropy - floor) * remaining
        model.logger.record("train/entropy_weight", model.ent_coef)
        if self.stage.name:
            model.logger.record("stage", self.stage.name)
        if model.opponents is not None and self.is_due(config.opponents.past_every):
            model.opponents.remember(model.policy)
        # after the last rollout, what its update makes of the policy is measured
        if steps < self.config.total_steps and self.is_due(self.config.evaluation.every):
            self.evaluate()
        self.run.advance(self.rollout)

    @contextmanager
    def in_progress(self) -> Iterator[None]:
        """Train; whoever asks to stop, or kills the run in its last evaluation, loses nothing."""
        try:
            with stop_requests() as self.stop:
                yield
                self.save()
                self.stop.obey(self.model.num_timesteps)
        finally:
            self.run.end()

    # --- what it does ---

    def evaluate(self) -> None:
        """Measure the policy: against anchors and its best predecessor, or as a team."""
        model: Any = self.model
        weights, steps = model.weights_to_keep(), model.num_timesteps
        learner = FrozenPolicy.revived(model.policy, weights)
        results, metrics = self.run.evaluate(
            learner, self.content(weights, steps), self.stage.may_be_best
        )
        if model.curriculum is not None:
            metrics |= model.curriculum.metrics(self.names_of_variants)
        for name, number in metrics.items():
            model.logger.record(name, number)
        logged, more = model.logger.name_to_value, {}
        if "train/entropy_loss" in logged:
            more["entropy"] = f"{-logged['train/entropy_loss']:.2f}"
        if "games/length" in logged:
            more["length"] = f"{logged['games/length']:.1f}"
        self.run.tell(steps, results, more)

    def finish(self) -> None:
        """Measure the policy a run has ended with, and write its last metrics and checkpoint."""
        self.evaluate()
        self.model.logger.dump(self.model.num_timesteps)
        self.has_finished = True
        self.save()

    @cached_property
    def names_of_variants(self) -> list[str]:
        """What the variants of the stage are called in metrics."""
        model: Any = self.model
        return name_settings(model.env.batch.tables, self.stage.config.setting_names)

    # --- checkpoints ---

    def content(self, weights: Any, steps: int) -> dict[str, Any]:
        """Return what an exported agent is made from."""
        return {**self.run.content(weights, steps), "stage": self.stage.number}

    def save(self) -> None:
        """Write a checkpoint."""
        model: Any = self.model
        content = {
            **self.content(model.policy.state_dict(), model.num_timesteps),
            "optimizer": model.policy.optimizer.state_dict(),
            "updates": model._n_updates,
            "games": model.games_played,
            "entropy_weight": model.ent_coef,
            "tables": {name: pack(a) for name, a in model.env.batch.get_state().items()},
            "opponents": None if model.opponents is None else model.opponents.get_state(),
            "curriculum": None if model.curriculum is None else model.curriculum.get_state(),
            "magnet": None if model.magnet is None else model.magnet.get_state(),
            "average": None if model.average is None else model.average.get_state(),
            "anchors": self.run.evaluation.get_state(),
            "logged": {name: dict(getattr(model.logger, name)) for name in LOGGED},
            "metrics": self.run.metrics.position,
            "finished": self.has_finished,
            "random": random_states(),
        }
        folder = self.folder / CHECKPOINTS
        save_checkpoint(folder, model.num_timesteps, content, self.config.checkpoints.kept)

    def restore(self, model: Any, content: dict[str, Any]) -> None:
        """Set a new model to where a checkpoint left off; random numbers come last."""
        model.policy.load_state_dict(content["model"])
        model.policy.optimizer.load_state_dict(content["optimizer"])
        model.num_timesteps, model._n_updates = content["steps"], content["updates"]
        model.games_played, model.ent_coef = content["games"], content["entropy_weight"]
        batch, tables = model.env.batch, content["tables"]
        batch.set_state({name: unpack(tables[name], a) for name, a in batch.get_state().items()})
        model.env.seed(None)
        model._last_obs = batch.observation
        if model.opponents is not None:
            model.opponents.set_state(content["opponents"], model.policy)
        if model.curriculum is not None:
            model.curriculum.set_state(content["curriculum"])
        if model.magnet is not None:
            model.magnet.set_state(content["magnet"], model.policy)
        if model.average is not None:
            model.average.set_state(content.get("average"), model.policy)
        self.run.evaluation.set_state(
            content["anchors"],
            content["win_rates"],
            lambda weights: FrozenPolicy.revived(model.policy, weights),
        )
        for name in LOGGED:
            getattr(model.logger, name).update(content["logged"][name])
        self.has_finished = content["finished"]
        self.run.metrics.cut(content["metrics"])
        set_random_states(content["random"])
