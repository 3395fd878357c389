"""A game's rules, compiled and ready to be called from Python.

Python always hands over arrays of states (and an index), never a single record: a record
argument costs several times as much. The loops come in groups, each taken from the cache, or
compiled, when the first of it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, TypeVar, get_type_hints

import numpy as np

from boardgame_envs.core import bundles, loops
from boardgame_envs.core.chance import Word
from boardgame_envs.core.compiled import announcing, bind, load
from boardgame_envs.core.game import Game

Loop = TypeVar("Loop", bound=Callable[..., Any])
Group = TypeVar("Group", bound="LoopGroup")

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
    loops.begin,
    loops.settle_chance,
    loops.deal,
    loops.add_returns,
    loops.deal_on,
    loops.look,
    loops.choose,
    loops.earn,
    loops.put_away,
    loops.update_returns,
    loops.look_table,
    loops.hand_over,
)


class LoopGroup:
    """Loops that are compiled together.

    A class names them, and so says what can be called, and how; an instance has the compiled
    ones of a game in their place.
    """

    about: ClassVar[str]

    def __init__(self, game: CompiledGame, **flags: bool) -> None:
        threads = " by threads" if flags else ""
        with announcing(f"{game.game.name} {self.about}{threads}"):
            for name, loop in vars(type(self)).items():
                if isinstance(loop, staticmethod):
                    setattr(self, name, game.compile(loop.__func__, **flags))


class TableLoops(LoopGroup):
    """What happens at a single table."""

    about = "for one table"
    start_table = staticmethod(loops.start_table)
    step_table = staticmethod(loops.step_table)
    look_table = staticmethod(loops.look_table)
    apply_at_table = staticmethod(loops.apply_at_table)
    carry_on_table = staticmethod(loops.carry_on_table)
    mark_table = staticmethod(loops.mark_table)
    observe_table = staticmethod(loops.observe_table)
    redeal_table = staticmethod(loops.redeal_table)


class BatchLoops(LoopGroup):
    """What happens at many tables that step together."""

    about = "for many tables"
    start_batch = staticmethod(loops.start_batch)
    step_batch = staticmethod(loops.step_batch)
    observe_batch = staticmethod(loops.observe_batch)


class LearnerLoops(LoopGroup):
    """What happens at many tables, at each of which one seat learns."""

    about = "for learners at many tables"
    begin_rows = staticmethod(loops.begin_rows)
    step_rows = staticmethod(loops.step_rows)
    settle_rows = staticmethod(loops.settle_rows)


class RandomLoops(LoopGroup):
    """Random play."""

    about = "for random play"
    finish_games = staticmethod(loops.finish_games)
    play_on = staticmethod(loops.play_on)


class CompiledGame:
    """The compiled loops of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._bound: dict[str, Any] = {
            **{name: getattr(game.rules, name) for name in RULES},
            "write_observation": game.observation.write_observation,
        }
        for part in PARTS:
            self._bound[part.__name__] = self._bind(part)
        self._examples = example_arguments(game)

    def _bind(self, loop: Loop, **flags: bool) -> Loop:
        return bind(loop, self.game.name, self._bound, **flags)

    def compile(self, loop: Loop, **flags: bool) -> Loop:
        """Return a loop with this game's rules, for arguments of the types that it names."""
        hints = get_type_hints(loop, include_extras=True)
        del hints["return"]
        return load(self._bind(loop, **flags), *(self._examples[hint] for hint in hints.values()))


def example_arguments(game: Game) -> dict[Any, Any]:
    """Return an argument of each type that the loops take."""
    states, weights = np.zeros(1, game.rules.STATE), np.zeros(game.num_actions)
    one = bundles.OneTable.make(game)
    return {
        int: 0,
        Word: np.uint64(0),
        bundles.States: states,
        bundles.Mask: one.mask,
        bundles.Observation: one.observation,
        bundles.Observations: one.observation[None],
        bundles.Numbers: np.zeros(1, np.int64),
        bundles.OneTable: one,
        bundles.ManyTables: bundles.ManyTables.make(game, states, 1, game.max_players),
        bundles.SeatArrays: bundles.SeatArrays.make(game, states, 1),
        bundles.RandomGames: bundles.RandomGames.make(
            game, states, states, game.max_players, weights
        ),
    }


@cache
def compiled_game(game: Game) -> CompiledGame:
    """Return the compiled rules of a game; they are made once in a process."""
    return CompiledGame(game)


# the groups of loops that have been asked for; with threads they are compiled apart
_LOOPS: dict[tuple[Game, type[LoopGroup], bool], Any] = {}


def loops_of(game: Game, group: type[Group], threads: bool = False) -> Group:
    """Return a group of loops, compiled for a game; with ``threads`` these share the work."""
    key = game, group, threads
    if key not in _LOOPS:
        flags = {"parallel": True} if threads else {}
        _LOOPS[key] = group(compiled_game(game), **flags)
    loops: Group = _LOOPS[key]
    return loops
