"""The loops of a search by trees, bound as those of ``loops.py`` are.

Each playout begins in a world of its own. In the tree every seat decides by what was found out for
what *it* sees there (so it cannot use what is hidden from it); at the first node that is new,
and from there on, the playout policy decides.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np

from boardgame_envs.core.chance import GOLDEN_GAMMA, Word, next_seed, scramble
from boardgame_envs.core.compiled import Buffer, Record, rule, wrapping_rule
from boardgame_envs.search.bundles import Room, TreeSearch, Until

# what choices in the tree are drawn from is not what playouts are drawn from
CHOICES = np.uint64(0x8EBC6AF09C88C6E3)
NOTHING = -1

# the game's
look: Callable[..., Any]
apply_action: Callable[..., Any]
settle_chance: Callable[..., Any]
count_rounds: Callable[..., Any]
judge: Callable[..., Any]

# parts of loops.py
take_action: Callable[..., Any]
is_closed: Callable[..., Any]
play_until: Callable[..., Any]
decide: Callable[..., Any]


@wrapping_rule
def key_of(observation: Buffer, mask: Buffer, seat: int) -> Word:
    """Return a hash of what a seat sees and may do; other things have others, but for a miracle."""
    key = scramble(np.uint64(seat + 1))
    bits = observation.view(np.uint32)
    for place in range(bits.size):
        key = (key ^ np.uint64(bits[place])) * GOLDEN_GAMMA
        key = key ^ (key >> np.uint64(29))
    for action in range(mask.size):
        if mask[action]:
            key = (key ^ np.uint64(action + 1)) * GOLDEN_GAMMA
            key = key ^ (key >> np.uint64(29))
    return scramble(key)


@rule
def find_slot(tree: TreeSearch, key: Word) -> int:
    """Return the place of a node among the slots, or where it would be."""
    last = np.uint64(tree.slots.size - 1)
    slot = np.int64(key & last)
    while tree.slots[slot] > 0 and tree.keys[tree.slots[slot] - 1] != key:
        slot = np.int64((slot + 1) % tree.slots.size)
    return int(slot)


@rule
def add_node(tree: TreeSearch, slot: int, key: Word, mask: Buffer) -> int:
    """Return a new node with an entry for each legal action; NOTHING if there is no room."""
    node, entry = int(tree.used[0]), int(tree.used[1])
    legal = 0
    for action in range(mask.size):
        legal += int(mask[action])
    if node == tree.keys.size or entry + legal > tree.actions.size:
        return NOTHING
    tree.slots[slot] = node + 1
    tree.keys[node] = key
    tree.first[node], tree.legal[node] = entry, legal
    for action in range(mask.size):
        if mask[action]:
            tree.actions[entry] = action
            entry += 1
    tree.used[0], tree.used[1] = node + 1, entry
    return node


@rule
def entry_of(tree: TreeSearch, node: int, action: int) -> int:
    """Return the entry of an action at a node."""
    first = int(tree.first[node])
    for entry in range(first, first + int(tree.legal[node])):
        if tree.actions[entry] == action:
            return entry
    return NOTHING


@rule
def promising(tree: TreeSearch, node: int, word: Word) -> int:
    """Return the entry to be tried next: any that was not, or one that may be best (UCB1)."""
    first, legal = int(tree.first[node]), int(tree.legal[node])
    tried, untried = 0, 0
    for entry in range(first, first + legal):
        tried += int(tree.visits[entry])
        untried += int(tree.visits[entry] == 0)
    if untried > 0:
        left = np.int64(word % np.uint64(untried))
        for entry in range(first, first + legal):
            if tree.visits[entry] == 0:
                if left == 0:
                    return entry
                left -= 1
    span = max(tree.bounds[1] - tree.bounds[0], 1e-9)
    best, most = first, -np.inf
    for entry in range(first, first + legal):
        visits = float(tree.visits[entry])
        bonus = tree.explore[0] * span * sqrt(log(float(tried)) / visits)
        if tree.sums[entry] / visits + bonus > most:
            best, most = entry, tree.sums[entry] / visits + bonus
    return best


# --- parts that are bound to a game ---


def descend(
    tree: TreeSearch, state: Record, rounds: int, room: Room, until: Until, word: Word
) -> int:
    """Go down the tree to a node that is new, or to the end; return how many decisions that took.

    At the new node the policy has decided.
    """
    mask, observation, notes = room.mask[0], room.observation[0], room.notes[0]
    depth = 0
    while depth < tree.path.shape[0] and not is_closed(state, rounds, until.round_end):
        look(state, mask, observation)
        seat = int(state.seat)
        key = key_of(observation, mask, seat)
        slot = find_slot(tree, key)
        node, is_new = int(tree.slots[slot]) - 1, tree.slots[slot] == 0
        if is_new:
            node = add_node(tree, slot, key, mask)
            if node == NOTHING:
                return depth
            action = int(decide(state, mask, observation, notes, room.weights, room.rng))
            entry = entry_of(tree, node, action)
            if entry == NOTHING:
                room.illegal[0] += 1
                return depth
        else:
            word = next_seed(word)
            entry = promising(tree, node, word)
        tree.path[depth, 0], tree.path[depth, 1] = entry, seat
        depth += 1
        if depth == 1:
            # the chance to come is that of the playout
            take_action(state, tree.actions[entry], room.rng[0])
        else:
            apply_action(state, tree.actions[entry])
            settle_chance(state)
        if is_new:
            return depth
    return depth


def grow_tree(tree: TreeSearch, room: Room, until: Until) -> None:
    """Play out each world once, and note in the tree what its decisions were worth."""
    tables, path, values, bounds = tree.tables, tree.path, tree.values, tree.bounds
    for world in range(tree.worlds.size):
        tables[0] = tree.worlds[world]
        state = tables[0]
        rounds = int(count_rounds(state))
        room.rng[0] = tree.seeds[world]
        depth = descend(tree, state, rounds, room, until, scramble(tree.seeds[world] ^ CHOICES))
        play_until(state, rounds, room, 0, room.rng, 0, until)
        values[:] = 0.0
        judge(state, values)
        for seat in range(values.size):
            bounds[0], bounds[1] = min(bounds[0], values[seat]), max(bounds[1], values[seat])
        for step in range(depth):
            entry, worth = path[step, 0], values[path[step, 1]]
            tree.visits[entry] += 1
            tree.sums[entry] += worth
            tree.squares[entry] += worth * worth
