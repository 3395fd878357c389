"""The loops that drive any game, written once and bound to each game's rules.

The names declared first stand for a game's compiled rules: ``bind`` puts the rules of one
game in their place (see engine.py). Nothing in this file knows a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from boardgame_envs.core.chance import Word, next_seed, scramble
from boardgame_envs.core.compiled import Buffer, Record, prange, rule
from boardgame_envs.core.seats import CHANCE, NOBODY

# what looking at a table returns in the place of a seat
ILLEGAL = -3
NEWS = -4

set_up: Callable[..., Any]
draw_chance: Callable[..., Any]
carry_on: Callable[..., Any]
mark_legal_actions: Callable[..., Any]
apply_action: Callable[..., Any]
write_returns: Callable[..., Any]
is_truncated: Callable[..., Any]
write_observation: Callable[..., Any]
redeal_unseen: Callable[..., Any]


# --- parts that the loops below share ---


def begin(states: Buffer, i: int, templates: Buffer, seed: Word) -> None:
    """Put a new game on a table, up to its first chance event.

    Where there are several templates (option sets), the seed chooses among them.
    """
    word = scramble(seed)
    states[i] = templates[np.int64(word % np.uint64(templates.size))]
    state = states[i]
    state.rng = word
    set_up(state)


def settle_chance(state: Record) -> None:
    """Let chance decide until a seat is to act or the game is over."""
    while state.seat == CHANCE:
        draw_chance(state)
        carry_on(state)


def look(state: Record, mask: Buffer, observation: Buffer) -> None:
    """Write what the seat to act may do and what it sees; zeros once the game is over."""
    mask[:] = False
    observation[:] = 0.0
    seat = np.int64(state.seat)
    if seat >= 0:
        mark_legal_actions(state, mask)
        write_observation(state, seat, observation)


def choose(mask: Buffer, weights: Buffer, dice: Buffer, i: int) -> int:
    """Return a random legal action, each as likely as its weight says."""
    dice[i] = next_seed(dice[i])
    total = 0.0
    for action in range(mask.size):
        if mask[action]:
            total += weights[action]
    left = np.float64(dice[i]) / 2.0**64 * total
    choice = -1
    for action in range(mask.size):
        if mask[action]:
            choice = action
            left -= weights[action]
            if left < 0.0:
                break
    return choice


# --- one table ---


def start_table(states: Buffer, templates: Buffer, seed: Word) -> None:
    """Begin a game, up to its first chance event."""
    begin(states, 0, templates, seed)


def step_table(
    states: Buffer, action: int, mask: Buffer, observation: Buffer, report: Buffer
) -> int:
    """Carry out an action, let chance decide, and look at the table; or return ILLEGAL."""
    if action < 0 or action >= mask.size or not mask[action]:
        return ILLEGAL
    apply_action(states[0], action)
    return look_table(states, mask, observation, report)


def look_table(states: Buffer, mask: Buffer, observation: Buffer, report: Buffer) -> int:
    """Let chance decide, as far as there is room to keep it, and look at the table.

    The table is ``states[0]``; those after it keep it as it stood after each chance event.
    Returns the seat to act if that is all there is to tell. Otherwise NEWS, and the report
    says how often chance decided, the seat to act, and the returns so far.
    """
    state = states[0]
    count = 0
    while state.seat == CHANCE and count < states.size - 1:
        draw_chance(state)
        count += 1
        states[count] = state
        carry_on(state)
    look(state, mask, observation)
    report[0] = count
    report[1] = state.seat
    has_news = update_returns(state, report) or count > 0 or state.seat < 0
    return NEWS if has_news else int(state.seat)


def update_returns(state: Record, report: Buffer) -> bool:
    """Bring the returns in a report up to date; tell whether they have changed.

    They follow the two numbers before them; the second half is room to work in.
    """
    seats = (report.size - 2) // 2
    write_returns(state, report[2 + seats :])
    changed = False
    for seat in range(seats):
        if report[2 + seat] != report[2 + seats + seat]:
            report[2 + seat] = report[2 + seats + seat]
            changed = True
    return changed


def apply_at_table(states: Buffer, action: int) -> None:
    """Carry out an action, up to the next chance event."""
    apply_action(states[0], action)


def carry_on_table(states: Buffer) -> None:
    """Go on after a chance event that was decided by hand."""
    carry_on(states[0])


def mark_table(states: Buffer, i: int, mask: Buffer) -> None:
    """Write what the seat to act may do."""
    mask[:] = False
    if states[i].seat >= 0:
        mark_legal_actions(states[i], mask)


def observe_table(states: Buffer, i: int, seat: int, observation: Buffer) -> None:
    """Write what a seat sees."""
    observation[:] = 0.0
    write_observation(states[i], seat, observation)


def redeal_table(states: Buffer, seat: int, seed: Word) -> None:
    """Deal anew what a seat cannot know; the future, too, becomes another one."""
    state = states[0]
    state.rng = scramble(seed)
    redeal_unseen(state, seat)


def finish_table(
    states: Buffer, mask: Buffer, weights: Buffer, dice: Buffer, returns: Buffer
) -> int:
    """Play at random to the end of the game; returns the number of decisions."""
    state = states[0]
    length = 0
    settle_chance(state)
    while state.seat != NOBODY:
        mask[:] = False
        mark_legal_actions(state, mask)
        apply_action(state, choose(mask, weights, dice, 0))
        settle_chance(state)
        length += 1
    write_returns(state, returns)
    return length


# --- many tables ---


def start_batch(
    states: Buffer,
    templates: Buffer,
    seeds: Buffer,
    seat: Buffer,
    mask: Buffer,
    observation: Buffer,
) -> None:
    """Begin a game at every table."""
    for i in prange(states.size):
        begin(states, i, templates, seeds[i])
        settle_chance(states[i])
        seat[i] = states[i].seat
        look(states[i], mask[i], observation[i])


@rule
def find_illegal(actions: Buffer, mask: Buffer) -> int:
    """Return the first table whose action is not legal, or -1."""
    for i in range(actions.size):
        action = np.int64(actions[i])
        if action < 0 or action >= mask.shape[1] or not mask[i, action]:
            return i
    return -1


def step_batch(
    states: Buffer,
    templates: Buffer,
    seeds: Buffer,
    actions: Buffer,
    seat: Buffer,
    mask: Buffer,
    observation: Buffer,
    returns: Buffer,
    reward: Buffer,
    length: Buffer,
    done: Buffer,
    final_returns: Buffer,
    final_length: Buffer,
    finished: Buffer,
) -> None:
    """Carry out one legal action at every table; where a game ends, begin the next."""
    for i in prange(states.size):
        state = states[i]
        apply_action(state, np.int64(actions[i]))
        settle_chance(state)
        length[i] += 1
        earn(state, returns[i], reward[i])
        done[i] = state.seat == NOBODY
        if done[i]:
            finished[i] = state
            put_away(i, returns, length, final_returns, final_length)
            seeds[i] = next_seed(seeds[i])
            begin(states, i, templates, seeds[i])
            settle_chance(state)
        seat[i] = state.seat
        look(state, mask[i], observation[i])


def earn(state: Record, returns: Buffer, reward: Buffer) -> None:
    """Write what each seat earned since ``returns``, and bring that up to date."""
    reward[:] = 0.0
    write_returns(state, reward)
    for seat in range(reward.size):
        now = reward[seat]
        reward[seat] = now - returns[seat]
        returns[seat] = now


def put_away(
    i: int, returns: Buffer, length: Buffer, final_returns: Buffer, final_length: Buffer
) -> None:
    """Note how a game that has just ended came out, and start counting anew."""
    for seat in range(returns.shape[1]):
        final_returns[i, seat] = returns[i, seat]
        returns[i, seat] = 0.0
    final_length[i] = length[i]
    length[i] = 0


def observe_batch(states: Buffer, seats: Buffer, observation: Buffer) -> None:
    """Write what one seat sees at each table; zeros for a negative seat."""
    for i in prange(states.size):
        observation[i, :] = 0.0
        if seats[i] >= 0:
            write_observation(states[i], np.int64(seats[i]), observation[i])


def rollout_batch(
    states: Buffer,
    templates: Buffer,
    seeds: Buffer,
    dice: Buffer,
    mask: Buffer,
    weights: Buffer,
    num_steps: int,
    games: Buffer,
    total_returns: Buffer,
) -> None:
    """Play at random at every table, counting the games that end and what they pay."""
    for i in prange(states.size):
        state = states[i]
        for _ in range(num_steps):
            mask[i, :] = False
            mark_legal_actions(state, mask[i])
            apply_action(state, choose(mask[i], weights, dice, i))
            settle_chance(state)
            if state.seat == NOBODY:
                games[i] += 1
                write_returns(state, total_returns[i, 0])
                for seat in range(total_returns.shape[2]):
                    total_returns[i, 1, seat] += total_returns[i, 0, seat]
                seeds[i] = next_seed(seeds[i])
                begin(states, i, templates, seeds[i])
                settle_chance(state)


# --- many tables, at each of which one seat learns ---
#
# Here games are not replaced when they end. ``rows`` lists the tables that are meant, and
# ``waiting`` those at which another seat is to act: its view is written to the front of
# ``their_mask`` and ``their_observation``, a row for each of them, in that order.


def begin_rows(
    states: Buffer,
    templates: Buffer,
    seeds: Buffer,
    rows: Buffer,
    learner: Buffer,
    mask: Buffer,
    observation: Buffer,
    waiting: Buffer,
    their_mask: Buffer,
    their_observation: Buffer,
) -> int:
    """Begin the game of its seed at some tables; returns how many wait for another seat."""
    count = 0
    for row in range(rows.size):
        i = rows[row]
        begin(states, i, templates, seeds[i])
        settle_chance(states[i])
        count = hand_over(
            states[i], i, learner[i], mask[i], observation[i], waiting, count, their_mask,
            their_observation,
        )  # fmt: skip
    return count


def step_rows(
    states: Buffer,
    rows: Buffer,
    actions: Buffer,
    learner: Buffer,
    mask: Buffer,
    observation: Buffer,
    waiting: Buffer,
    their_mask: Buffer,
    their_observation: Buffer,
) -> int:
    """Carry out a legal action at some tables; returns how many wait for another seat.

    ``waiting`` may be the very array that ``rows`` is the front of: never more wait than have
    been gone through.
    """
    count = 0
    for row in range(rows.size):
        i = rows[row]
        apply_action(states[i], np.int64(actions[row]))
        settle_chance(states[i])
        count = hand_over(
            states[i], i, learner[i], mask[i], observation[i], waiting, count, their_mask,
            their_observation,
        )  # fmt: skip
    return count


def hand_over(
    state: Record,
    i: int,
    learner: int,
    mask: Buffer,
    observation: Buffer,
    waiting: Buffer,
    count: int,
    their_mask: Buffer,
    their_observation: Buffer,
) -> int:
    """Show the table to the seat to act, and the end of a game to the learner."""
    if state.seat == NOBODY:
        mask[:] = False
        observation[:] = 0.0
        write_observation(state, learner, observation)
        return count
    if state.seat == learner:
        look(state, mask, observation)
        return count
    look(state, their_mask[count], their_observation[count])
    waiting[count] = i
    return count + 1


def settle_rows(
    states: Buffer,
    rows: Buffer,
    learner: Buffer,
    returns: Buffer,
    earned: Buffer,
    reward: Buffer,
    over: Buffer,
    truncated: Buffer,
) -> None:
    """Write what each learner earned since it was last told, and which games are over."""
    for row in range(rows.size):
        i = rows[row]
        write_returns(states[i], returns)
        now = returns[learner[i]]
        reward[i] = now - earned[i]
        earned[i] = now
        over[i] = states[i].seat == NOBODY
        truncated[i] = over[i] and is_truncated(states[i])
