"""What a player of a duel cannot know, dealt anew [19, R7]."""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import next_seat
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.information import hidden_cards, seen_cards
from boardgame_envs.games.tranquility.turn import hands


@rule
def redeal_duel(state: Record, seat: int) -> None:
    """Deal the opponent's hand and discards and the deck anew, but for what was seen [19]."""
    other = next_seat(state, seat)
    slots = np.zeros(hidden_cards.MOST_SLOTS, np.int64)
    is_hidden = np.zeros(cards.ISLANDS + 1, np.bool_)
    hand, discarded = hide_cards(state, other, is_hidden)
    for number in range(1, cards.ISLANDS + 1):
        if state.sight[other, number] == seen_cards.Seen.PERHAPS and is_hidden[number]:
            hidden_cards.lay_anywhere(state, number, 1, slots, 0, hand + discarded)
            is_hidden[number] = False
    kinds = is_hidden.astype(np.int64)
    hidden_cards.lay_islands(state, kinds, slots, hand + discarded + int(state.deck_size))
    lay_out_duel(state, other, slots, hand, discarded)


@rule
def hide_cards(state: Record, other: int, is_hidden: Buffer) -> tuple[int, int]:
    """Find what cannot be known; return how many of it are in the hand, and are discarded."""
    hand, discarded = 0, 0
    for slot in range(state.hand_sizes[other]):
        number = int(state.hands[other, slot])
        if state.sight[other, number] != seen_cards.Seen.IN_HAND:
            is_hidden[number] = True
            hand += 1
    for number in range(1, cards.ISLANDS + 1):
        if (
            state.discards[other, number] > 0
            and state.sight[other, number] != seen_cards.Seen.DISCARDED
        ):
            is_hidden[number] = True
            discarded += 1
    for place in range(state.deck_size):
        is_hidden[state.deck[place]] = True
    return hand, discarded


@rule
def lay_out_duel(state: Record, other: int, slots: Buffer, hand: int, discarded: int) -> None:
    """Put the hidden cards of a duel where they have been laid."""
    size = 0
    for number in range(1, cards.ISLANDS + 1):
        if state.sight[other, number] == seen_cards.Seen.IN_HAND:
            state.hands[other, size] = number
            size += 1
        state.discards[other, number] = int(state.sight[other, number] == seen_cards.Seen.DISCARDED)
    for slot in range(hand):
        state.hands[other, size + slot] = slots[slot]
    hands.sort_hand(state.hands[other], int(state.hand_sizes[other]))
    for slot in range(hand, hand + discarded):
        state.discards[other, slots[slot]] = 1
    for place in range(state.deck_size):
        state.deck[place] = slots[hand + discarded + place]
