"""A game's rules, compiled and ready to be called from Python.

Python always hands over an array of states (and an index), never a single record: a
record argument costs several times as much. The drivers come in groups, each taken from
the cache, or compiled, when the first of it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from boardgame_envs.core import drivers
from boardgame_envs.core.compiled import announcing, bind, load
from boardgame_envs.core.game import Game

Driver = Callable[..., Any]

RULES = (
    "set_up",
    "draw_chance",
    "carry_on",
    "mark_legal_actions",
    "apply_action",
    "write_returns",
    "is_truncated",
    "redeal_unseen",
)
# in an order in which each is bound before those that call it
PARTS = (
    drivers.begin,
    drivers.settle_chance,
    drivers.look,
    drivers.choose,
    drivers.earn,
    drivers.put_away,
    drivers.update_returns,
    drivers.look_table,
    drivers.hand_over,
)

ROLLOUT = "states states seeds seeds masks weights number numbers totals"

# how many chance events one call keeps before Python is asked to make room
MAX_OUTCOMES = 4


class Engine:
    """The compiled drivers of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._bound: dict[str, Any] = {
            **{name: getattr(game.rules, name) for name in RULES},
            "write_observation": game.observation.write_observation,
        }
        for part in PARTS:
            self._bound[part.__name__] = self._bind(part)
        self._examples = example_arguments(game)

    def _bind(self, template: Driver, **flags: bool) -> Driver:
        return bind(template, self.game.name, self._bound, **flags)

    def _load(self, what: str, group: Mapping[Driver, str], **flags: bool) -> SimpleNamespace:
        """Load drivers; each is given with the names of arguments like those it will get."""
        loaded = {}
        with announcing(f"{self.game.name} {what}"):
            for template, arguments in group.items():
                examples = [self._examples[name] for name in arguments.split()]
                loaded[template.__name__] = load(self._bind(template, **flags), *examples)
        return SimpleNamespace(**loaded)

    @cached_property
    def table(self) -> SimpleNamespace:
        """The drivers of a single table."""
        group: dict[Driver, str] = {
            drivers.start_table: "states states seed",
            drivers.step_table: "states number mask observation report",
            drivers.look_table: "states mask observation report",
            drivers.apply_at_table: "states number",
            drivers.carry_on_table: "states",
            drivers.mark_table: "states number mask",
            drivers.observe_table: "states number number observation",
            drivers.redeal_table: "states number seed",
        }
        return self._load("for one table", group)

    @cached_property
    def batch(self) -> SimpleNamespace:
        """The drivers of many tables."""
        return self._load("for many tables", self._batch_group())

    @cached_property
    def parallel_batch(self) -> SimpleNamespace:
        """The drivers of many tables, shared among threads."""
        return self._load("for many tables and threads", self._batch_group(), parallel=True)

    @staticmethod
    def _batch_group() -> dict[Driver, str]:
        outcome = "all_returns all_returns numbers mask all_returns numbers states"
        return {
            drivers.start_batch: "states states seeds numbers masks observations",
            drivers.step_batch: f"states states seeds numbers numbers masks observations {outcome}",
            drivers.observe_batch: "states numbers observations",
        }

    @cached_property
    def seats(self) -> SimpleNamespace:
        """The drivers of many tables, at each of which one seat learns."""
        views = "numbers masks observations numbers masks observations"
        group: dict[Driver, str] = {
            drivers.begin_rows: f"states states seeds numbers {views}",
            drivers.step_rows: f"states numbers numbers {views}",
            drivers.settle_rows: "states numbers numbers returns returns returns mask mask",
        }
        return self._load("for learners at many tables", group)

    @cached_property
    def random_play(self) -> SimpleNamespace:
        """The drivers that play at random."""
        group: dict[Driver, str] = {
            drivers.finish_table: "states mask weights seeds returns",
            drivers.rollout_batch: ROLLOUT,
        }
        return self._load("for random play", group)

    @cached_property
    def parallel_random_play(self) -> SimpleNamespace:
        """The drivers that play at random, shared among threads."""
        group: dict[Driver, str] = {drivers.rollout_batch: ROLLOUT}
        return self._load("for random play by threads", group, parallel=True)


def example_arguments(game: Game) -> dict[str, Any]:
    """Return an argument of each kind that the drivers take."""
    mask = np.zeros(game.num_actions, np.bool_)
    observation = np.zeros(game.layout.size, np.float32)
    returns = np.zeros(game.max_players, np.float32)
    return {
        "states": np.zeros(1, game.rules.STATE),
        "number": 0,
        "numbers": np.zeros(1, np.int64),
        "seed": np.uint64(0),
        "seeds": np.zeros(1, np.uint64),
        "mask": mask,
        "masks": mask[None],
        "observation": observation,
        "observations": observation[None],
        "report": np.zeros(2 + 2 * game.max_players, np.float64),
        "returns": returns,
        "all_returns": returns[None],
        "totals": returns[None, None],
        "weights": np.zeros(game.num_actions, np.float64),
    }


@cache
def engine_of(game: Game) -> Engine:
    """Return a game's engine; there is one in a process."""
    return Engine(game)
