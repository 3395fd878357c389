"""The heuristic for Elements.

1. Count what cannot be seen. The other hand is drawn from the unseen cards, so the chance of
   every total it can have is known exactly, and with it the chance that a reveal wins.
2. Hope and fear: after an action, hope is the chance that a reveal of mine would win, now or
   after one more card; fear is the chance that a reveal of theirs would.
3. A reveal is worth its chance; any other action what hope is left when fear does not come true.
4. Play for the match, not for points: who cannot afford to lose two points surrenders for one,
   and who cannot afford one never surrenders.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.heuristics.compiled_heuristic import (
    CompiledHeuristic,
    whole,
)
from boardgame_envs.core.compiled import Buffer, Record, rule, state_dtype
from boardgame_envs.games.elements.actions import ACTION
from boardgame_envs.games.elements.cards import MAX_CARDS, MAX_HAND_SIZE, MAX_KINDS, MAX_VALUE
from boardgame_envs.games.elements.observation import AT, CRYSTALS, HIGHEST

# a chance is worth less the later it comes: with my next turn, or with the one after it
NEXT_TURN = 0.9
ONE_MORE_TURN = 0.8
MOST_POINTS = 2.0

# --- what the agent looks at ---

MAX_HAND_SUM = MAX_HAND_SIZE * MAX_VALUE
WAYS_TO_CHOOSE = np.array(
    [[float(comb(n, k)) for k in range(MAX_CARDS + 1)] for n in range(MAX_CARDS + 1)]
)

NOTES = state_dtype(
    [
        ("values", np.int64, MAX_KINDS),
        ("my_hand", np.int64, MAX_KINDS),
        ("unseen", np.int64, MAX_KINDS),
        ("my_cards", np.int64),  # in hand
        ("their_cards", np.int64),
        ("yin_yang", np.int64),  # its kind
        ("limit", np.int64),
        ("my_total", np.int64),
        ("their_open_total", np.int64),
        ("chain_top", np.int64),  # the value of the top card, or 0
        # ways[n, sum]: in how many ways n unseen cards come to a sum
        ("ways", np.float64, (MAX_HAND_SIZE + 1, MAX_HAND_SUM + 1)),
        # in how many ways their hand comes to less than each sum, and to any; sums of whole
        # numbers, so that what is equally likely is found to be so
        ("ways_below", np.float64, MAX_HAND_SUM + 2),
        ("all_ways", np.float64),
        ("highest_sum", np.int64),  # that their hand can have
        # what it is worth to me, for the match, to get 2 or 1 or to give 1 or 2
        ("stakes", np.float64, 4),
    ]
)
GET_TWO, GET_ONE, GIVE_ONE, GIVE_TWO = range(4)

# the share of rounds that are won by a reveal; the others are won by a surrender
SHARE_OF_TWO = 0.75


def standings() -> NDArray[np.float64]:
    """Return what a match is worth by the points missing to me and to them, rounds being even."""
    worth = np.zeros((CRYSTALS + 1, CRYSTALS + 1))
    worth[0, 1:], worth[1:, 0] = 1.0, -1.0
    for mine in range(1, CRYSTALS + 1):
        for theirs in range(1, CRYSTALS + 1):
            two = worth[max(mine - 2, 0), theirs] + worth[mine, max(theirs - 2, 0)]
            one = worth[mine - 1, theirs] + worth[mine, theirs - 1]
            worth[mine, theirs] = (SHARE_OF_TWO * two + (1.0 - SHARE_OF_TWO) * one) / 2.0
    return worth


STANDINGS = standings()


@rule
def look(observation: Buffer, notes: Record) -> None:
    """Read what there is to see, and think of what is not."""
    for kind in range(MAX_KINDS):
        value = whole(observation[AT.values + kind], HIGHEST.values)
        notes.values[kind] = value
        notes.my_hand[kind] = whole(observation[AT.my_hand + kind], HIGHEST.my_hand)
        notes.unseen[kind] = whole(observation[AT.unseen + kind], HIGHEST.unseen)
        if value > 0:
            notes.yin_yang = kind
    notes.my_total = whole(observation[AT.my_total], HIGHEST.my_total)
    notes.my_cards = whole(observation[AT.hand_sizes], HIGHEST.hand_sizes)
    notes.their_cards = whole(observation[AT.hand_sizes + 1], HIGHEST.hand_sizes)
    notes.limit = whole(observation[AT.limit], HIGHEST.limit)
    notes.their_open_total = whole(observation[AT.their_open_total], HIGHEST.their_open_total)
    notes.chain_top = value_on_top(observation, notes)
    count_ways(notes)
    add_up_ways(notes)
    write_stakes(observation, notes.stakes)


@rule
def value_on_top(observation: Buffer, notes: Record) -> int:
    """Return the value of the top card of the chain; 0 if there is none."""
    for kind in range(MAX_KINDS):
        if observation[AT.chain + kind] > 0.5:
            return int(notes.values[kind])
    return 0


@rule
def count_ways(notes: Record) -> None:
    """Count in how many ways a number of unseen cards come to each sum, kind by kind."""
    cards, highest, gone_through, left = notes.their_cards, 0, 0, notes.unseen.sum()
    for held in range(cards + 1):
        notes.ways[held, :] = 0.0
    notes.ways[0, 0] = 1.0
    for kind in range(MAX_KINDS):
        value, unseen = notes.values[kind], notes.unseen[kind]
        # kinds ascend, so a whole hand of this kind is the most that can be held
        highest = min(highest + unseen * value, max(highest, cards * value))
        gone_through, left = gone_through + unseen, left - unseen
        # with fewer cards than this, those that are left could not make up a hand
        fewest = max(cards - left, 1)
        for held in range(min(cards, gone_through), fewest - 1, -1):
            for new in range(1, min(unseen, held) + 1):
                choices = WAYS_TO_CHOOSE[unseen, new]
                for before in range(highest - new * value + 1):
                    ways = notes.ways[held - new, before]
                    notes.ways[held, before + new * value] += choices * ways
    notes.highest_sum = highest


@rule
def add_up_ways(notes: Record) -> None:
    """Count for each sum in how many ways their hand comes to less."""
    ways, below = notes.ways[notes.their_cards], 0.0
    for hand_sum in range(notes.highest_sum + 1):
        notes.ways_below[hand_sum] = below
        below += ways[hand_sum]
    notes.ways_below[notes.highest_sum + 1] = below
    notes.all_ways = below


@rule
def ways_to_less(notes: Record, hand_sum: int) -> float:
    """Return in how many ways their hand comes to less than a sum."""
    return float(notes.ways_below[min(max(hand_sum, 0), notes.highest_sum + 1)])


@rule
def write_stakes(observation: Buffer, stakes: Buffer) -> None:
    """Write what points are worth: in the match, or by themselves where they are the reward."""
    mine, theirs, rounds_left = -1, -1, -1
    for number in range(CRYSTALS + 1):
        if observation[AT.points_missing + number] > 0.5:
            mine = number
        if observation[AT.points_missing + CRYSTALS + 1 + number] > 0.5:
            theirs = number
        if observation[AT.rounds_left + number] > 0.5:
            rounds_left = number
    lead = whole(observation[AT.points], HIGHEST.points) - whole(
        observation[AT.points + 1], HIGHEST.points
    )
    for outcome in range(4):
        points = 2 - outcome if outcome < GIVE_ONE else 1 - outcome
        if observation[AT.reward_points] > 0.5:
            stakes[outcome] = points
        elif rounds_left < 0:
            left_to_me = max(mine - max(points, 0), 0)
            left_to_them = max(theirs + min(points, 0), 0)
            stakes[outcome] = STANDINGS[left_to_me, left_to_them]
        else:
            stakes[outcome] = worth_of_lead(lead + points, rounds_left - 1)


@rule
def worth_of_lead(lead: int, rounds_left: int) -> float:
    """Return what a lead is worth with some rounds to come: a round moves it by about 2."""
    if rounds_left == 0:
        return float(min(max(lead, -1), 1))
    return float(np.tanh(lead / (2.0 * np.sqrt(rounds_left))))


# --- what the agent thinks ---


@rule
def reveal_chance(notes: Record, limit: int, my_total: int) -> float:
    """Return the chance that I win if I reveal: they are over the limit, or lower than I."""
    if my_total > limit:
        return 0.0
    lower = ways_to_less(notes, my_total - notes.their_open_total)
    within_limit = ways_to_less(notes, limit + 1 - notes.their_open_total)
    return float((lower + (notes.all_ways - within_limit)) / notes.all_ways)


@rule
def their_reveal_chance(notes: Record) -> float:
    """Return the chance that they would win if they revealed now."""
    winning = ways_to_less(notes, notes.limit + 1 - notes.their_open_total)
    if notes.my_total <= notes.limit:
        winning -= ways_to_less(notes, notes.my_total + 1 - notes.their_open_total)
    return float(winning / notes.all_ways)


@rule
def best_chance_after_one_more(notes: Record) -> float:
    """Return my best chance to reveal after one more card of my own, all else being equal."""
    best, limit, my_total = 0.0, notes.limit, notes.my_total
    for kind in range(MAX_KINDS):
        value = notes.values[kind]
        if notes.my_hand[kind] > 0:
            best = max(best, reveal_chance(notes, limit + value, my_total - value))
            if kind == notes.yin_yang:
                best = max(best, reveal_chance(notes, limit, my_total - value))
    return best


@rule
def worth_of_position(notes: Record) -> float:
    """Return the points I can expect of this round, less theirs, when it is their turn."""
    now = reveal_chance(notes, notes.limit, notes.my_total)
    hope = max(NEXT_TURN * now, ONE_MORE_TURN * best_chance_after_one_more(notes))
    fear = their_reveal_chance(notes)
    return MOST_POINTS * ((1.0 - fear) * hope - fear)


# --- what the agent does ---


@rule
def move_card(notes: Record, action: int, times: int) -> None:
    """Lay, take or discard a card in thought, or with -1 times put it back."""
    kind = notes.yin_yang if action == ACTION.discard else action - ACTION.lay
    if action == ACTION.take:
        value = notes.chain_top
        notes.limit -= times * value
        notes.my_total += times * value
        return
    notes.my_hand[kind] -= times
    notes.my_cards -= times
    notes.my_total -= times * notes.values[kind]
    if action != ACTION.discard:
        notes.limit += times * notes.values[kind]


@rule
def worth_of_moving(notes: Record, action: int) -> float:
    """Return what the position is worth after a card has been laid, taken or discarded."""
    move_card(notes, action, 1)
    worth = worth_of_position(notes)
    move_card(notes, action, -1)
    return worth


@rule
def worth_of_action(notes: Record, action: int) -> float:
    """Return what an action is worth to me, in terms of what is at stake."""
    if action == ACTION.surrender:
        return float(notes.stakes[GIVE_ONE])
    if action == ACTION.reveal:
        share = reveal_chance(notes, notes.limit, notes.my_total)
    else:
        share = (worth_of_moving(notes, action) + MOST_POINTS) / (2.0 * MOST_POINTS)
    least = notes.stakes[GIVE_TWO]
    return float(least + share * (notes.stakes[GET_TWO] - least))


@rule
def choose_action(observation: Buffer, mask: Buffer, notes: Record) -> int:
    """Return the legal action that is worth most; of equals the first."""
    best, best_worth = -1, 0.0
    for action in range(mask.size):
        if mask[action]:
            worth = worth_of_action(notes, action)
            if best < 0 or worth > best_worth:
                best, best_worth = action, worth
    return best


class Heuristic(CompiledHeuristic):
    """Weighs the exact chance of a reveal against hope and fear after each of the other actions."""

    look = staticmethod(look)
    choose_action = staticmethod(choose_action)
    notes = NOTES


# as it was at first it still is; a change of what it does needs a copy of it here
EDITIONS = {"first": Heuristic}
