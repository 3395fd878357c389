"""Train an agent by self-play with RLlib, on one machine or a Ray cluster.

``python -m training.rllib configs/rllib/elements.yaml`` starts a Ray of its own;
``--address`` goes to a cluster that is there already.
"""

from __future__ import annotations

import argparse
import logging
import os
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ray
import torch
from tqdm import tqdm

from boardgame_envs.command_line.train_rllib import add_arguments
from training.anchors import figures_in_words, make_anchors
from training.checkpoints import CheckpointError, write_whole
from training.config import ConfigError
from training.curves import draw_curves
from training.export import blank_policy
from training.policy import TrunkPolicy
from training.rllib_algorithm import LEARNER, make_algorithm, weights_of
from training.rllib_checkpoints import read_newest, save_checkpoint, saved_steps
from training.rllib_config import RllibConfig, make_rllib_config, read_rllib_config
from training.run import BEST, METRICS, PACKAGES, MetricsFile, describe_run

OBJECT_STORE = 200 * 2**20  # bytes; a batch of games takes a few megabytes
# what of RLlib's results is written to the metrics, by the names that our curves have
LEARNED = {
    "train/entropy_loss": ("entropy", -1.0),
    "train/explained_variance": ("vf_explained_var", 1.0),
    "train/policy_loss": ("policy_loss", 1.0),
    "train/value_loss": ("vf_loss", 1.0),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one training, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m training.rllib",
        description="Train an agent by self-play with RLlib's PPO, as a config says.",
    )
    add_arguments(parser)
    parsed = parser.parse_args(arguments)
    try:
        return run(parsed)
    except (ConfigError, CheckpointError, StalledError, OSError) as error:
        print(f"training: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("training: interrupted; go on with --resume FOLDER", file=sys.stderr)
        return 130


def run(parsed: argparse.Namespace) -> int:
    """Train as the arguments say."""
    if parsed.resume:
        if parsed.config or parsed.set or parsed.output:
            raise ConfigError("--resume FOLDER goes on with a run as it is: give nothing beside it")
        folder = resume(Path(parsed.resume), parsed.address)
    elif parsed.config:
        config = read_rllib_config(parsed.config, parsed.set)
        folder = begin(config, parsed.output, parsed.address)
    else:
        raise ConfigError("give a config, e.g. configs/rllib/elements.yaml, or --resume FOLDER")
    print(f"{folder}: metrics.jsonl, curves.png, best.pt, checkpoints/")
    return 0


def begin(config: RllibConfig, output: str | None, address: str | None = None) -> Path:
    """Train anew."""
    folder = Path(output or f"results/{config.game}-rllib-{time.strftime('%Y%m%d-%H%M%S')}")
    if saved_steps(folder):
        raise ConfigError(f"there is a run in {folder} already: --resume it, or choose another")
    with connected(address, config.workers):
        (folder / "checkpoints").mkdir(parents=True, exist_ok=True)
        describe_run(config, folder, (*PACKAGES, "ray"))
        RayRun(config, folder).learn()
    return folder


def resume(folder: Path, address: str | None = None) -> Path:
    """Go on with a run from its newest checkpoint; the games at its tables begin anew."""
    path, content = read_newest(folder)
    config = make_rllib_config(content["run"])
    with connected(address, config.workers):
        ray_run = RayRun(config, folder)
        ray_run.restore(path, content)
        print(f"resumed from {path.name} at {ray_run.steps:,} decisions")
        ray_run.learn()
    return folder


# --- Ray ---


class StalledError(RuntimeError):
    """Raised when no worker brings any decisions any more."""


@contextmanager
def connected(address: str | None, workers: int) -> Iterator[None]:
    """Be connected to a cluster, or to a Ray that is started for this run and stopped after it."""
    if ray.is_initialized():
        yield
        return
    try:
        start_ray(address, workers)
        check_cpus(workers)
        yield
    finally:
        ray.shutdown()


def start_ray(address: str | None, workers: int) -> None:
    """Connect to a cluster, or start a Ray that only this machine can reach."""
    # nothing about the run is reported to anyone
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    logging.getLogger("ray").setLevel(logging.ERROR)
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address is None:
        ray.init(
            address="local",
            num_cpus=workers,
            include_dashboard=False,
            object_store_memory=OBJECT_STORE,
            _node_ip_address="127.0.0.1",
            **quiet,
        )
        return
    try:
        knock(address)
        ray.init(address=address, **quiet)
    except (OSError, ValueError, RuntimeError) as error:
        reason = str(error).split("\n")[0]
        raise ConfigError(f"no Ray cluster can be reached at {address} ({reason})") from None


def knock(address: str) -> None:
    """Raise OSError at once where nobody listens; Ray would try for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and "/" not in host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=10).close()


def check_cpus(workers: int) -> None:
    """Refuse more workers than there are CPUs: they would be waited for without end."""
    cpus = int(ray.cluster_resources().get("CPU", 0))
    if workers > cpus:
        raise ConfigError(
            f"the cluster has {cpus} CPUs, too few for {workers} workers: --set workers={cpus}"
        )


# --- a run ---


class RayRun:
    """A run in progress: RLlib's algorithm, evaluations, metrics and checkpoints."""

    def __init__(self, config: RllibConfig, folder: Path) -> None:
        torch.set_num_threads(1)
        self.config, self.folder = config, folder
        self.training = config.as_training()
        self.algorithm = make_algorithm(config)
        self.anchors = make_anchors(self.training)
        self.metrics = MetricsFile(folder / METRICS)
        self.steps = 0
        self._bar: Any = None

    def learn(self) -> None:
        """Train until all decisions are made, and draw the curves."""
        total = self.config.total_steps
        self._bar = tqdm(
            total=total, initial=self.steps, unit=" decisions", unit_scale=True, disable=None
        )
        try:
            while self.steps < total:
                self.update()
            self.save()
        finally:
            self._bar.close()
            self.algorithm.stop()
        draw_curves(self.folder)

    def update(self) -> None:
        """Collect a batch, learn from it, and do what is due then."""
        before, began = self.steps, time.monotonic()
        result = self._train_patiently()
        self._bar.update(self.steps - before)
        line = read_metrics(result)
        line["workers"] = self.algorithm.env_runner_group.num_healthy_remote_workers()
        line["decisions_per_second"] = (self.steps - before) / (time.monotonic() - began)
        is_last = self.steps >= self.config.total_steps
        if is_last or self._is_due(self.config.evaluation.every, before):
            self.evaluate(line)
        else:
            self.metrics.write(line, {}, self.steps)
        if self._is_due(self.config.checkpoints.every, before):
            self.save()

    def _train_patiently(self) -> dict[str, Any]:
        """Return the results of an update; without workers RLlib tries again and again."""
        before, until = self.steps, time.monotonic() + self.config.patience
        while self.steps == before:
            result: dict[str, Any] = self.algorithm.train()
            sampled = result["env_runners"].get("num_env_steps_sampled_lifetime", before)
            self.steps = int(sampled)
            if self.steps == before and time.monotonic() > until:
                raise StalledError(
                    f"no worker has played for {self.config.patience:.0f} seconds; go on with "
                    f"--resume {self.folder} when the cluster is well again"
                )
        return result

    def _is_due(self, every: int, before: int) -> bool:
        return self.steps // every > before // every

    def evaluate(self, line: dict[str, Any]) -> None:
        """Measure the policy: against the anchors and its best predecessor, or as a team."""
        policy = self.policy()
        results = self.anchors.measure(policy)
        for kind, figures in results.items():
            for name, (mean, half_width) in figures.items():
                line[f"{kind}/{name}"], line[f"{kind}_interval/{name}"] = mean, half_width
        self.metrics.write(line, {}, self.steps)
        if self.anchors.has_new_best:
            write_whole(self.folder / BEST, self.state_of_policy(policy))
        told = figures_in_words(results)
        told["workers"] = str(line.get("workers", self.config.workers))
        self._bar.set_postfix(told)
        if self._bar.disable:
            told = {"step": f"{self.steps:,}", **told}
            print("  ".join(f"{name} {text}" for name, text in told.items()), flush=True)

    def policy(self) -> TrunkPolicy:
        """Return the network as it is now, in the form that evaluations and exports know."""
        weights = weights_of(self.algorithm)
        policy: Any = blank_policy(self.training)
        policy.features_extractor.layers.load_state_dict(weights["layers"])
        policy.action_net.load_state_dict(weights["action_net"])
        policy.value_net.load_state_dict(weights["value_net"])
        if "action_scores" in weights:
            policy.action_scores.load_state_dict(weights["action_scores"])
        evaluated: TrunkPolicy = policy.eval()
        return evaluated

    def state_of_policy(self, policy: TrunkPolicy) -> dict[str, Any]:
        """Return what an exported agent is made from: ``boardgame-envs export`` reads it."""
        return {
            "config": self.training.as_dict(),
            "model": policy.state_dict(),
            "steps": self.steps,
            "win_rates": self.anchors.latest,
        }

    # --- checkpoints ---

    def save(self) -> None:
        """Write a checkpoint."""
        content = {
            **self.state_of_policy(self.policy()),
            "run": self.config.as_dict(),
            "anchors": self.anchors.get_state(),
            "metrics": self.metrics.position,
        }
        kept = self.config.checkpoints.kept
        save_checkpoint(self.folder, self.steps, content, kept, self.algorithm.save_to_path)

    def restore(self, path: Path, content: dict[str, Any]) -> None:
        """Go on from a checkpoint."""
        self.algorithm.restore_from_path(str(path / "algorithm"))
        self.steps = content["steps"]
        self.anchors.set_state(
            content["anchors"], content["win_rates"], blank_policy(self.training)
        )
        self.metrics.cut(content["metrics"])


def read_metrics(result: dict[str, Any]) -> dict[str, Any]:
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


if __name__ == "__main__":
    sys.exit(main())
