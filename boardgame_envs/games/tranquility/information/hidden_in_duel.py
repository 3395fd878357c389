"""What a player of a duel cannot know, dealt anew [19, R7].

The opponent's hand was dealt unseen; all other cards came into it in the open. Which cards went
out again face down is chosen anew, discard by discard, among those that were in the hand by then
and have not been seen since. What was never seen is any of the cards that are left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardgame_envs.core.chance import random_below, random_by_weight, shuffle
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import next_seat
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.field import placing
from boardgame_envs.games.tranquility.information import evidence, seen_cards
from boardgame_envs.games.tranquility.information.seen_cards import Seen
from boardgame_envs.games.tranquility.information.unfinished_set import name_again
from boardgame_envs.games.tranquility.state import Phase
from boardgame_envs.games.tranquility.turn import hands


class Opponent(NamedTuple):
    """What is known of the opponent's cards that are in the hand or discarded unseen."""

    seen: Buffer  # the numbers of those that were seen in the hand, in the order they came
    after: Buffer  # after how many hidden discards each came
    num_seen: int  # how many these are
    never_seen: int  # how many were never seen
    discarded: int  # how many discards are hidden, but for those of an unfinished set
    held: int  # how many cards are in the hand, with those of an unfinished set
    pool: Buffer  # the numbers of all cards that were never seen, in the deck too
    pool_size: int


@rule
def redeal_duel(state: Record, seat: int) -> None:
    """Deal the opponent's hand and discards and the deck anew, but for what was seen [19]."""
    player = next_seat(state, seat)
    opponent = look_at_opponent(state, player)
    kept = choose_kept_card(state, player, opponent)
    is_discarded = np.zeros(cards.ISLANDS + 1, np.bool_)
    unseen_discards = choose_discards(state, opponent, kept, is_discarded)
    lay_out(state, player, opponent, kept, is_discarded, unseen_discards)


@rule
def look_at_opponent(state: Record, player: int) -> Opponent:
    """Gather what is known of a player's cards, and what is not [19, R7]."""
    seen, after = np.zeros(cards.ISLANDS, np.int64), np.zeros(cards.ISLANDS, np.int64)
    named, count = evidence.cards_named(state, player), 0
    discarded = seen_cards.count_hidden_discards(state, player) - named
    held = int(state.hand_sizes[player]) + named
    for number in range(1, cards.ISLANDS + 1):
        sight = state.sight[player, number]
        if sight == Seen.IN_HAND or sight == Seen.PERHAPS:
            came = discarded if sight == Seen.IN_HAND else int(state.seen_after[player, number])
            place = count
            while place > 0 and after[place - 1] > came:
                seen[place], after[place] = seen[place - 1], after[place - 1]
                place -= 1
            seen[place], after[place] = number, came
            count += 1
    never_seen = held + discarded - count
    pool = np.zeros(cards.ISLANDS, np.int64)
    pool_size = gather_pool(state, player, pool)
    return Opponent(seen, after, count, never_seen, discarded, held, pool, pool_size)


@rule
def gather_pool(state: Record, player: int, pool: Buffer) -> int:
    """Gather the cards that were never seen, in an order that tells nothing; return how many."""
    is_there = np.zeros(cards.ISLANDS + 1, np.bool_)
    for slot in range(state.hand_sizes[player]):
        is_there[state.hands[player, slot]] = True
    for place in range(state.deck_size):
        is_there[state.deck[place]] = True
    size = 0
    for number in range(1, cards.ISLANDS + 1):
        is_there[number] |= state.discards[player, number] > 0
        if is_there[number] and state.sight[player, number] == Seen.UNKNOWN:
            pool[size] = number
            size += 1
    return size


# --- a hand of one card ---


@rule
def is_placeable_known(state: Record, player: int) -> bool:
    """Tell whether all know if a player's only card can be placed: by the turn, or a pass [45]."""
    is_asked = state.seat == player and state.phase == Phase.ACT
    return bool(state.hand_sizes[player] == 1 and (is_asked or state.has_passed[player]))


