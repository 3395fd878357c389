"""The loops that drive any game, written once and bound to each game's rules.

The names declared first stand for a game's rules: ``bind`` puts the rules of one
game in their place (see compiled_game.py). Nothing in this file knows a game. The types of a
loop's arguments say for which arrays it is compiled (see bundles.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from boardgame_envs.core.bundles import (
    ManyTables,
    Mask,
    Numbers,
    Observation,
    Observations,
    OneTable,
    RandomGames,
    RandomTurns,
    SeatArrays,
    Seeds,
    States,
)
from boardgame_envs.core.chance import Word, next_seed, numbered_seed, scramble
from boardgame_envs.core.compiled import Buffer, Record, prange, rule
from boardgame_envs.core.numpy_seeds import add_key, fill_pool, write_words
from boardgame_envs.core.seats import CHANCE, NOBODY

# what looking at a table returns in the place of a seat
ILLEGAL = -3
# in the place of an action: go on with what others do
GO_ON = -1
NEWS = -4

# after this many games in a row that were over before anybody decided, the next one will be, too
MOST_GAMES_WITHOUT_A_DECISION = 1000

# actions that are counted at once when one of the legal ones is chosen
BLOCK = 16

set_up: Callable[..., Any]
draw_chance: Callable[..., Any]
carry_on: Callable[..., Any]
mark_legal_actions: Callable[..., Any]
apply_action: Callable[..., Any]
write_returns: Callable[..., Any]
is_truncated: Callable[..., Any]
write_observation: Callable[..., Any]
clear_observation: Callable[..., Any]
redeal_unseen: Callable[..., Any]
# those of games with secrets; and of games without, how long an observation is
write_secrets: Callable[..., Any]
OBSERVATION_SIZE: int


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


def deal(states: Buffer, i: int, templates: Buffer, seed: Word) -> None:
    """Put a new game on a table, up to its first decision."""
    begin(states, i, templates, seed)
    settle_chance(states[i])


def deal_on(
    states: Buffer, i: int, templates: Buffer, seeds: Buffer, returns: Buffer, total: Buffer
) -> int:
    """Deal the next games at a table until somebody is to decide.

    Returns how many were over before that, and adds what they paid to the total.
    """
    skipped = 0
    while True:
        seeds[i] = next_seed(seeds[i])
        deal(states, i, templates, seeds[i])
        if states[i].seat != NOBODY or skipped == MOST_GAMES_WITHOUT_A_DECISION:
            return skipped
        add_returns(states[i], returns, total)
        skipped += 1


def add_returns(state: Record, returns: Buffer, total: Buffer) -> None:
    """Add what a game has paid to a total; ``returns`` is room to work in, and left empty."""
    returns[:] = 0.0
    write_returns(state, returns)
    for seat in range(returns.size):
        total[seat] += returns[seat]
    returns[:] = 0.0


def settle_chance(state: Record) -> None:
    """Let chance decide until a seat is to act or the game is over."""
    while state.seat == CHANCE:
        draw_chance(state)
        carry_on(state)


def redeal(state: Record, seat: int, seed: Word) -> None:
    """Deal anew what a seat cannot know; the future, too, becomes another one."""
    state.rng = scramble(seed)
    redeal_unseen(state, seat)


@rule
def clear_whole(observation: Buffer) -> None:
    """Clear an observation, of a game that does not say how that is done sooner."""
    observation[:] = 0.0


def look(state: Record, mask: Buffer, observation: Buffer) -> None:
    """Write what the seat to act may do and what it sees; zeros once the game is over.

    The observation has zeros, or what a seat of this game saw.
    """
    mask[:] = False
    clear_observation(observation)
    seat = np.int64(state.seat)
    if seat >= 0:
        mark_legal_actions(state, mask)
        write_observation(state, seat, observation)


def choose(mask: Buffer, weights: Buffer, rng: Buffer, i: int) -> int:
    """Return a random legal action, each as likely as its weight says; all alike without any."""
    rng[i] = next_seed(rng[i])
    share = np.float64(rng[i]) / 2.0**64
    return choose_any(mask, share) if weights.size == 0 else choose_by_weight(mask, weights, share)


@rule
def choose_any(mask: Buffer, share: float) -> int:
    """Return the legal action before which a share of all lies; as if each had a weight of 1."""
    legal, passed, action = 0, 0, 0
    for place in range(mask.size):
        legal += int(mask[place])
    left = min(int(share * legal), legal - 1)
    # legal actions are few, so blocks are skipped up to the one that has it
    while action + BLOCK <= mask.size:
        within = 0
        for step in range(BLOCK):
            within += int(mask[action + step])
        if left < within:
            break
        left -= within
        action += BLOCK
    for place in range(action, min(action + BLOCK, mask.size)):
        passed += int(mask[place])
        # no branch: nobody can guess which one it will be, not even a processor
        action += int(passed <= left)
    return action


@rule
def choose_by_weight(mask: Buffer, weights: Buffer, share: float) -> int:
    """Return the legal action before which a share of the weight of all lies."""
    total = 0.0
    for action in range(mask.size):
        if mask[action]:
            total += weights[action]
    left, choice = share * total, -1
    for action in range(mask.size):
        if mask[action]:
            choice = action
            left -= weights[action]
            if left < 0.0:
                break
    return choice


# --- one table ---


def start_table(table: OneTable, template: States, seed: Word) -> None:
    """Begin a game, up to its first chance event."""
    begin(table.states, 0, template, seed)


def step_table(table: OneTable, action: int) -> int:
    """Carry out an action, let chance decide, and look at the table; or return ILLEGAL."""
    if action < 0 or action >= table.mask.size or not table.mask[action]:
        return ILLEGAL
    apply_action(table.states[0], action)
    return look_table(table)


def look_table(table: OneTable) -> int:
    """Let chance decide, as far as there is room to keep it, and look at the table.

    Returns the seat to act if that is all there is to say. Otherwise NEWS, and the report says
    how often chance decided, the seat to act, and the returns so far.
    """
    states, report = table.states, table.report
    state = states[0]
    count = 0
    while state.seat == CHANCE and count < states.size - 1:
        draw_chance(state)
        count += 1
        states[count] = state
        carry_on(state)
    look(state, table.mask, table.observation)
    report[0] = count
    report[1] = state.seat
    has_news = update_returns(state, report) or count > 0 or state.seat < 0
    return NEWS if has_news else int(state.seat)


def step_among_random(table: OneTable, turns: RandomTurns, seat: int, action: int) -> int:
    """Carry out an action, or GO_ON; others choose at random until a seat is to act, then look.

    Returns how many decisions were made, or ILLEGAL. There are fewer if the room to keep them,
    or chance events, is used up, or what was drawn for whoever is to act now.
    """
    state, mask, used = table.states[0], table.mask, turns.used
    made, outcomes = 0, 0
    if action != GO_ON:
        if action < 0 or action >= mask.size or not mask[action]:
            return ILLEGAL
        outcomes = decide(table, turns, action, made, outcomes)
        made += 1
    while state.seat >= 0 and state.seat != seat:
        other = np.int64(state.seat)
        if made == turns.actions.size or used[other] == turns.draws.shape[1]:
            break
        mask[:] = False
        mark_legal_actions(state, mask)
        chosen = lowest_legal(mask, turns.draws[other, used[other]])
        used[other] += 1
        outcomes = decide(table, turns, chosen, made, outcomes)
        made += 1
    look(state, mask, table.observation)
    table.report[0] = outcomes
    table.report[1] = state.seat
    update_returns(state, table.report)
    return made


def decide(table: OneTable, turns: RandomTurns, action: int, made: int, outcomes: int) -> int:
    """Carry out an action, let chance decide, and keep both; return how often chance has decided.

    ``made`` and ``outcomes`` are the decisions and chance events of this call before it.
    """
    states, state = table.states, table.states[0]
    turns.states[made] = state
    turns.actions[made] = action
    apply_action(state, action)
    while state.seat == CHANCE and outcomes < states.size - 1:
        draw_chance(state)
        turns.decided[outcomes] = made + 1
        outcomes += 1
        states[outcomes] = state
        carry_on(state)
    return outcomes


def seed_draws(game_seed: Word, seat: int, words: Seeds) -> None:
    """Write what NumPy's generator of the agent in a seat begins with, four words."""
    factor = fill_pool(game_seed, words)
    add_key(np.uint64(seat), factor, words)
    write_words(words)
    fill_pool(words[0], words)
    write_words(words)


