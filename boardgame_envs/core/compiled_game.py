"""A game's loops, plain or compiled, ready to be called from Python.

Python always hands over arrays of states (and an index), never a single record: a record
argument costs several times as much. The loops come in groups. Those for one table begin in plain
Python; the others are taken from the cache, or compiled, when a group is asked for.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cache
from typing import Any, TypeVar, get_type_hints

import numpy as np

from boardgame_envs.core import bundles, loops
from boardgame_envs.core.chance import Word
from boardgame_envs.core.compiled import bind
from boardgame_envs.core.game import Game, find_game
from boardgame_envs.core.loop import Address, Loop
from boardgame_envs.core.states import blank_states
from boardgame_envs.core.takeover import bring
from boardgame_envs.core.tiers import PLAIN, TieredLoops, rules_choice

Template = TypeVar("Template", bound=Callable[..., Any])
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
    loops.redeal,
    loops.deal,
    loops.add_returns,
    loops.deal_on,
    loops.look,
    loops.choose,
    loops.earn,
    loops.put_away,
    loops.update_returns,
    loops.look_table,
    loops.decide,
    loops.hand_over,
)


class LoopGroup(TieredLoops):
    """Loops of a game; the class has them as they are in ``loops.py``, for any game."""

    @classmethod
    def prepare(cls, game: CompiledGame) -> CompiledGame:
        """Return the game with all that these loops need besides its rules."""
        return game

    @classmethod
    def address(cls) -> Address | None:
        """Return where another process finds this group; None if it has it not."""
        return Address(__name__, find_group.__name__, (cls.__module__, cls.__qualname__))

    @classmethod
    def names(cls) -> list[str]:
        """Return the names of its loops."""
        own = [vars(kind) for kind in cls.__mro__]
        return [name for each in own for name, loop in each.items() if is_loop(loop)]


class TableLoops(LoopGroup):
    """What happens at a single table."""

    about = "for one table"
    begins_plain = True
    start_table = staticmethod(loops.start_table)
    step_table = staticmethod(loops.step_table)
    look_table = staticmethod(loops.look_table)
    apply_at_table = staticmethod(loops.apply_at_table)
    carry_on_table = staticmethod(loops.carry_on_table)
    mark_table = staticmethod(loops.mark_table)
    observe_table = staticmethod(loops.observe_table)
    redeal_table = staticmethod(loops.redeal_table)


class SeatLoops(LoopGroup):
    """What happens at a single table at which all seats but one choose at random."""

    about = "for one seat among random ones"
    begins_plain = True
    step_among_random = staticmethod(loops.step_among_random)
    seed_draws = staticmethod(loops.seed_draws)


class WorldLoops(LoopGroup):
    """What a seat imagines: worlds that could be the real one."""

    about = "for possible worlds"
    begins_plain = True
    most_plain_rows = 64
    draw_seeds = staticmethod(loops.draw_seeds)
    deal_worlds = staticmethod(loops.deal_worlds)
    observe_worlds = staticmethod(loops.observe_worlds)
    redeal_tables = staticmethod(loops.redeal_tables)


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
    one_by_one = True
    finish_games = staticmethod(loops.finish_games)
    play_on = staticmethod(loops.play_on)


# small loops, about one rule each: what all work is made of, to be shared among processes
SMALL_LOOPS = (
    "observe_table",
    "apply_at_table",
    "redeal_table",
    "mark_table",
    "start_table",
    "carry_on_table",
)


class CompiledGame:
    """The loops of one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.name = game, game.name
        self._bound: dict[str, Any] = {
            **{name: getattr(game.rules, name) for name in RULES},
            "write_observation": game.observation.write_observation,
            "clear_observation": getattr(game.observation, "clear_observation", loops.clear_whole),
        }
        for part in PARTS:
            self._bound[part.__name__] = self._bind(part)
        self._examples = example_arguments(game)

    def _bind(self, template: Template) -> Template:
        return bind(template, self.name, self._bound)

    def extended(
        self,
        name: str,
        rules: Mapping[str, Any],
        parts: Mapping[str, Callable[..., Any]],
        examples: Mapping[Any, Any],
    ) -> CompiledGame:
        """Return this game with more rules, with parts of loops, and arguments for these loops.

        The parts are bound under their names here, each before those that call it.
        """
        other = copy(self)
        other.name = f"{self.name}_{name}"
        other._bound = {**self._bound, **rules}
        for part, loop in parts.items():
            other._bound[part] = other._bind(loop)
        other._examples = {**self._examples, **examples}
        return other

    def name_of(self, group: type[LoopGroup], threads: bool) -> str:
        """Return the name of a group of loops, for people."""
        return f"{self.game.name} {group.about}{' by threads' if threads else ''}"

    def loops(self, group: type[LoopGroup], threads: bool = False) -> dict[str, Loop]:
        """Return all loops of a group, by their names."""
        return {name: self.loop(group, name, threads) for name in group.names()}

    def loop(self, group: type[LoopGroup], name: str, threads: bool = False) -> Loop:
        """Return a loop with this game's rules, for arguments of the types that it names."""
        template: Callable[..., Any] = getattr(group, name)
        prepared = group.prepare(self)
        hints = get_type_hints(template, include_extras=True)
        del hints["return"]
        return Loop(
            self.name_of(group, threads),
            prepared._bind(template),
            tuple(prepared._examples[hint] for hint in hints.values()),
            self._address(group, name, threads),
            # not all loops of a group have work to share
            threads and "prange" in template.__code__.co_names,
        )

    def small_loops(self) -> list[Loop]:
        """Return the loops that are compiled first when work is shared among processes."""
        return [self.loop(TableLoops, name) for name in SMALL_LOOPS]

    def all_loops(self, threads: bool = False) -> list[Loop]:
        """Return the loops of all groups, those for threads only if asked for."""
        loops: list[Loop] = []
        for group in LoopGroup.__subclasses__():
            loops += self.loops(group).values()
            if threads:
                loops += [loop for loop in self.loops(group, threads).values() if loop.threads]
        return loops

    def _address(self, group: type[LoopGroup], name: str, threads: bool) -> Address | None:
        """Return where another process finds a loop; None if it does not have its group."""
        where = group.address()
        if where is None:
            return None
        arguments = self.game.package, self.game.name, where, name, threads
        return Address(__name__, find_loop.__name__, arguments)


