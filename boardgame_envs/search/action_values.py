"""What a search found out about the actions of a seat."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.problems import shortened


@dataclass(frozen=True, eq=False)
class ActionValues:
    """What each action earned in each world.

    All actions were tried in the same worlds, with the same chance to come, so their differences
    world by world say more than the difference of their means.
    """

    seat: int  # that searched
    actions: NDArray[np.int64]
    returns: NDArray[np.float64]  # of [action, world, seat], each the mean of its endings
    endings: int  # of each action in each world

    @property
    def visits(self) -> NDArray[np.int64]:
        """How often each action was tried."""
        return np.full(len(self.actions), self.returns.shape[1] * self.endings)

    @property
    def means(self) -> NDArray[np.float64]:
        """What each action earned the seat that searched, on average."""
        means: NDArray[np.float64] = self.of_seat().mean(axis=1)
        return means

    @property
    def errors(self) -> NDArray[np.float64]:
        """The standard error of each mean; infinite for a single world."""
        return standard_errors(self.of_seat())

    @property
    def best(self) -> int:
        """The action with the highest mean; of equals the first."""
        return int(self.actions[self.means.argmax()])

    def of_seat(self, seat: int | None = None) -> NDArray[np.float64]:
        """Return what a seat (the one that searched) earned by each action in each world."""
        return self.returns[:, :, self.seat if seat is None else seat]

    def advantage(self, action: int, other: int) -> tuple[float, float]:
        """Return by how much an action is better than another, and the error of that, paired."""
        earned = self.of_seat()
        difference = earned[self._place(action)] - earned[self._place(other)]
        return float(difference.mean()), float(standard_errors(difference[None])[0])

    def _place(self, action: int) -> int:
        places = np.flatnonzero(self.actions == action)
        if not places.size:
            searched = ", ".join(map(str, self.actions))
            raise ValueError(f"the actions searched are {searched}, not {shortened(action)}")
        return int(places[0])


def standard_errors(earned: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard error of the mean of each row."""
    rows, number = earned.shape
    if number < 2:
        return np.full(rows, math.inf)
    spread: NDArray[np.float64] = earned.std(axis=1, ddof=1)
    return spread / math.sqrt(number)
