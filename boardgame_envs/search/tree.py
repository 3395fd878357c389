"""Information-set Monte Carlo tree search: playouts in possible worlds, through one tree.

Its nodes are what seats know, whoever they are: each seat decides by what was found out where it
sees the same (multiple-observer ISMCTS, with a node for each observation). UCB1 says what is tried,
and in the end the action that was tried most often is taken.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.chance import numbered_seed
from boardgame_envs.core.compiled_game import CompiledGame, loops_of
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.loop import Address
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.core.problems import IllegalActionError
from boardgame_envs.search import tree_loops
from boardgame_envs.search.budget import Budget, Spending
from boardgame_envs.search.bundles import Room, TreeSearch
from boardgame_envs.search.explanation import Explanation, one_action
from boardgame_envs.search.judging import Judge
from boardgame_envs.search.loop_groups import PlayoutLoops, PlayoutPolicy, with_policy
from boardgame_envs.search.preparation import find_actions, find_seeds, find_until

# playouts between two looks at the clock
AT_ONCE = 32
# nodes of a tree whose budget does not say how many there will be
MOST_NODES = 20_000
# entries that there is room for, for each node; in most there are fewer
ENTRIES_OF_NODE = 16


class TreeLoops(PlayoutLoops):
    """Searching by a tree; without a judge tables are worth what has been earned."""

    about = "for search by a tree"
    judge: ClassVar[Any] = None
    grow_tree = staticmethod(tree_loops.grow_tree)

    @classmethod
    def address(cls) -> Address | None:
        """Return where another process finds this group; it may not find policy or judge."""
        policy = (
            cls.policy if cls.policy is None or isinstance(cls.policy, type) else type(cls.policy)
        )
        places = [place_of(policy), place_of(cls.judge)]
        if None in places:
            return None
        return Address(__name__, find_tree_loops.__name__, tuple(places))

    @classmethod
    def prepare(cls, game: CompiledGame) -> CompiledGame:
        """Return the game with a policy, a judge, and the parts of playouts."""
        judge = game.game.rules.write_returns if cls.judge is None else cls.judge
        tree = TreeSearch.make(game.game, 1, 1, 1.0, 1)
        parts = {"descend": tree_loops.descend}
        return super().prepare(game).extended("tree", {"judge": judge}, parts, {TreeSearch: tree})


def place_of(thing: Any) -> tuple[str, str] | None:
    """Return module and name of something, empty for None; None if it is not found there."""
    if thing is None:
        return "", ""
    where = thing.__module__, thing.__qualname__
    return where if getattr(sys.modules.get(where[0]), where[1], None) is thing else None


def find_tree_loops(policy: tuple[str, str], judge: tuple[str, str]) -> type[TreeLoops]:
    """Return the loops with a policy and a judge, by the names of their modules and their own."""
    found = [
        getattr(importlib.import_module(module), name) if module else None
        for module, name in (policy, judge)
    ]
    return tree_loops_with(*found)


# the groups with a judge that have been asked for
_GROUPS: dict[Any, type[TreeLoops]] = {}


def tree_loops_with(policy: PlayoutPolicy | None, judge: Judge | None) -> type[TreeLoops]:
    """Return the loops in which a policy plays on and a judge says what tables are worth."""
    if judge is None:
        return with_policy(TreeLoops, policy)
    if judge not in _GROUPS:
        members = {"about": f"{TreeLoops.about} with a judge", "judge": judge}
        _GROUPS[judge] = type(TreeLoops.__name__, (TreeLoops,), members)
    return with_policy(_GROUPS[judge], policy)


def search_by_tree(
    information: InformationState,
    *,
    budget: Budget,
    seed: int,
    policy: PlayoutPolicy | None = None,
    judge: Judge | None = None,
    explore: float = 0.7,
    until_round: bool = False,
) -> Explanation:
    """Return what to do by information-set Monte Carlo tree search.

    Each world is played out once: a budget of worlds is one of iterations. ``explore`` is the
    constant of UCB1, in parts of all that tables were worth so far.
    """
    check_seed(seed)
    legal = find_actions(information, None)
    names = tuple(information.legal_actions.values())
    if legal.size == 1:
        return one_action(information.seat, int(legal[0]), names[0], "nothing else is legal")
    game, until = information.game, find_until(information.game, None, None, until_round)
    group = tree_loops_with(policy, judge)
    loops = loops_of(game, group)
    room = Room.make(game, 1, information.num_players, np.zeros(0), group.notes())
    nodes = min(budget.worlds or MOST_NODES, MOST_NODES)
    tree = TreeSearch.make(game, information.num_players, nodes, explore, ENTRIES_OF_NODE)
    for number, portion in enumerate(portions_of(budget)):
        part = int(numbered_seed(np.uint64(seed), number))
        worlds, seeds = information.worlds(portion, part), find_seeds(game, part, portion, 1)
        loops.grow_tree(tree._replace(worlds=worlds.states, seeds=seeds[:, 0]), room, until)
        if room.illegal.any():
            raise IllegalActionError(f"the playout policy chose what is not legal in {game.name}")
    return explain_tree(information, legal, names, tree)


def portions_of(budget: Budget) -> Iterator[int]:
    """Go through numbers of worlds that are played out one after the other."""
    spending = Spending(budget, marks=(1.0,), at_once=AT_ONCE)
    return spending.portions()


def explain_tree(
    information: InformationState,
    legal: NDArray[np.int64],
    names: tuple[str, ...],
    tree: TreeSearch,
) -> Explanation:
    """Return what the root of a tree says."""
    root = slice(int(tree.first[0]), int(tree.first[0] + tree.legal[0]))
    visits, sums = tree.visits[root].copy(), tree.sums[root]
    with np.errstate(divide="ignore", invalid="ignore"):
        values = sums / visits
        spread = np.maximum(tree.squares[root] / visits - values**2, 0.0)
        errors = np.where(visits > 1, np.sqrt(spread / np.maximum(visits - 1, 1)), np.inf)
    # of those that were tried as often the better one
    chosen = int(np.lexsort((np.nan_to_num(values, nan=-np.inf), visits))[-1])
    odds = np.zeros(legal.size)
    odds[chosen] = 1.0
    unknown = np.full(legal.size, np.nan)
    return Explanation(
        seat=information.seat,
        actions=legal,
        names=names,
        values=values,
        errors=errors,
        visits=visits,
        gains=unknown,
        gain_errors=np.full(legal.size, np.inf),
        odds=odds,
        chosen=int(legal[chosen]),
        usual=None,
        worlds=int(visits.sum()),
        reason=f"{names[chosen]} was tried most often, {visits[chosen]} of {visits.sum()} times",
    )