def find_loop(package: str, game: str, group: Sequence[Any], name: str, threads: bool) -> Loop:
    """Return a loop by the names of all that it belongs to."""
    kind: type[LoopGroup] = Address(*group).find()
    return compiled_game(find_game(package, game)).loop(kind, name, threads)


def find_group(module: str, name: str) -> type[LoopGroup]:
    """Return a group of loops by its names."""
    group: type[LoopGroup] = getattr(importlib.import_module(module), name)
    return group


def is_loop(member: Any) -> bool:
    """Tell whether a member of a group is one of its loops."""
    return isinstance(member, staticmethod)


def example_arguments(game: Game) -> dict[Any, Any]:
    """Return an argument of each type that the loops take."""
    states, weights = blank_states(game.rules.STATE, 1), np.zeros(game.num_actions)
    one = bundles.OneTable.make(game)
    return {
        int: 0,
        Word: np.uint64(0),
        bundles.States: states,
        bundles.Mask: one.mask,
        bundles.Observation: one.observation,
        bundles.Observations: one.observation[None],
        bundles.Numbers: np.zeros(1, np.int64),
        bundles.Seeds: np.zeros(1, np.uint64),
        bundles.OneTable: one,
        bundles.RandomTurns: bundles.RandomTurns.make(game),
        bundles.ManyTables: bundles.ManyTables.make(game, states, 1, game.max_players),
        bundles.SeatArrays: bundles.SeatArrays.make(game, states, 1),
        bundles.RandomGames: bundles.RandomGames.make(
            game, states, states, game.max_players, weights
        ),
    }


@cache
def compiled_game(game: Game) -> CompiledGame:
    """Return the loops of a game; they are made once in a process."""
    return CompiledGame(game)


# the groups of loops that have been asked for; with threads they are compiled apart
_LOOPS: dict[tuple[Game, type[LoopGroup], bool, str], Any] = {}


def loops_of(game: Game, group: type[Group], threads: bool = False) -> Group:
    """Return a group of loops for a game; with ``threads`` these share the work."""
    key = game, group, threads, rules_choice()
    if key not in _LOOPS:
        ours = compiled_game(game)
        name = ours.name_of(group, threads)
        _LOOPS[key] = group(name, ours.loops(group, threads), ours.small_loops)
    loops: Group = _LOOPS[key]
    return loops


def bring_loops(game: Game, groups: Sequence[type[LoopGroup]]) -> bool:
    """Have groups of loops compiled in the background; tell whether nobody would wait for them."""
    if rules_choice() == PLAIN:
        return True
    ours = compiled_game(game)
    # each is asked for, whether or not those before it are there
    there = [bring(ours.name_of(group, False), ours.loops(group, False)) for group in groups]
    return all(there)
