"""The loops of a search, written once and bound to each game's rules and to a playout policy.

The names declared first stand for a game's rules and what ``core/loops.py`` makes of them, and
for the policy: ``bind`` puts those of one game in their place (see loop_groups.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from boardgame_envs.core.bundles import Numbers, States
from boardgame_envs.core.chance import Word, scramble
from boardgame_envs.core.compiled import Buffer, Record, prange, rule
from boardgame_envs.core.rewinding import CANNOT_TELL
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.search.bundles import ActionSearch, LeafTables, Pasts, Room, Until, Values

# what is to come is not drawn from the very word that choices begin with
FUTURE = np.uint64(0xA0761D6478BD642F)

# the game's
mark_legal_actions: Callable[..., Any]
apply_action: Callable[..., Any]
write_returns: Callable[..., Any]
count_rounds: Callable[..., Any]
settle_chance: Callable[..., Any]
look: Callable[..., Any]
choose: Callable[..., Any]
rewind: Callable[..., Any]

# what tables are worth to the seats
judge: Callable[..., Any]

# the policy's, but for ``write_observation`` where it needs to see all
write_view: Callable[..., Any]
note_view: Callable[..., Any]
choose_noted: Callable[..., Any]
decide: Callable[..., Any]


@rule
def no_rounds(state: Record) -> int:
    """Return how many rounds have ended in a game that does not tell: none ever."""
    return 0


@rule
def no_rewind(earlier: Record, later: Record, seat: int) -> int:
    """Return that a game does not tell how its worlds came about."""
    return CANNOT_TELL


# --- who decides, wherever a table plays on ---


def decide_at_random(
    state: Record, mask: Buffer, observation: Buffer, notes: Record, weights: Buffer, rng: Buffer
) -> int:
    """Return a random legal action, each as likely as its weight says."""
    mask[:] = False
    mark_legal_actions(state, mask)
    return int(choose(mask, weights, rng, 0))


def decide_by_policy(
    state: Record, mask: Buffer, observation: Buffer, notes: Record, weights: Buffer, rng: Buffer
) -> int:
    """Return the action of a policy that is shown what the seat to act sees; -1 if illegal."""
    mask[:] = False
    observation[:] = 0.0
    mark_legal_actions(state, mask)
    write_view(state, np.int64(state.seat), observation)
    note_view(observation, notes)
    action = int(choose_noted(observation, mask, notes))
    is_legal = 0 <= action < mask.size and mask[action]
    return action if is_legal else -1


# --- parts that the loops below share ---


def take_action(state: Record, action: int, seed: Word) -> None:
    """Let the seat that searches act, with a future that the seed fixes."""
    state.rng = scramble(seed ^ FUTURE)
    apply_action(state, action)
    settle_chance(state)


def is_closed(state: Record, rounds: int, round_end: int) -> bool:
    """Tell whether the game is over, or the round if that is what is played to."""
    return state.seat == NOBODY or (round_end != 0 and count_rounds(state) != rounds)


def play_until(
    state: Record, rounds: int, room: Room, lane: int, rng: Buffer, i: int, until: Until
) -> None:
    """Let the policy decide for all seats, as far as is wanted."""
    mask, observation, notes = room.mask[lane], room.observation[lane], room.notes[lane]
    weights, word = room.weights, rng[i : i + 1]
    for _ in range(until.decisions):
        if state.seat == until.seat or is_closed(state, rounds, until.round_end):
            return
        action = decide(state, mask, observation, notes, weights, word)
        if action < 0:
            room.illegal[lane] += 1
            return
        apply_action(state, action)
        settle_chance(state)


def search_world(search: ActionSearch, world: int, room: Room, lane: int, until: Until) -> None:
    """Try each action in a world, and add up what the seats earn in all endings."""
    tables, returns, ends = search.tables, room.returns[lane], search.ends
    rounds = int(count_rounds(search.worlds[world]))
    endings = search.seeds.shape[1]
    for choice in range(search.actions.size):
        for ending in range(endings):
            seed = search.seeds[world, ending]
            tables[lane] = search.worlds[world]
            state = tables[lane]
            room.rng[lane] = seed
            take_action(state, search.actions[choice], seed)
            play_until(state, rounds, room, lane, room.rng, lane, until)
            returns[:] = 0.0
            write_returns(state, returns)
            for seat in range(returns.size):
                search.returns[world, choice, seat] += returns[seat]
            if ends.size > 0:
                ends[(world * search.actions.size + choice) * endings + ending] = state


# --- searching to the end ---


def search_worlds(search: ActionSearch, room: Room, until: Until) -> None:
    """Try each action in each world."""
    lanes = room.rng.size
    for lane in prange(lanes):
        for world in range(lane, search.worlds.size, lanes):
            search_world(search, world, room, lane, until)


def judge_tables(states: States, values: Values) -> None:
    """Write what each table is worth to each seat."""
    for i in range(states.size):
        judge(states[i], values[i])


# --- searching to leaves ---
#
# ``rows`` lists the tables that are meant.


def deal_leaves(search: ActionSearch, leaves: LeafTables) -> None:
    """Put each ending of each action in each world on a table of its own."""
    worlds, actions, seeds = search.worlds, search.actions, search.seeds
    states, rng, rounds = leaves.states, leaves.rng, leaves.rounds
    endings = seeds.shape[1]
    in_world = actions.size * endings
    for row in prange(states.size):
        world, ending = row // in_world, row % endings
        states[row] = worlds[world]
        rounds[row] = count_rounds(states[row])
        rng[row] = seeds[world, ending]
        take_action(states[row], actions[row % in_world // endings], seeds[world, ending])


def play_leaves(leaves: LeafTables, rows: Numbers, room: Room, until: Until) -> None:
    """Let the policy play on at some tables."""
    lanes = room.rng.size
    for lane in prange(lanes):
        for place in range(lane, rows.size, lanes):
            row = rows[place]
            state = leaves.states[row]
            play_until(state, leaves.rounds[row], room, lane, leaves.rng, row, until)


def step_leaves(leaves: LeafTables, rows: Numbers, actions: Numbers) -> int:
    """Carry out an action at each table that is shown; returns the first illegal one, or -1.

    If there is one, nothing happens.
    """
    states, mask = leaves.states, leaves.mask
    for place in range(rows.size):
        action = actions[place]
        if action < 0 or action >= mask.shape[1] or not mask[place, action]:
            return place
    for place in prange(rows.size):
        state = states[rows[place]]
        apply_action(state, actions[place])
        settle_chance(state)
    return -1


def show_leaves(leaves: LeafTables, rows: Numbers, until: Until) -> int:
    """Write what was earned at some tables; show those that are not closed to whoever is to act.

    Returns how many these are. ``waiting`` may be the very array that ``rows`` is the front of.
    """
    states, waiting, seat = leaves.states, leaves.waiting, leaves.seat
    mask, observation = leaves.mask, leaves.observation
    count = 0
    for place in range(rows.size):
        row = rows[place]
        leaves.returns[row, :] = 0.0
        write_returns(states[row], leaves.returns[row])
        leaves.closed[row] = is_closed(states[row], leaves.rounds[row], until.round_end)
        if not leaves.closed[row]:
            waiting[count] = row
            count += 1
    for place in prange(count):
        state = states[waiting[place]]
        seat[place] = state.seat
        look(state, mask[place], observation[place])
    return count


# --- looking back ---


def rewind_worlds(pasts: Pasts, seat: int) -> None:
    """Walk each world back by one decision, to a table that looked to a seat as it did then.

    It is shown to who decided there.
    """
    known, later, earlier = pasts.known, pasts.later, pasts.earlier
    for i in range(later.size):
        earlier[i] = known[0]
        # what cannot be told is supposed, by a chance that each world has of its own
        earlier[i].rng = later[i].rng
        pasts.action[i] = rewind(earlier[i], later[i], seat)
        look(earlier[i], pasts.mask[i], pasts.observation[i])
