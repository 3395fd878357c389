"""How many decisions a second are learned from, over the whole loop, in one run.

Ours: Elements with the default config. The yardstick: sb3-contrib's MaskablePPO with its
defaults on PettingZoo's connect four, set up as PettingZoo's tutorial does. Run it on an idle
machine: ``python -m tests.benchmarks.training_throughput``.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

import gymnasium
import torch
from pettingzoo.classic import connect_four_v3
from pettingzoo.utils import BaseWrapper
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.callbacks import BaseCallback

from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.trainer import make_model
from boardgame_envs.learning.run.config import make_config, read_values

PROJECT = Path(__file__).parents[2]


class AsOneAgent(BaseWrapper, gymnasium.Env):  # type: ignore[type-arg]
    """An AEC environment as Gymnasium: whoever is selected acts, and the next one observes."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        agent = self.possible_agents[0]
        self.observation_space = env.observation_space(agent)["observation"]
        self.action_space = env.action_space(agent)

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed, options)
        return self.env.observe(self.agent_selection)["observation"], {}

    def step(self, action: int) -> Any:
        mover = self.agent_selection
        super().step(action)
        observation, _, terminated, truncated, info = self.last()
        return observation["observation"], self.rewards[mover], terminated, truncated, info

    def action_masks(self) -> Any:
        return self.env.observe(self.agent_selection)["action_mask"]


class Clock(BaseCallback):
    """Stops a run after so many seconds of learning; the first rollout does not count."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        self.begun: tuple[float, int] | None = None
        self.rate = 0.0

    def _on_rollout_start(self) -> None:
        now = time.perf_counter()
        if self.begun is None and self.num_timesteps:
            self.begun = now, self.num_timesteps
        if self.begun is not None and now > self.begun[0]:
            self.rate = (self.num_timesteps - self.begun[1]) / (now - self.begun[0])

    def _on_step(self) -> bool:
        return self.begun is None or time.perf_counter() - self.begun[0] < self.seconds


def tutorial(seconds: float) -> float:
    """Return decisions per second of the tutorial's set-up."""
    env: Any = ActionMasker(AsOneAgent(connect_four_v3.env()), lambda env: env.action_masks())
    clock = Clock(seconds)
    MaskablePPO("MlpPolicy", env, device="cpu").learn(10**9, callback=clock)
    return clock.rate


def ours(seconds: float, threads: int) -> float:
    """Return decisions per second of our default config, evaluations left out."""
    values = read_values(
        PROJECT / "configs/ppo/elements.yaml",
        [f"threads={threads}", "evaluation.every=1000000000", "checkpoints.every=1000000000"],
    )
    with tempfile.TemporaryDirectory() as folder:
        model, watch = make_model(make_config(PPOConfig, values), Path(folder))
        clock = Clock(seconds)
        model.learn(10**9, callback=[watch, clock])
        learned = model.rollout_buffer._learned_from.mean()
    return clock.rate * float(learned)


def main() -> None:
    """Measure both by turns, and print the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--threads", type=int, default=2)
    parsed = parser.parse_args()
    torch.set_num_threads(parsed.threads)
    rates = {"tutorial": tutorial(parsed.seconds), "ours": ours(parsed.seconds, parsed.threads)}
    rates["tutorial"] = max(rates["tutorial"], tutorial(parsed.seconds))
    for name, rate in rates.items():
        print(f"{name}: {rate:,.0f} decisions/s learned from")
    print(f"ratio: {rates['ours'] / rates['tutorial']:.1f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"peak memory: {peak:.2f} GiB")


if __name__ == "__main__":
    main()
