"""What heuristics share: they read observations, and are compiled like the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import BatchAgent
from boardgame_envs.core.compiled import Buffer, bind, rule


@rule
def whole(number: float, highest: int) -> int:
    """Return the whole number that stands in an observation."""
    return int(number * highest + 0.5)


@rule
def label(observation: Buffer, start: int, labels: int) -> int:
    """Return which of a number of labels an observation has from an index on, -1 if none."""
    for place in range(labels):
        if observation[start + place] > 0.5:
            return place
    return -1


# what a game's heuristic puts in their place: what it notes of what it sees, and its choice
look: Callable[..., None]
choose_action: Callable[..., int]


def choose_rows(observation: Buffer, mask: Buffer, notepad: Buffer, actions: Buffer) -> None:
    """Decide row by row, on a notepad of one record."""
    notes = notepad[0]
    for row in range(len(actions)):
        look(observation[row], notes)
        actions[row] = choose_action(observation[row], mask[row], notes)


class CompiledHeuristic(BatchAgent):
    """Decides row by row with compiled functions, which draw no random numbers.

    A subclass names them: ``look(observation, notes)`` writes what there is to see into a record
    of the type ``notes``, and ``choose_action(observation, mask, notes)`` returns an action.
    """

    look: Callable[..., None]
    choose_action: Callable[..., int]
    notes: np.dtype[Any]

    _choose_rows: Callable[..., None]

    def __init_subclass__(cls) -> None:
        """Put the functions of a heuristic into a loop of its own."""
        parts = {"look": cls.look, "choose_action": cls.choose_action}
        name = cls.__module__.rpartition(".")[2]
        cls._choose_rows = staticmethod(bind(choose_rows, name, parts))

    def __init__(self) -> None:
        super().__init__()
        self._notepad = np.zeros(1, self.notes)

    def choose_many(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return the action that seems best for each row."""
        actions = np.zeros(len(observation), np.int64)
        rows = np.ascontiguousarray(observation, np.float32), np.ascontiguousarray(mask, np.bool_)
        self._choose_rows(*rows, self._notepad, actions)
        return actions
