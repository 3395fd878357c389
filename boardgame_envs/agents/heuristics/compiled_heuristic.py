"""What heuristics share: they read observations, and are compiled like the rules."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import BatchAgent
from boardgame_envs.core.compiled import Buffer, bind, rule
from boardgame_envs.core.loop import Address, Loop
from boardgame_envs.core.tiers import TieredLoops, rules_choice


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


class HeuristicLoops(TieredLoops):
    """How a heuristic decides."""

    about = "heuristic"
    begins_plain = True
    choose_rows = staticmethod(choose_rows)


class CompiledHeuristic(BatchAgent):
    """Decides row by row with rules of its own, which draw no random numbers.

    A subclass names them: ``look(observation, notes)`` writes what there is to see into a record
    of the type ``notes``, and ``choose_action(observation, mask, notes)`` returns an action. In
    playouts it may be shown less: ``view(state, seat, observation)`` writes a part of the
    observation, as it is in all of it, on which ``look`` notes the same.
    """

    look: Callable[..., None]
    choose_action: Callable[..., int]
    view: Callable[..., None] | None = None
    notes: np.dtype[Any]

    def __init__(self) -> None:
        super().__init__()
        self._notepad = np.zeros(1, self.notes)
        self._action = np.zeros(1, np.int64)  # of a single row

    def choose_many(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return the action that seems best for each row."""
        actions = np.zeros(len(observation), np.int64)
        rows = np.ascontiguousarray(observation, np.float32), np.ascontiguousarray(mask, np.bool_)
        loops = heuristic_loops(type(self))
        loops.expect(len(actions))
        loops.choose_rows(*rows, self._notepad, actions)
        return actions

    def choose_row(self, observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> int:
        """Return the action that seems best for one row."""
        loops = heuristic_loops(type(self))
        loops.choose_rows(observation[None], mask[None], self._notepad, self._action)
        return int(self._action[0])


# the loops of the heuristics that have been asked for
_LOOPS: dict[tuple[type[CompiledHeuristic], str], HeuristicLoops] = {}


def heuristic_loops(kind: type[CompiledHeuristic]) -> HeuristicLoops:
    """Return the loop of a heuristic, plain or compiled."""
    key = kind, rules_choice()
    if key not in _LOOPS:
        loop = heuristic_loop(kind)
        _LOOPS[key] = HeuristicLoops(loop.about, {"choose_rows": loop})
    return _LOOPS[key]


def heuristic_loop(kind: type[CompiledHeuristic]) -> Loop:
    """Return the loop of a heuristic, with its own functions in it."""
    parts = {"look": kind.look, "choose_action": kind.choose_action}
    name = kind.__module__.rpartition(".")[2]
    examples = (
        np.zeros((1, 1), np.float32),
        np.zeros((1, 1), np.bool_),
        np.zeros(1, kind.notes),
        np.zeros(1, np.int64),
    )
    address = Address(__name__, find_heuristic_loop.__name__, (kind.__module__, kind.__qualname__))
    return Loop(f"{name} heuristic", bind(choose_rows, name, parts), examples, address)


def find_heuristic_loop(module: str, kind: str) -> Loop:
    """Return the loop of a heuristic by the names of its module and class."""
    return heuristic_loop(getattr(importlib.import_module(module), kind))
