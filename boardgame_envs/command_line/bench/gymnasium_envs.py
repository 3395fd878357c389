"""Gymnasium's environments of one seat: single, through its wrappers, and many at once."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import SyncVectorEnv, VectorEnv
from gymnasium.wrappers import OrderEnforcing, PassiveEnvChecker

import boardgame_envs.agents
from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.adapters.gymnasium_vector import SeatVectorEnv
from boardgame_envs.adapters.spaces import action_space, numbers_space
from boardgame_envs.agents.by_name import HEURISTIC, RANDOM, agent_names
from boardgame_envs.command_line.bench.rows import STEPS, Ratio, Row, Setting
from boardgame_envs.core.game import Game

NAME = "gymnasium"
ABOUT = "Gymnasium: one seat learns, agents have the others"
ROUNDS = 5

LEARNERS = 256
BATCHED = f"one seat learns: vector environment, {LEARNERS} tables, 1 thread"
IN_TURN = f"one seat learns: the same in SyncVectorEnv, {LEARNERS} tables"
NOTHING = "one seat learns: do-nothing environment"
AGAINST = "one seat learns: one environment against {}"
WRAPPED = "one seat learns: the same in the wrappers of gymnasium.make"
RATIOS: tuple[Ratio, ...] = (
    Ratio("vector environment / the same in SyncVectorEnv", BATCHED, IN_TURN),
    Ratio("one environment against random / do-nothing", AGAINST.format(RANDOM), NOTHING),
    Ratio("the same in the wrappers / without", WRAPPED, AGAINST.format(RANDOM)),
)


def rows(setting: Setting) -> list[Row]:
    """Return a row for each kind of opponent, for the wrappers, and for many tables."""
    game, options = setting.game, setting.options
    opponents = HEURISTIC if HEURISTIC in agent_names(game) else RANDOM
    arguments = {"opponents": opponents, "seat": "random", **options}

    def single(name: str, make: Callable[[], gymnasium.Env[Any, Any]]) -> Row:
        return Row(name, STEPS, SingleJob(make, setting.seconds).steps)

    def many(name: str, make: Callable[[], VectorEnv[Any, Any, Any]]) -> Row:
        return Row(name, STEPS, VectorJob(make, setting.seconds).steps)

    def against(opponent: str) -> SeatEnv:
        return SeatEnv(game, opponents=opponent, **options)

    return [
        single(NOTHING, lambda: DoNothingSeatEnv(game)),
        *(
            single(AGAINST.format(name), lambda opponent=opponent: against(opponent))  # type: ignore[misc]
            for name, opponent in opponents_of(game).items()
        ),
        single(WRAPPED, lambda: OrderEnforcing(PassiveEnvChecker(against(RANDOM)))),
        many(BATCHED, lambda: SeatVectorEnv(game, LEARNERS, **arguments)),
        many(IN_TURN, lambda: SyncVectorEnv([lambda: SeatEnv(game, **arguments)] * LEARNERS)),
    ]


def opponents_of(game: Game) -> dict[str, str]:
    """Return the agents there are for a game, under the names that rows have for them."""
    opponents = {name: name for name in agent_names(game)}
    trained = Path(boardgame_envs.agents.__path__[0]) / "shipped" / f"{game.name}.onnx"
    if trained.is_file() and importlib.util.find_spec("onnxruntime"):
        opponents["a network"] = str(trained)
    return opponents


class DoNothingSeatEnv(gymnasium.Env[Any, np.int64]):
    """The least an environment with masks can do: new arrays of nothing, and games that end."""

    length = 20

    def __init__(self, game: Game) -> None:
        self.observation_space, self.action_space = numbers_space(game), action_space(game)
        self._size, self._num_actions, self._turn = game.layout.size, game.num_actions, 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin anew."""
        super().reset(seed=seed)
        self._turn = 0
        return self._look()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Count."""
        self._turn += 1
        observation, info = self._look()
        return observation, 0.0, self._turn == self.length, False, info

    def _look(self) -> tuple[Any, dict[str, Any]]:
        mask = np.ones(self._num_actions, np.int8)
        return np.zeros(self._size, np.float32), {"action_mask": mask}


class SingleJob:
    """Measures an environment in which a random learner plays game after game."""

    def __init__(self, make: Callable[[], gymnasium.Env[Any, Any]], seconds: float) -> None:
        self.make, self.seconds = make, seconds
        self.rng = np.random.default_rng(0)

    @cached_property
    def env(self) -> gymnasium.Env[Any, Any]:
        """The environment to measure."""
        env = self.make()
        _, self.info = env.reset(seed=1)
        return env

    def steps(self) -> float:
        """Return steps per second, resets included; choosing the random actions is not counted."""
        env, spent, steps = self.env, 0.0, 0
        while spent < self.seconds:
            mask = self.info["action_mask"]
            action = (mask * self.rng.random(mask.size)).argmax()
            begun = time.perf_counter()
            _, _, terminated, truncated, self.info = env.step(action)
            if terminated or truncated:
                _, self.info = env.reset()
            spent += time.perf_counter() - begun
            steps += 1
        return steps / spent


class VectorJob:
    """Measures a vector environment at which random learners play against agents."""

    def __init__(self, make: Callable[[], VectorEnv[Any, Any, Any]], seconds: float) -> None:
        self.make, self.seconds = make, seconds
        self.rng = np.random.default_rng(0)

    @cached_property
    def env(self) -> VectorEnv[Any, Any, Any]:
        """The environment to measure."""
        env = self.make()
        _, infos = env.reset(seed=1)
        self.mask = infos["action_mask"]
        return env

    def steps(self) -> float:
        """Return steps per second; choosing the random actions is not counted."""
        spent, steps = 0.0, 0
        env = self.env
        while spent < self.seconds:
            actions = (self.mask * self.rng.random(self.mask.shape)).argmax(axis=1)
            begun = time.perf_counter()
            _, _, _, _, infos = env.step(actions)
            spent += time.perf_counter() - begun
            self.mask = infos["action_mask"]
            steps += LEARNERS
        return steps / spent