@rule
def lowest_legal(mask: Buffer, draws: Buffer) -> int:
    """Return the legal action for which the lowest number was drawn."""
    chosen, lowest = 0, 2.0
    for action in range(mask.size):
        draw = draws[action] if mask[action] else 2.0
        if draw < lowest:
            chosen, lowest = action, draw
    return chosen


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


def apply_at_table(states: States, action: int) -> None:
    """Carry out an action, up to the next chance event."""
    apply_action(states[0], action)


def carry_on_table(states: States) -> None:
    """Go on after a chance event that was decided by hand."""
    carry_on(states[0])


def mark_table(states: States, i: int, mask: Mask) -> None:
    """Write what the seat to act may do."""
    mask[:] = False
    if states[i].seat >= 0:
        mark_legal_actions(states[i], mask)


def observe_table(states: States, i: int, seat: int, observation: Observation) -> None:
    """Write what a seat sees."""
    observation[:] = 0.0
    write_observation(states[i], seat, observation)


def redeal_table(states: States, seat: int, seed: Word) -> None:
    """Deal anew what a seat cannot know; the future, too, becomes another one."""
    redeal(states[0], seat, seed)


# --- possible worlds ---


def draw_seeds(first: Word, seeds: Seeds) -> None:
    """Write unrelated seeds, of which the first word says which they are."""
    for i in range(seeds.size):
        seeds[i] = numbered_seed(first, i)