@rule
def choose_kept_card(state: Record, player: int, opponent: Opponent) -> int:
    """Choose the only card of a hand of which it is known whether it can be placed [45].

    Returns its number, or NO_CARD where nothing is known. A card is as likely to be the one as it
    is not to have been chosen at any of the discards since it came.
    """
    if not is_placeable_known(state, player):
        return cards.NO_CARD
    weights, lasting = np.zeros(cards.ISLANDS + 1), 1.0
    item = opponent.num_seen - 1
    for place in range(opponent.discarded, -1, -1):
        while item >= 0 and opponent.after[item] >= place:
            weights[opponent.seen[item]] = lasting
            item -= 1
        if place > 0:
            in_hand = opponent.never_seen + item + 1 - (place - 1)
            lasting *= 1.0 - 1.0 / in_hand
    for place in range(opponent.pool_size):
        weights[opponent.pool[place]] = lasting * opponent.never_seen / opponent.pool_size
    for number in range(1, cards.ISLANDS + 1):
        if weights[number] > 0.0 and not is_known_so(state, player, number):
            weights[number] = 0.0
    return random_by_weight(state, weights)


@rule
def is_known_so(state: Record, player: int, number: int) -> bool:
    """Tell whether a card, as the only one, can be placed if that is known, or else cannot [45]."""
    state.hands[player, 0] = number
    return placing.can_play(state, player) != bool(state.has_passed[player])


# --- what was discarded ---


@rule
def choose_discards(state: Record, opponent: Opponent, kept: int, is_discarded: Buffer) -> int:
    """Choose the hidden discards one by one, each any card that was in the hand by then [R7].

    A card that is kept is not among them. Returns how many of them were never seen.
    """
    hand, size, item = np.zeros(cards.ISLANDS, np.int64), 0, 0
    is_kept_seen = False
    for place in range(opponent.num_seen):
        is_kept_seen |= opponent.seen[place] == kept
    never_seen = opponent.never_seen - int(kept != cards.NO_CARD and not is_kept_seen)
    unseen_discards = 0
    for place in range(opponent.discarded):
        while item < opponent.num_seen and opponent.after[item] <= place:
            if opponent.seen[item] != kept:
                hand[size] = opponent.seen[item]
                size += 1
            item += 1
        chosen = random_below(state, max(size + never_seen - unseen_discards, 1))
        if chosen < size:
            size -= 1
            is_discarded[hand[chosen]] = True
            hand[chosen] = hand[size]
        else:
            unseen_discards += 1
    return unseen_discards


@rule
def lay_out(
    state: Record,
    player: int,
    opponent: Opponent,
    kept: int,
    is_discarded: Buffer,
    unseen_discards: int,
) -> None:
    """Put the cards of a duel where they have been chosen to be."""
    size = 0
    state.hands[player, :] = cards.NO_CARD
    for number in range(1, cards.ISLANDS + 1):
        state.discards[player, number] = int(state.sight[player, number] == Seen.DISCARDED)
    for item in range(opponent.num_seen):
        number = opponent.seen[item]
        if is_discarded[number]:
            state.discards[player, number] = 1
        else:
            state.hands[player, size] = number
            size += 1
    pool, left = opponent.pool, opponent.pool_size
    for place in range(left):
        if pool[place] == kept:
            # it was never seen, and is known to be in the hand
            state.hands[player, size] = kept
            size += 1
            left -= 1
            pool[place] = pool[left]
    shuffle(state, pool, left)
    while size < opponent.held:
        left -= 1
        state.hands[player, size] = pool[left]
        size += 1
    hands.sort_hand(state.hands[player], size)
    for _ in range(unseen_discards):
        left -= 1
        state.discards[player, pool[left]] = 1
    for place in range(state.deck_size):
        state.deck[place] = pool[place]
    if opponent.held > state.hand_sizes[player]:
        name_again(state, player)
