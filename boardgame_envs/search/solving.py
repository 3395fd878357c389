"""Search with open hands: each action is worth what it would be if all saw all cards.

In each possible world the round is solved exactly (perfect-information Monte Carlo). It takes what
the others hold for known to everybody, so it never bluffs, and is never bluffed: strong and naive.
"""

from __future__ import annotations

import importlib
from typing import Any, ClassVar

from boardgame_envs.core.compiled_game import CompiledGame, loops_of
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.loop import Address
from boardgame_envs.search import solve_loops
from boardgame_envs.search.action_values import ActionValues
from boardgame_envs.search.bundles import Solving
from boardgame_envs.search.judging import Judge
from boardgame_envs.search.loop_groups import PlayoutLoops, PlayoutPolicy, with_policy
from boardgame_envs.search.preparation import Preparation, find_until
from boardgame_envs.search.tree import place_of

# tables that are remembered, and that are looked at for one action before it is given up
MEMORY, LIMIT = 2**16, 50_000
PARTS = (
    solve_loops.is_remembered,
    solve_loops.open_node,
    solve_loops.next_action,
    solve_loops.hand_up,
    solve_loops.close_node,
    solve_loops.is_settled,
    solve_loops.solve_table,
    solve_loops.solve_action,
)


class SolveLoops(PlayoutLoops):
    """Solving rounds with open hands."""

    about = "for solving rounds"
    rules: ClassVar[Any] = None  # judge, key, bounds
    solve_worlds = staticmethod(solve_loops.solve_worlds)

    @classmethod
    def address(cls) -> Address | None:
        """Return where another process finds this group; it may not find the rules."""
        kind = cls.policy if isinstance(cls.policy, type) else type(cls.policy)
        places = [place_of(None if cls.policy is None else kind), *map(place_of, cls.rules)]
        if None in places:
            return None
        return Address(__name__, find_solve_loops.__name__, tuple(places))

    @classmethod
    def prepare(cls, game: CompiledGame) -> CompiledGame:
        """Return the game with all that rounds are solved by."""
        names = ("judge", "key_of_round", "write_bounds")
        parts = {part.__name__: part for part in PARTS}
        solving = Solving.make(game.game, 2, 1, 1)
        rules = dict(zip(names, cls.rules, strict=True))
        return super().prepare(game).extended("open", rules, parts, {Solving: solving})


def find_solve_loops(*places: tuple[str, str]) -> type[SolveLoops]:
    """Return the loops with a policy and rules, by the names of their modules and their own."""
    found: list[Any] = [
        getattr(importlib.import_module(module), name) if module else None
        for module, name in places
    ]
    return solve_loops_with(*found)


# the groups with rules that have been asked for
_GROUPS: dict[Any, type[SolveLoops]] = {}


def solve_loops_with(
    policy: PlayoutPolicy | None, judge: Judge, key: Any, write_bounds: Any
) -> type[SolveLoops]:
    """Return the loops that solve rounds by some rules."""
    rules = judge, key, write_bounds
    if rules not in _GROUPS:
        _GROUPS[rules] = type(SolveLoops.__name__, (SolveLoops,), {"rules": rules})
    return with_policy(_GROUPS[rules], policy)


def solve_actions(
    information: InformationState,
    *,
    worlds: int,
    seed: int,
    judge: Judge,
    key: Any,
    write_bounds: Any,
    policy: PlayoutPolicy | None = None,
    limit: int = LIMIT,
) -> ActionValues:
    """Return what each action is worth in each world with open hands.

    Where a round is too large to be solved within a ``limit`` of tables, it is played out by the
    policy. Values are those of the seat that searches; the others' are left at 0.
    """
    until = find_until(information.game, None, None, True)
    preparation = Preparation(
        information,
        worlds=worlds,
        seed=seed,
        endings=1,
        actions=None,
        policy=policy,
        weights=None,
        threads=1,
    )
    solving = Solving.make(information.game, information.num_players, MEMORY, limit)
    loops = loops_of(information.game, solve_loops_with(policy, judge, key, write_bounds))
    search = preparation.search
    loops.solve_worlds(solving, search, preparation.room, until, information.seat)
    preparation.check_policy()
    return preparation.values(search.returns.copy())