def deal_worlds(known: States, seat: int, first: Word, worlds: States) -> None:
    """Deal worlds: tables with all that a seat knows, the rest dealt anew by unrelated seeds."""
    for i in range(worlds.size):
        worlds[i] = known[0]
        redeal(worlds[i], seat, numbered_seed(first, i))


def redeal_tables(states: States, seat: int, seed: Word) -> None:
    """Deal anew what a seat cannot know, by the same seed at each table."""
    for i in range(states.size):
        redeal(states[i], seat, seed)


def observe_worlds(worlds: States, seat: int, observation: Observations) -> None:
    """Write what one and the same seat sees in each world."""
    for i in range(worlds.size):
        observation[i, :] = 0.0
        write_observation(worlds[i], seat, observation[i])


# --- many tables ---


def start_batch(tables: ManyTables) -> None:
    """Begin a game at every table; all that is counted is 0 so far.

    One that is over before anybody decides is done, and the next one is begun.
    """
    states, templates, seeds = tables.states, tables.templates, tables.seeds
    seat, mask, observation = tables.seat, tables.mask, tables.observation
    returns, reward, done = tables.returns, tables.reward, tables.done
    finished, final_returns = tables.finished, tables.final_returns
    skipped_games, skipped_returns = tables.skipped_games, tables.skipped_returns
    for i in prange(states.size):
        state = states[i]
        deal(states, i, templates, seeds[i])
        done[i] = state.seat == NOBODY
        if done[i]:
            earn(state, returns[i], reward[i])
            finished[i] = state
            put_away(returns[i], final_returns[i])
            skipped_games[i] = deal_on(states, i, templates, seeds, returns[i], skipped_returns[i])
        seat[i] = state.seat
        look(state, mask[i], observation[i])


@rule
def find_illegal(actions: Buffer, mask: Buffer) -> int:
    """Return the first table whose action is not legal, or -1."""
    for i in range(actions.size):
        action = np.int64(actions[i])
        if action < 0 or action >= mask.shape[1] or not mask[i, action]:
            return i
    return -1


def step_batch(tables: ManyTables, actions: Numbers) -> int:
    """Carry out one action at every table; where a game ends, begin the next.

    Returns -1, or a table whose action is not legal: then nothing has happened anywhere.
    """
    illegal = find_illegal(actions, tables.mask)
    if illegal >= 0:
        return illegal
    # taken out of the bundle once: each look into it costs, and the loop is hot
    states, templates, seeds = tables.states, tables.templates, tables.seeds
    seat, mask, observation = tables.seat, tables.mask, tables.observation
    returns, reward, done = tables.returns, tables.reward, tables.done
    length, finished = tables.length, tables.finished
    final_returns, final_length = tables.final_returns, tables.final_length
    skipped_games, skipped_returns = tables.skipped_games, tables.skipped_returns
    for i in prange(states.size):
        state = states[i]
        if skipped_games[i] > 0:
            skipped_games[i] = 0
            skipped_returns[i, :] = 0.0
        apply_action(state, np.int64(actions[i]))
        settle_chance(state)
        length[i] += 1
        earn(state, returns[i], reward[i])
        done[i] = state.seat == NOBODY
        if done[i]:
            finished[i] = state
            put_away(returns[i], final_returns[i])
            final_length[i] = length[i]
            length[i] = 0
            skipped_games[i] = deal_on(states, i, templates, seeds, returns[i], skipped_returns[i])
        seat[i] = state.seat
        look(state, mask[i], observation[i])
    return illegal


def earn(state: Record, returns: Buffer, reward: Buffer) -> None:
    """Write what each seat earned since ``returns``, and bring that up to date."""
    reward[:] = 0.0
    write_returns(state, reward)
    for seat in range(reward.size):
        now = reward[seat]
        reward[seat] = now - returns[seat]
        returns[seat] = now


