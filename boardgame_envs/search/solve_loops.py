"""Rounds of two players with open hands, solved exactly: alpha-beta with a memory.

Bound as ``loops.py`` is. Both players see all cards, what one gains the other loses, and nothing is
left to chance before the round ends. Values are those of the seat that searches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from boardgame_envs.core.chance import Word
from boardgame_envs.core.compiled import rule
from boardgame_envs.search.bundles import ActionSearch, Room, Solving, Until

# what is remembered of a table: its value, or that it is at least or at most as much
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
# slots that are looked at for a table before another one has to make room
NEIGHBOURS = 4

# the game's
mark_legal_actions: Callable[..., Any]
apply_action: Callable[..., Any]
count_rounds: Callable[..., Any]
judge: Callable[..., Any]
key_of_round: Callable[..., Any]
write_bounds: Callable[..., Any]

# parts of loops.py
is_closed: Callable[..., Any]
take_action: Callable[..., Any]
play_until: Callable[..., Any]


@rule
def find_place(solving: Solving, key: Word) -> int:
    """Return where a table is remembered, or could be."""
    last = solving.keys.size - 1
    first = np.int64(key & np.uint64(last))
    for step in range(NEIGHBOURS):
        place = (first + step) & last
        if solving.kinds[place] == 0 or solving.keys[place] == key:
            return int(place)
    return int(first)


@rule
def remember(solving: Solving, key: Word, value: float, kind: int) -> None:
    """Note what a table is worth."""
    place = find_place(solving, key)
    solving.keys[place] = key
    solving.worths[place] = value
    solving.kinds[place] = kind


# --- parts that are bound to a game ---


def is_remembered(solving: Solving, depth: int, key: Word, alpha: float, beta: float) -> bool:
    """Tell whether enough is known of the table at a depth; its worth is then in ``best``."""
    place = find_place(solving, key)
    if solving.kinds[place] == 0 or solving.keys[place] != key:
        return False
    kind, worth = solving.kinds[place], solving.worths[place]
    solving.best[depth] = worth
    if kind == AT_LEAST:
        return bool(worth >= beta)
    return bool(kind == EXACT or worth <= alpha)


def open_node(solving: Solving, depth: int, seat: int, alpha: float, beta: float) -> bool:
    """Begin with the table at a depth; tell whether anything is left to find out about it."""
    state = solving.stack[depth]
    key = key_of_round(state)
    if is_remembered(solving, depth, key, alpha, beta):
        return False
    window = solving.window[depth]
    # as it is, and as it was at first
    window[0], window[1], window[2], window[3] = alpha, beta, alpha, beta
    solving.node_keys[depth] = key
    solving.mask[depth, :] = False
    mark_legal_actions(state, solving.mask[depth])
    solving.next[depth] = solving.mask.shape[1] - 1
    solving.best[depth] = -np.inf if state.seat == seat else np.inf
    solving.used[0] += 1
    return True


def next_action(solving: Solving, depth: int) -> int:
    """Return the next action to try, the last ones first: those end a round; -1 if all were."""
    action = int(solving.next[depth])
    while action >= 0 and not solving.mask[depth, action]:
        action -= 1
    solving.next[depth] = action - 1
    return action


def hand_up(solving: Solving, depth: int, worth: float, seat: int) -> None:
    """Take what an action is worth into account where it was tried."""
    window = solving.window[depth]
    if solving.stack[depth].seat == seat:
        solving.best[depth] = max(solving.best[depth], worth)
        window[0] = max(window[0], worth)
    else:
        solving.best[depth] = min(solving.best[depth], worth)
        window[1] = min(window[1], worth)


def close_node(solving: Solving, depth: int) -> None:
    """Remember what was found out about a table: outside of its first window that is a bound."""
    window, worth = solving.window[depth], solving.best[depth]
    kind = EXACT
    if worth <= window[2]:
        kind = AT_MOST
    elif worth >= window[3]:
        kind = AT_LEAST
    remember(solving, solving.node_keys[depth], worth, kind)


def is_settled(solving: Solving, depth: int, seat: int) -> bool:
    """Tell whether no further action at a depth can change anything."""
    window, best = solving.window[depth], solving.best[depth]
    if window[0] >= window[1]:
        return True
    if solving.stack[depth].seat == seat:
        return bool(best >= solving.bounds[1])
    return bool(best <= solving.bounds[0])


def solve_table(solving: Solving, rounds: int, seat: int) -> bool:
    """Write what the table at depth 0 is worth to a seat into ``best[0]``; False if too large."""
    stack, best, limit = solving.stack, solving.best, solving.used[0] + solving.limit[0]
    depth = 0
    if not open_node(solving, 0, seat, -np.inf, np.inf):
        return True
    while depth >= 0:
        action = -1 if is_settled(solving, depth, seat) else next_action(solving, depth)
        if action < 0:
            close_node(solving, depth)
            depth -= 1
            if depth >= 0:
                hand_up(solving, depth, best[depth + 1], seat)
        elif depth + 1 == stack.size or solving.used[0] >= limit:
            return False
        else:
            stack[depth + 1] = stack[depth]
            apply_action(stack[depth + 1], action)
            if is_closed(stack[depth + 1], rounds, 1):
                judge(stack[depth + 1], solving.values)
                hand_up(solving, depth, solving.values[seat], seat)
            elif open_node(
                solving, depth + 1, seat, solving.window[depth, 0], solving.window[depth, 1]
            ):
                depth += 1
            else:
                hand_up(solving, depth, best[depth + 1], seat)
    return True


def solve_action(
    solving: Solving, search: ActionSearch, world: int, choice: int, seat: int
) -> bool:
    """Write what an action is worth in a world with open hands; False if that is too much work."""
    stack, rounds = solving.stack, int(count_rounds(search.worlds[world]))
    stack[0] = search.worlds[world]
    apply_action(stack[0], search.actions[choice])
    if is_closed(stack[0], rounds, 1):
        judge(stack[0], solving.values)
        search.returns[world, choice, seat] = solving.values[seat]
        return True
    if not solve_table(solving, rounds, seat):
        return False
    search.returns[world, choice, seat] = solving.best[0]
    return True


def solve_worlds(
    solving: Solving, search: ActionSearch, room: Room, until: Until, seat: int
) -> None:
    """Solve each action in each world; where that is too much work, play it out once.

    ``used`` counts tables that were looked at, and what was played out.
    """
    for world in range(search.worlds.size):
        write_bounds(search.worlds[world], seat, solving.bounds)
        for choice in range(search.actions.size):
            if solve_action(solving, search, world, choice, seat):
                continue
            solving.used[1] += 1
            rounds = int(count_rounds(search.worlds[world]))
            search.tables[0] = search.worlds[world]
            state, room.rng[0] = search.tables[0], search.seeds[world, 0]
            take_action(state, search.actions[choice], search.seeds[world, 0])
            play_until(state, rounds, room, 0, room.rng, 0, until)
            judge(state, solving.values)
            search.returns[world, choice, seat] = solving.values[seat]
