"""One seat of many tables as a Stable-Baselines3 vector environment.

Nothing imports this module but who wants it: it needs the extra ``sb3``. A single environment
needs no adapter: ``MaskablePPO("MlpPolicy", gymnasium.make(...))``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from boardgame_envs.adapters.gymnasium_vector import SeatVectorEnv
from boardgame_envs.core.game import Game

# what can be asked of every table, by the name Stable-Baselines3 and its users know it by
METHODS = ("action_masks", "set_opponents")


class SeatVecEnv(VecEnv):
    """Many tables in step, at each of which one seat learns.

    Arguments are those of ``SeatVectorEnv``, but for ``autoreset_mode``: a game that ends is
    replaced in the same step, and how it ended is in ``terminal_observation`` and
    ``TimeLimit.truncated`` of its info. ``VecMonitor`` adds lengths and returns to the log.
    """

    def __init__(self, game: str | Game, num_envs: int, **arguments: Any) -> None:
        mode = AutoresetMode.SAME_STEP
        self.env = SeatVectorEnv(game, num_envs, autoreset_mode=mode, **arguments)
        spaces = self.env.single_observation_space, self.env.single_action_space
        super().__init__(self.env.num_envs, *spaces)
        self._actions: NDArray[Any] = np.zeros(self.num_envs, np.int64)

    def reset(self) -> Any:
        """Begin a new game at every table, with the seeds that were given if any were."""
        is_seeded = any(seed is not None for seed in self._seeds)
        observation, _ = self.env.reset(seed=self._seeds if is_seeded else None)
        self._reset_seeds()
        self._reset_options()
        return observation

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions of all learners."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Carry the actions out; a finished game is replaced at once."""
        observation, rewards, terminated, truncated, found = self.env.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        done = terminated | truncated
        for i in np.flatnonzero(done):
            infos[i] = {
                "terminal_observation": found["final_obs"][i],
                "TimeLimit.truncated": bool(truncated[i]),
            }
        return observation, rewards.astype(np.float32), done, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what each learner may do now, a row for each table."""
        return self.env.action_masks()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Ask something of every table: the masks are rows of one array."""
        if method_name not in METHODS:
            raise AttributeError(f"tables have no method {method_name!r}, only {METHODS}")
        chosen = list(self._get_indices(indices))
        if method_name == "action_masks":
            return list(self.action_masks()[chosen])
        if len(chosen) != self.num_envs:
            raise ValueError("all tables have the same opponents: indices must be None")
        self.env.set_opponents(*args, **kwargs)
        return [None] * self.num_envs

    def has_attr(self, attr_name: str) -> bool:
        """Tell which attributes tables have."""
        return attr_name in (*METHODS, "render_mode")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of each table: there is only the way they are drawn."""
        if attr_name != "render_mode":
            raise AttributeError(f"tables have no attribute {attr_name!r}, only 'render_mode'")
        return [None for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: tables are rows of the same arrays."""
        raise AttributeError(f"the attribute {attr_name!r} of single tables cannot be set")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Tell that nothing wraps a table."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """There is nothing to release."""