def put_away(returns: Buffer, final_returns: Buffer) -> None:
    """Keep the returns of a game that has just ended, and start counting anew."""
    for seat in range(returns.size):
        final_returns[seat] = returns[seat]
        returns[seat] = 0.0


def observe_batch(states: States, seats: Numbers, observation: Observations) -> None:
    """Write what one seat sees at each table; zeros for a negative seat."""
    for i in prange(states.size):
        observation[i, :] = 0.0
        if seats[i] >= 0:
            write_observation(states[i], np.int64(seats[i]), observation[i])


# --- what only a critic sees ---


def write_other_views(state: Record, seat: int, secrets: Buffer) -> None:
    """Write what the other seats see, in order from a seat: the secrets where a game names none."""
    size, begin = OBSERVATION_SIZE, 0
    for steps in range(1, state.num_players):
        other = (seat + steps) % np.int64(state.num_players)
        write_observation(state, other, secrets[begin : begin + size])
        begin += size


def write_secrets_batch(states: States, seats: Numbers, secrets: Observations) -> None:
    """Write what is hidden from one seat at each table."""
    for i in prange(states.size):
        secrets[i, :] = 0.0
        write_secrets(states[i], np.int64(seats[i]), secrets[i])


# --- random play ---


def finish_games(games: RandomGames) -> None:
    """Play at random to the end of the game at every table."""
    states, mask, weights, rng = games.states, games.mask, games.weights, games.rng
    for i in prange(states.size):
        state = states[i]
        settle_chance(state)
        while state.seat != NOBODY:
            mask[i, :] = False
            mark_legal_actions(state, mask[i])
            apply_action(state, choose(mask[i], weights, rng, i))
            settle_chance(state)
        write_returns(state, games.returns[i])


def play_on(games: RandomGames, num_steps: int) -> None:
    """Play at random at every table, counting the games that end and what they pay."""
    states, templates, seeds = games.states, games.templates, games.seeds
    mask, weights, rng = games.mask, games.weights, games.rng
    num_games, returns, total_returns = games.games, games.returns, games.total_returns
    for i in prange(states.size):
        state = states[i]
        for _ in range(num_steps):
            mask[i, :] = False
            mark_legal_actions(state, mask[i])
            apply_action(state, choose(mask[i], weights, rng, i))
            settle_chance(state)
            if state.seat == NOBODY:
                add_returns(state, returns[i], total_returns[i])
                num_games[i] += 1
                num_games[i] += deal_on(states, i, templates, seeds, returns[i], total_returns[i])


# --- many tables, at each of which one seat learns ---
#
# ``rows`` lists the tables that are meant.


def begin_rows(tables: SeatArrays, rows: Numbers) -> int:
    """Begin the game of its seed at some tables; returns how many wait for another seat."""
    states, template, seeds = tables.states, tables.template, tables.seeds
    for row in range(rows.size):
        deal(states, rows[row], template, seeds[rows[row]])
    return hand_over(tables, rows)


def step_rows(tables: SeatArrays, rows: Numbers, actions: Numbers) -> int:
    """Carry out a legal action at some tables; returns how many wait for another seat."""
    states = tables.states
    for row in range(rows.size):
        state = states[rows[row]]
        apply_action(state, np.int64(actions[row]))
        settle_chance(state)
    return hand_over(tables, rows)


def hand_over(tables: SeatArrays, rows: Numbers) -> int:
    """Show each table to the seat to act, and the end of a game to the learner.

    ``waiting`` may be the very array that ``rows`` is the front of: never more wait than have
    been gone through.
    """
    # taken out of the bundle once: each look into it costs, and the loop is hot
    states, learner, waiting = tables.states, tables.learner, tables.waiting
    mask, observation = tables.mask, tables.observation
    their_mask, their_observation = tables.their_mask, tables.their_observation
    count = 0
    for row in range(rows.size):
        i = rows[row]
        state = states[i]
        if state.seat == NOBODY:
            mask[i, :] = False
            observation[i, :] = 0.0
            write_observation(state, learner[i], observation[i])
        elif state.seat == learner[i]:
            look(state, mask[i], observation[i])
        else:
            look(state, their_mask[count], their_observation[count])
            waiting[count] = i
            count += 1
    return count


def settle_rows(tables: SeatArrays, rows: Numbers) -> None:
    """Write what each learner earned since it last heard of it, and which games are over."""
    for row in range(rows.size):
        i = rows[row]
        state = tables.states[i]
        write_returns(state, tables.returns)
        now = tables.returns[tables.learner[i]]
        tables.reward[i] = now - tables.earned[i]
        tables.earned[i] = now
        tables.over[i] = state.seat == NOBODY
        tables.truncated[i] = tables.over[i] and is_truncated(state)
