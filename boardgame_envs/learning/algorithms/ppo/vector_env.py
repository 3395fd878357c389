"""Our tables as a Stable-Baselines3 vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from boardgame_envs.core.batch import Batch


class TableVecEnv(VecEnv):
    """Many tables of one game: the spaces, reset and masks that Stable-Baselines3 asks for.

    Its ``step`` is the single-agent view of a tutorial: the next seat's observation with the
    mover's reward. A self-play learner steps ``batch`` itself and keeps the seats apart.
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        observation = spaces.Box(0.0, 1.0, batch.observation.shape[1:], np.float32)
        super().__init__(batch.num_tables, observation, spaces.Discrete(batch.mask.shape[1]))
        self._actions: NDArray[np.int64] = np.zeros(batch.num_tables, np.int64)
        self._seed: int | None = None

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Take the seed that the next reset begins with."""
        self._seed = seed
        return [seed] * self.num_envs

    def reset(self) -> NDArray[np.float32]:
        """Begin anew at every table, if a seed was given; else go on with the games there are."""
        if self._seed is not None:
            self.batch.reset(self._seed)
            self._seed = None
        return self.batch.observation.copy()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions of all tables."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self) -> Any:
        """Carry the actions out; a finished game is replaced at once."""
        movers = self.batch.seat.copy()
        self.batch.step(self._actions)
        rewards = self.batch.reward[np.arange(self.num_envs), movers]
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return self.batch.observation.copy(), rewards, self.batch.done.copy(), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the masks of all tables, in one array."""
        return self.batch.mask

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Answer the one question sb3-contrib asks of every environment."""
        if method_name != "action_masks":
            raise AttributeError(f"tables have no method {method_name!r}, only 'action_masks'")
        return list(self.batch.mask[self._indices(indices)])

    def has_attr(self, attr_name: str) -> bool:
        """Tell that there are masks."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of each table: there is only the way they are drawn."""
        if attr_name != "render_mode":
            raise AttributeError(f"tables have no attribute {attr_name!r}")
        return [None for _ in self._indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: tables share one batch."""
        raise AttributeError(f"the attribute {attr_name!r} of single tables cannot be set")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Tell that nothing wraps a table."""
        return [False for _ in self._indices(indices)]

    def close(self) -> None:
        """There is nothing to release."""

    def _indices(self, indices: Any) -> Sequence[int]:
        return list(self._get_indices(indices))
