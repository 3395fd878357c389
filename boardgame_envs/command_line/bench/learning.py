"""Learning: how many decisions a second a training run makes and learns from."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from boardgame_envs.command_line.bench.rows import NotMeasured, Ratio, Row, Setting
from boardgame_envs.learning.algorithms import DEFAULT
from boardgame_envs.learning.algorithms.ppo.stages import OWN
from boardgame_envs.learning.run.config import merged, read_values
from boardgame_envs.learning.run.named_configs import config_names, find_config

NAME = "learning"
ABOUT = "learning, by the config of the game"
ROUNDS = 1
RATIOS: tuple[Ratio, ...] = ()

# three runs: one to get under way, and two of which one is longer by whole rollouts, so that all
# else that a run does cancels out
TRAIN = """
import json, sys, time
from pathlib import Path
from boardgame_envs import learning
values, small, more, folder = json.loads(sys.argv[1])
rollout = values["tables"] * values["steps_per_rollout"]
def seconds(name, steps, changes):
    begun = time.process_time()  # of one thread, so other work on the machine does not count
    learning.train({**values, **changes, "total_steps": steps}, Path(folder) / name)
    return time.process_time() - begun
seconds("first", 1, small)
longer = seconds("long", (1 + more) * rollout, {}) - seconds("short", rollout, {})
rate = more * rollout / longer
Path(folder, "rate").write_text(str(rate))
"""
CHANGES: dict[str, Any] = {
    "evaluation": {"every": 10**9, "deals": 2, "anchors": ["random"]},
    "checkpoints": {"every": 10**9, "kept": 1},
    "export": {"at_end": False},
    "threads": 1,
}
SMALL = {"tables": 64, "steps_per_rollout": 32, "minibatch": 512}


def rows(setting: Setting) -> list[Row]:
    """Return the row of a short training run, if the package has a config for the game."""
    if setting.game.name not in config_names(DEFAULT):
        return []
    name = f"learning: {DEFAULT} with the config {setting.game.name}, 1 thread"
    return [Row(name, "decisions/s", lambda: decisions_per_second(setting))]


def decisions_per_second(setting: Setting) -> float:
    """Return how many decisions a run learns from per second, measured in another process."""
    values = merged(
        longest_stage(read_values(find_config(setting.game.name, (), DEFAULT))), CHANGES
    )
    rollouts = 1
    if setting.quick:
        values.update(SMALL)
        rollouts = 8
    with tempfile.TemporaryDirectory() as folder:
        arguments = json.dumps([values, SMALL, rollouts, folder])
        answer = subprocess.run(
            [sys.executable, "-c", TRAIN, arguments], capture_output=True, text=True, check=False
        )
        if answer.returncode != 0:
            raise NotMeasured.by(answer.stderr)
        rate = float(Path(folder, "rate").read_text())
    if rate <= 0:
        raise NotMeasured("the longer run was not the slower one: the machine is too busy")
    return rate


def longest_stage(values: dict[str, Any]) -> dict[str, Any]:
    """Return a config as it is in its longest stage, if it has stages: most time is spent there."""
    stages = values.pop("stages", None)
    if not stages:
        return values
    chosen = dict(max(stages, key=lambda stage: stage["steps"]))
    for name in OWN:
        chosen.pop(name, None)
    return merged(values, chosen)
