"""The loops of a search, compiled for a game and for those who play on."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np

from boardgame_envs.core.compiled_game import CompiledGame, LoopGroup
from boardgame_envs.core.game import Game
from boardgame_envs.core.loop import Address
from boardgame_envs.core.problems import OptionError, shortened
from boardgame_envs.core.states import blank_states
from boardgame_envs.search import loops
from boardgame_envs.search.bundles import ActionSearch, LeafTables, Pasts, Room, Until

Group = TypeVar("Group", bound="PlayoutLoops")

NO_NOTES = np.dtype(np.uint8)
# in an order in which each is bound before those that call it
PARTS = (loops.take_action, loops.is_closed, loops.play_until, loops.search_world)


class PlayoutPolicy(Protocol):
    """Compiled functions that decide on what a seat sees; a ``CompiledHeuristic`` has them.

    ``look(observation, notes)`` writes into a record of the type ``notes``, and
    ``choose_action(observation, mask, notes)`` returns a legal action. One that looks at a part of
    the observation only may have a ``view(state, seat, observation)`` that writes that part.
    """

    @property
    def look(self) -> Any:
        """What the policy notes of what it sees."""

    @property
    def choose_action(self) -> Any:
        """What it decides."""

    @property
    def notes(self) -> np.dtype[Any]:
        """The record that it writes into."""


class PlayoutLoops(LoopGroup):
    """Loops in which tables play on: by a policy, or at random where there is none."""

    about = "for playouts"
    policy: ClassVar[PlayoutPolicy | None] = None

    @classmethod
    def address(cls) -> Address | None:
        """Return where another process finds this group; it may not find the policy."""
        if cls.policy is None:
            return super().address()
        kind = cls.policy if isinstance(cls.policy, type) else type(cls.policy)
        where = kind.__module__, kind.__qualname__
        if getattr(sys.modules.get(where[0]), where[1], None) is not kind:
            return None
        return Address(__name__, find_with_policy.__name__, (cls.__name__, *where))

    @classmethod
    def prepare(cls, game: CompiledGame) -> CompiledGame:
        """Return the game with a policy, and with the parts of its playouts."""
        rules = {"count_rounds": getattr(game.game.rules, "count_rounds", loops.no_rounds)}
        decide: Callable[..., int] = loops.decide_at_random
        if cls.policy is not None:
            rules |= {"note_view": cls.policy.look, "choose_noted": cls.policy.choose_action}
            view = getattr(cls.policy, "view", None)
            rules["write_view"] = view or game.game.observation.write_observation
            decide = loops.decide_by_policy
        parts = {"decide": decide, **{part.__name__: part for part in PARTS}}
        name = "random" if cls.policy is None else "policy"
        return game.extended(name, rules, parts, cls.examples(game.game))

    @classmethod
    def examples(cls, game: Game) -> dict[Any, Any]:
        """Return an argument of each type that the loops of a search take."""
        states, seats, numbers = blank_states(game.rules.STATE, 1), 1, np.zeros(1, np.int64)
        return {
            Until: Until(0, 0, 0),
            Room: Room.make(game, 1, seats, np.zeros(game.num_actions), cls.notes()),
            ActionSearch: ActionSearch.make(states, numbers, np.zeros((1, 1), np.uint64), 1, seats),
            LeafTables: LeafTables.make(game, 1, seats),
        }

    @classmethod
    def notes(cls) -> np.dtype[Any]:
        """Return the type of the record that the policy writes into."""
        return NO_NOTES if cls.policy is None else cls.policy.notes


class SearchLoops(PlayoutLoops):
    """Searching to the end."""

    about = "for search"
    search_worlds = staticmethod(loops.search_worlds)


class LeafLoops(PlayoutLoops):
    """Searching to leaves."""

    about = "for search to leaves"
    deal_leaves = staticmethod(loops.deal_leaves)
    play_leaves = staticmethod(loops.play_leaves)
    step_leaves = staticmethod(loops.step_leaves)
    show_leaves = staticmethod(loops.show_leaves)


class PastLoops(LoopGroup):
    """Looking back."""

    about = "for looking back"
    rewind_worlds = staticmethod(loops.rewind_worlds)

    @classmethod
    def prepare(cls, game: CompiledGame) -> CompiledGame:
        """Return the game with a way back, if it has one."""
        states = blank_states(game.game.rules.STATE, 1)
        rules = {"rewind": getattr(game.game.rules, "rewind", loops.no_rewind)}
        examples = {Pasts: Pasts.make(game.game, states, states)}
        return game.extended("past", rules, {}, examples)


# the groups in which a policy decides that have been asked for
_GROUPS: dict[tuple[type[PlayoutLoops], Any, Any], Any] = {}


def with_policy(group: type[Group], policy: PlayoutPolicy | None) -> type[Group]:
    """Return a group of loops in which a policy decides, or chance if it is None."""
    if policy is None:
        return group
    if not all(hasattr(policy, part) for part in ("look", "choose_action", "notes")):
        raise OptionError(
            "a playout policy must have look, choose_action and notes, as a heuristic does, "
            f"not be {shortened(policy)}; let other agents decide at Leaves"
        )
    key = group, policy.look, policy.choose_action
    if key not in _GROUPS:
        members = {"about": f"{group.about} with a policy", "policy": policy}
        _GROUPS[key] = type(group.__name__, (group,), members)
    chosen: type[Group] = _GROUPS[key]
    return chosen


def find_with_policy(group: str, module: str, policy: str) -> type[PlayoutLoops]:
    """Return a group of loops in which a policy decides, by the names of both."""
    kind: type[PlayoutLoops] = globals()[group]
    return with_policy(kind, getattr(importlib.import_module(module), policy))
