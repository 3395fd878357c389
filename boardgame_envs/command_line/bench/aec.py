"""AEC environments: ours, one that does nothing, and both in PettingZoo's wrappers."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv
from boardgame_envs.command_line.bench.rows import STEPS, Ratio, Row, Setting

NAME = "aec"
ABOUT = "PettingZoo: one table, agent by agent"
ROUNDS = 5

NOTHING, NOTHING_WRAPPED = (
    "AEC raw: do-nothing environment",
    "AEC checked: do-nothing environment in wrappers",
)
RAW, CHECKED, WRAPPED = (
    "AEC raw: raw_env()",
    "AEC checked: env()",
    "AEC checked: raw_env() in wrappers",
)
RATIOS: tuple[Ratio, ...] = (
    Ratio("raw_env() / do-nothing environment", RAW, NOTHING),
    Ratio("env() / raw_env() in PettingZoo's three wrappers", CHECKED, WRAPPED),
    Ratio("env() / do-nothing environment in the wrappers", CHECKED, NOTHING_WRAPPED),
)


def rows(setting: Setting) -> list[Row]:
    """Return a row for each environment; all make the same steps."""
    game, options = setting.game, setting.options
    seed, actions = one_game(setting)

    def nothing() -> Any:
        size = game.layout.size
        return DoNothingEnv(options["num_players"], game.num_actions, len(actions), size)

    def raw() -> Any:
        return TableEnv(game, **options)

    def row(name: str, make: Callable[[], Any]) -> Row:
        env = make()
        return Row(name, STEPS, lambda: aec_steps(env, seed, actions, setting.seconds))

    return [
        row(NOTHING, nothing),
        row(RAW, raw),
        row(CHECKED, lambda: CheckedTableEnv(game, **options)),
        row(WRAPPED, lambda: in_wrappers(raw())),
        row(NOTHING_WRAPPED, lambda: in_wrappers(nothing())),
    ]


class DoNothingEnv(AECEnv[str, Any, Any]):
    """The least an AEC environment can do: agents in turn, and PettingZoo's bookkeeping."""

    def __init__(self, num_agents: int, num_actions: int, length: int, size: int) -> None:
        super().__init__()
        self.possible_agents = [f"player_{seat}" for seat in range(num_agents)]
        self.metadata = {"name": "do_nothing_v0", "render_modes": []}
        self._actions = spaces.Discrete(num_actions)
        self._length = length
        self._size, self._num_actions = size, num_actions

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of all actions."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn = 0
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Any:
        """Return a new observation of nothing."""
        return {
            "observation": np.zeros(self._size, np.float32),
            "action_mask": np.ones(self._num_actions, np.int8),
        }

    def step(self, action: Any) -> None:
        """Pass the turn."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        self._turn += 1
        self.agent_selection = self.agents[self._turn % len(self.agents)]
        if self._turn == self._length:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        self._accumulate_rewards()


def one_game(setting: Setting) -> tuple[int, list[int]]:
    """Return the seed of the first game in which anybody decides, and random actions for it."""
    env, rng = TableEnv(setting.game, **setting.options), np.random.default_rng(0)
    actions, seeds = list[int](), itertools.count()
    env.reset(seed := next(seeds))
    while env.table.over:
        env.reset(seed := next(seeds))
    while not env.table.over:
        actions.append(int(rng.choice(env.table.legal_actions())))
        env.step(actions[-1])
    return seed, actions


def in_wrappers(env: AECEnv[Any, Any, Any]) -> AECEnv[Any, Any, Any]:
    """Return an environment in PettingZoo's usual wrappers."""
    illegal = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(illegal))


def aec_steps(env: AECEnv[Any, Any, Any], seed: int, actions: list[int], seconds: float) -> float:
    """Return how often ``last()`` and ``step()`` can be called per second, resets included."""
    begun, steps = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        env.reset(seed)
        for action in actions:
            env.last()
            env.step(action)
        steps += len(actions)
    return steps / (time.perf_counter() - begun)
