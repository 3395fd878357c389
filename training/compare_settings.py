"""Which settings of the learner are hard to exploit: exactly, on a game small enough to solve.

``python training/compare_settings.py`` trains the settings in ``SETTINGS`` on a mini-Elements, with
several seeds and as many decisions each, and writes down how exploitable they were on the way. A
setting is what a config says otherwise than ``BASE``.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback, CallbackList

from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.best_response import ask_policy, measure
from boardgame_envs.evaluation.game_tree import GameTree
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.trainer import make_model
from boardgame_envs.learning.run.config import make_config, merged
from training.exploitability import mini_elements, policy_of

NEVER = 10**12
BASE: dict[str, Any] = {
    "game": "elements",
    "tables": 1024,
    "steps_per_rollout": 32,
    "minibatch": 4096,
    "epochs": 4,
    "entropy": 0.2,
    "entropy_floor": 0.02,
    "learning_rate": 1e-3,
    "learning_rate_end": 1e-4,
    "hidden": [128, 128],
    "critic_hidden": [128, 128],
    "threads": 1,
    "precision": "float32",
    "opponents": {"past": 0.0},
    "evaluation": {"every": NEVER, "deals": 1, "anchors": ["random"]},
    "checkpoints": {"every": NEVER},
}
PRIVILEGED = {"critic": "privileged"}
SETTINGS: dict[str, dict[str, Any]] = {
    "shared": {},
    "own": {"critic": "own"},
    "privileged": PRIVILEGED,
    "privileged, ema 0.1": {**PRIVILEGED, "magnet": {"kind": "ema", "weight": 0.1}},
    "privileged, ema 0.5": {**PRIVILEGED, "magnet": {"kind": "ema", "weight": 0.5}},
    "privileged, clip 0.1": {**PRIVILEGED, "clip_range": 0.1},
    "privileged, clip 0.05": {**PRIVILEGED, "clip_range": 0.05},
    "shared, clip 0.05": {"clip_range": 0.05},
    "shared, ema 0.1": {"magnet": {"kind": "ema", "weight": 0.1}},
    "privileged, previous 0.5": {**PRIVILEGED, "magnet": {"kind": "previous", "weight": 0.5}},
    "privileged, ema 0.1, less entropy": {
        **PRIVILEGED,
        "magnet": {"kind": "ema", "weight": 0.1},
        "entropy": 0.1,
        "entropy_floor": 0.01,
    },
    "privileged, entropy 0.05": {**PRIVILEGED, "entropy": 0.05, "entropy_floor": 0.05},
    "privileged, entropy 0.2": {**PRIVILEGED, "entropy": 0.2, "entropy_floor": 0.2},
    "privileged, average 0.1": {**PRIVILEGED, "average": 0.1},
    "privileged, ema 0.3, average 0.1": {
        **PRIVILEGED,
        "magnet": {"kind": "ema", "weight": 0.3},
        "average": 0.1,
    },
    "privileged, ema 0.3": {**PRIVILEGED, "magnet": {"kind": "ema", "weight": 0.3}},
    "privileged, ema 0.3, average 0.1, bfloat16": {
        **PRIVILEGED,
        "magnet": {"kind": "ema", "weight": 0.3},
        "average": 0.1,
        "precision": "bfloat16",
    },
    "shared, ema 0.3, average 0.1": {
        "magnet": {"kind": "ema", "weight": 0.3},
        "average": 0.1,
    },
    "privileged, ema 1.0, average 0.1": {
        **PRIVILEGED,
        "magnet": {"kind": "ema", "weight": 1.0},
        "average": 0.1,
    },
    "privileged, 2 epochs": {**PRIVILEGED, "epochs": 2},
    "privileged, 8 epochs": {**PRIVILEGED, "epochs": 8},
}


class Watch(BaseCallback):
    """Measures the policy now and then: exploitability, and what the value explains."""

    def __init__(self, tree: GameTree, every: int) -> None:
        super().__init__()
        self.tree, self.every = tree, every
        self.points: list[dict[str, float]] = []

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        # between an update and the next rollout
        if self.num_timesteps >= self.every * len(self.points):
            self.look()

    def look(self) -> None:
        """Measure the policy as it is, and the average of its weights where one is kept."""
        model: Any = self.model
        logged = model.logger.name_to_value
        newest = copy.deepcopy(model.policy.state_dict())
        point = {
            "decisions": model.num_timesteps,
            "explained": float(logged.get("train/explained_variance", 0.0)),
            "newest": self.exploitability(),
        }
        model.policy.load_state_dict(model.weights_to_keep())
        point["exploitability"] = self.exploitability()
        model.policy.load_state_dict(newest)
        self.points.append(point)

    def exploitability(self) -> float:
        """Return what a best response wins against the policy with the weights that it has."""
        result = measure(self.tree, ask_policy(self.tree, policy_of(self.model)))
        return float(result.exploitability)


def train(
    setting: Mapping[str, Any], table: Table, tree: GameTree, steps: int, seed: int, every: int
) -> dict[str, Any]:
    """Train with a setting, and return how exploitable the policy was on the way."""
    options = table.game.changed_options(table.options)
    run = {"options": options, "total_steps": steps, "seed": seed}
    config = make_config(PPOConfig, merged({**BASE, **run}, setting))
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "checkpoints").mkdir()
        model, callback = make_model(config, Path(folder))
        watch, begun = Watch(tree, every), time.process_time()
        model.learn(steps, callback=CallbackList([callback, watch]))
        seconds = time.process_time() - begun
        watch.look()
    return {"seed": seed, "seconds": seconds, "points": watch.points}


def told(name: str, runs: Sequence[Mapping[str, Any]]) -> str:
    """Return the results of a setting in one line."""
    last = [run["points"][-1]["exploitability"] for run in runs]
    middle = [run["points"][len(run["points"]) // 2]["exploitability"] for run in runs]
    explained = np.mean([run["points"][-1]["explained"] for run in runs])
    seeds = " ".join(f"{value:.3f}" for value in last)
    return (
        f"{name}: {np.mean(last):.3f} ({seeds}), half-way {np.mean(middle):.3f}, "
        f"explained {explained:.2f}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Train all settings with all seeds, and write down what came of it after each run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions of each run")
    parser.add_argument("--seeds", type=int, default=4, help="how many runs of each setting")
    parser.add_argument("--every", type=int, default=100_000, help="decisions between measurements")
    parser.add_argument("--only", nargs="+", choices=SETTINGS, help="settings; without it, all")
    parser.add_argument("--output", default="settings.json", help="file for the results")
    parsed = parser.parse_args(arguments)
    output, results = Path(parsed.output), dict[str, list[Any]]()
    if output.exists():
        results = json.loads(output.read_text())
    table, tree = mini_elements()
    for name in parsed.only or SETTINGS:
        runs = results.setdefault(name, [])
        for seed in range(len(runs), parsed.seeds):
            runs.append(train(SETTINGS[name], table, tree, parsed.steps, seed, parsed.every))
            output.write_text(json.dumps(results, indent=1) + "\n")
        print(told(name, runs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
