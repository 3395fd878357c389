"""The arrays of a search, in bundles with names, as ``core/bundles.py`` has those of tables."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.game import Game
from boardgame_envs.core.states import blank_states

Values: TypeAlias = Annotated[NDArray[np.float64], "what each table is worth to each seat"]

# decisions of a playout that may lie in a tree
DEEPEST = 256


class Until(NamedTuple):
    """How far tables play on by themselves."""

    decisions: int  # at most
    seat: int  # to its next decision; negative: no seat is waited for
    round_end: int  # 1: to the end of the round in which the search began, 0: no round counts


class Room(NamedTuple):
    """Where those who play on decide, a row for each thread."""

    mask: NDArray[np.bool_]
    observation: NDArray[np.float32]
    notes: NDArray[Any]  # a policy's
    weights: NDArray[np.float64]  # how likely each action is where there is no policy
    rng: NDArray[np.uint64]
    returns: NDArray[np.float32]
    illegal: NDArray[np.int64]  # actions of a policy, which end a playout

    @classmethod
    def make(
        cls,
        game: Game,
        threads: int,
        seats: int,
        weights: NDArray[np.float64],
        notes: np.dtype[Any],
    ) -> Room:
        """Return empty room."""
        return cls(
            mask=np.zeros((threads, game.num_actions), np.bool_),
            observation=np.zeros((threads, game.layout.size), np.float32),
            notes=np.zeros(threads, notes),
            weights=weights,
            rng=np.zeros(threads, np.uint64),
            returns=np.zeros((threads, seats), np.float32),
            illegal=np.zeros(threads, np.int64),
        )


class ActionSearch(NamedTuple):
    """Worlds in each of which some actions are tried, each with the same chance to come."""

    worlds: NDArray[Any]  # a state of each
    actions: NDArray[np.int64]
    seeds: NDArray[np.uint64]  # of each ending in each world
    tables: NDArray[Any]  # one for each thread
    returns: NDArray[np.float64]  # of each action in each world and seat, summed over its endings
    ends: NDArray[Any]  # each ending of each action in each world; none if nobody looks at them

    @classmethod
    def make(
        cls,
        worlds: NDArray[Any],
        actions: NDArray[np.int64],
        seeds: NDArray[np.uint64],
        threads: int,
        seats: int,
        keeps_ends: bool = False,
    ) -> ActionSearch:
        """Return a search that has not begun."""
        return cls(
            worlds=worlds,
            actions=actions,
            seeds=seeds,
            tables=blank_states(worlds.dtype, threads),
            returns=np.zeros((len(worlds), len(actions), seats), np.float64),
            ends=blank_states(worlds.dtype, seeds.size * len(actions) if keeps_ends else 0),
        )


class LeafTables(NamedTuple):
    """A table for each ending of each action in each world.

    ``waiting`` lists those at which somebody is to decide. Its view is written to the front of
    ``seat``, ``mask`` and ``observation``, a row for each of them, in that order.
    """

    states: NDArray[Any]
    rng: NDArray[np.uint64]  # of those who play on
    rounds: NDArray[np.int64]  # that had ended when the search began
    closed: NDArray[np.bool_]  # nothing more happens here
    returns: NDArray[np.float32]
    waiting: NDArray[np.int64]
    seat: NDArray[np.int64]
    mask: NDArray[np.bool_]
    observation: NDArray[np.float32]

    @classmethod
    def make(cls, game: Game, tables: int, seats: int) -> LeafTables:
        """Return tables with nothing on them."""
        return cls(
            states=blank_states(game.rules.STATE, tables),
            rng=np.zeros(tables, np.uint64),
            rounds=np.zeros(tables, np.int64),
            closed=np.zeros(tables, np.bool_),
            returns=np.zeros((tables, seats), np.float32),
            waiting=np.zeros(tables, np.int64),
            seat=np.zeros(tables, np.int64),
            mask=np.zeros((tables, game.num_actions), np.bool_),
            observation=np.zeros((tables, game.layout.size), np.float32),
        )


class Pasts(NamedTuple):
    """Worlds that are walked back by one decision: what was seen there, and done."""

    known: NDArray[Any]  # the table before the decision, as the seat that looks back knew it
    later: NDArray[Any]  # a state of each world
    earlier: NDArray[Any]  # the same worlds before the decision
    action: NDArray[np.int64]  # negative if that cannot be told
    mask: NDArray[np.bool_]
    observation: NDArray[np.float32]

    @classmethod
    def make(cls, game: Game, known: NDArray[Any], later: NDArray[Any]) -> Pasts:
        """Return worlds that have not been walked back yet."""
        return cls(
            known=known,
            later=later,
            earlier=blank_states(later.dtype, len(later)),
            action=np.zeros(len(later), np.int64),
            mask=np.zeros((len(later), game.num_actions), np.bool_),
            observation=np.zeros((len(later), game.layout.size), np.float32),
        )


class TreeSearch(NamedTuple):
    """A tree of what seats know: a node for each thing that a seat to act has seen.

    Nodes are found by a hash of what is seen, in ``slots``. A node has an entry for each action
    that is legal there, side by side. ``used`` counts nodes and entries; when there is no room for
    more the tree grows no further, and what it has is counted on.
    """

    worlds: NDArray[Any]
    seeds: NDArray[np.uint64]
    tables: NDArray[Any]  # one, to play on
    explore: NDArray[np.float64]  # one: how much what was tried less is tried more
    slots: NDArray[np.int64]  # a node and one more, 0 where there is none
    keys: NDArray[np.uint64]  # of the nodes
    first: NDArray[np.int64]  # entry of each node
    legal: NDArray[np.int64]  # number of its entries
    actions: NDArray[np.int64]  # of the entries, as all that follows
    visits: NDArray[np.int64]
    sums: NDArray[np.float64]
    squares: NDArray[np.float64]
    used: NDArray[np.int64]
    path: NDArray[np.int64]  # entry and seat of each decision in the tree
    values: NDArray[np.float64]  # of each seat at the end of a playout
    bounds: NDArray[np.float64]  # the lowest and the highest that were seen

    @classmethod
    def make(
        cls, game: Game, seats: int, nodes: int, explore: float, entries_of_node: int
    ) -> TreeSearch:
        """Return a tree with nothing in it, and no worlds."""
        entries = nodes * entries_of_node + game.num_actions
        return cls(
            worlds=blank_states(game.rules.STATE, 0),
            seeds=np.zeros(0, np.uint64),
            tables=blank_states(game.rules.STATE, 1),
            explore=np.array([explore], np.float64),
            # twice as many as there can be nodes, so that few are looked at in vain
            slots=np.zeros(1 << (2 * nodes).bit_length(), np.int64),
            keys=np.zeros(nodes, np.uint64),
            first=np.zeros(nodes, np.int64),
            legal=np.zeros(nodes, np.int64),
            actions=np.zeros(entries, np.int64),
            visits=np.zeros(entries, np.int64),
            sums=np.zeros(entries, np.float64),
            squares=np.zeros(entries, np.float64),
            used=np.zeros(2, np.int64),
            path=np.zeros((DEEPEST, 2), np.int64),
            values=np.zeros(seats, np.float64),
            bounds=np.array([np.inf, -np.inf]),
        )


class Solving(NamedTuple):
    """Room to solve rounds in: the tables from the first one down, and what is remembered."""

    stack: NDArray[Any]  # the tables, each after one more action
    mask: NDArray[np.bool_]  # what is legal at each, as all that follows
    next: NDArray[np.int64]  # the next action to be tried
    window: NDArray[np.float64]  # the lowest and highest value that matter, now and at first
    best: NDArray[np.float64]
    node_keys: NDArray[np.uint64]
    keys: NDArray[np.uint64]  # of the tables that are remembered
    worths: NDArray[np.float64]
    kinds: NDArray[np.int8]  # 0: nothing is remembered here
    values: NDArray[np.float64]
    bounds: NDArray[np.float64]  # the least and the most that the round can bring the seat
    used: NDArray[np.int64]  # tables that were looked at, and actions that were played out
    limit: NDArray[np.int64]  # tables that may be looked at for one action

    @classmethod
    def make(cls, game: Game, seats: int, memory: int, limit: int) -> Solving:
        """Return room with nothing in it; ``memory`` tables can be remembered, a power of 2."""
        return cls(
            stack=blank_states(game.rules.STATE, DEEPEST),
            mask=np.zeros((DEEPEST, game.num_actions), np.bool_),
            next=np.zeros(DEEPEST, np.int64),
            window=np.zeros((DEEPEST, 4), np.float64),
            best=np.zeros(DEEPEST, np.float64),
            node_keys=np.zeros(DEEPEST, np.uint64),
            keys=np.zeros(memory, np.uint64),
            worths=np.zeros(memory, np.float64),
            kinds=np.zeros(memory, np.int8),
            values=np.zeros(seats, np.float64),
            bounds=np.zeros(2, np.float64),
            used=np.zeros(2, np.int64),
            limit=np.array([limit], np.int64),
        )
