"""A run on Ray in progress: RLlib's algorithm, evaluations, metrics and checkpoints."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import torch

from boardgame_envs.games import load_game
from boardgame_envs.learning.algorithms.rllib.checkpoints import save_checkpoint
from boardgame_envs.learning.algorithms.rllib.config import RllibConfig
from boardgame_envs.learning.algorithms.rllib.settings import LEARNER, make_algorithm, weights_of
from boardgame_envs.learning.network.frozen_policy import FrozenPolicy
from boardgame_envs.learning.network.trunk import TrunkNetwork
from boardgame_envs.learning.run.curves import draw_curves
from boardgame_envs.learning.run.in_progress import RunInProgress, is_due
from boardgame_envs.learning.run.interruption import CannotGoOnError, stop_requests

# what of RLlib's results is written to the metrics, by the names that our curves have
LEARNED = {
    "train/entropy_loss": ("entropy", -1.0),
    "train/explained_variance": ("vf_explained_var", 1.0),
    "train/policy_loss": ("policy_loss", 1.0),
    "train/value_loss": ("vf_loss", 1.0),
}


class StalledError(CannotGoOnError):
    """Raised when no worker brings any decisions any more."""


class RayRun:
    """A run: it collects decisions, learns from them, and does what is due then."""

    def __init__(self, config: RllibConfig, folder: Path) -> None:
        torch.set_num_threads(1)
        self.config, self.folder = config, folder
        self.run = RunInProgress(config, folder)
        self.algorithm = make_algorithm(config)
        self.steps = 0

    def learn(self) -> None:
        """Train until all decisions are made, and draw the curves."""
        self.run.start(self.steps)
        try:
            with stop_requests() as stop:
                while self.steps < self.config.total_steps:
                    self.update()
                    if stop.is_made:
                        break
                self.save()
                if self.steps < self.config.total_steps:
                    stop.obey(self.steps)
        finally:
            self.run.end()
            self.algorithm.stop()
        draw_curves(self.folder)

    def update(self) -> None:
        """Collect a batch, learn from it, and do what is due then."""
        before, began = self.steps, time.monotonic()
        result = self._train_patiently()
        self.run.advance(self.steps - before)
        line = read_result(result)
        line["workers"] = self.algorithm.env_runner_group.num_healthy_remote_workers()
        line["decisions_per_second"] = (self.steps - before) / (time.monotonic() - began)
        is_last = self.steps >= self.config.total_steps
        if is_last or is_due(self.config.evaluation.every, before, self.steps):
            line |= self.evaluate(line["workers"])
        self.run.metrics.write(line, self.steps)
        if is_due(self.config.checkpoints.every, before, self.steps):
            self.save()

    def _train_patiently(self) -> dict[str, Any]:
        """Return the results of an update; without workers RLlib tries again and again."""
        before, until = self.steps, time.monotonic() + self.config.patience
        while self.steps == before:
            result: dict[str, Any] = self.algorithm.train()
            sampled = result["env_runners"].get("num_env_steps_sampled_lifetime", before)
            self.steps = int(sampled)
            if self.steps == before and time.monotonic() > until:
                raise StalledError(f"no worker has played for {self.config.patience:.0f} seconds")
        return result

    def evaluate(self, workers: int) -> dict[str, float]:
        """Measure the policy: against anchors and its best predecessor, or as a team."""
        network = self.network()
        learner, weights = FrozenPolicy(network), network.state_dict()
        results, metrics = self.run.evaluate(learner, self.run.content(weights, self.steps))
        self.run.tell(self.steps, results, {"workers": str(workers)})
        return metrics

    def network(self) -> TrunkNetwork:
        """Return the network as it is now, in the form that evaluations and exports know."""
        network = TrunkNetwork(load_game(self.config.game), self.config.hidden)
        return network.load_weights(weights_of(self.algorithm)).eval()

    # --- checkpoints ---

    def save(self) -> None:
        """Write a checkpoint."""
        content = {
            **self.run.content(self.network().state_dict(), self.steps),
            "anchors": self.run.evaluation.get_state(),
            "metrics": self.run.metrics.position,
        }
        kept = self.config.checkpoints.kept
        save_checkpoint(self.folder, self.steps, content, kept, self.algorithm.save_to_path)

    def restore(self, path: Path, content: dict[str, Any]) -> None:
        """Go on from a checkpoint."""
        # a relative path would be taken for the address of a store
        self.algorithm.restore_from_path(str((path / "algorithm").resolve()))
        self.steps = content["steps"]
        self.run.evaluation.set_state(
            content["anchors"],
            content["win_rates"],
            lambda weights: FrozenPolicy(self.network().load_weights(weights)),
        )
        self.run.metrics.cut(content["metrics"])


def read_result(result: dict[str, Any]) -> dict[str, Any]:
    """Return what is worth keeping of RLlib's results."""
    line = {}
    learned = result.get("learners", {}).get(LEARNER, {})
    for name, (key, sign) in LEARNED.items():
        if key in learned:
            line[name] = sign * float(learned[key])
    length = result["env_runners"].get("episode_len_mean")
    if length is not None:
        line["games/length"] = float(length)
    return line
