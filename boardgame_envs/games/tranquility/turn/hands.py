"""Hands: five cards in their order, or three [8, 11, 26]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility import cards


@rule
def hand_limit(state: Record, seat: int) -> int:
    """Five cards, three while a yellow storm lies before the player [8, 26]."""
    return cards.YELLOW_LIMIT if state.yellows[seat] > 0 else cards.HAND_LIMIT


@rule
def take_card(state: Record, seat: int, card: int) -> None:
    """Put a card into a hand, in its order: numbers, start, finish, monster [11]."""
    hand, slot = state.hands[seat], int(state.hand_sizes[seat])
    while slot > 0 and hand[slot - 1] > card:
        hand[slot] = hand[slot - 1]
        slot -= 1
    hand[slot] = card
    state.hand_sizes[seat] += 1


@rule
def remove_slot(state: Record, seat: int, slot: int) -> int:
    """Take the card at a place out of a hand, and return it."""
    hand, size = state.hands[seat], int(state.hand_sizes[seat])
    card = int(hand[slot])
    for place in range(slot, size - 1):
        hand[place] = hand[place + 1]
    hand[size - 1] = cards.NO_CARD
    state.hand_sizes[seat] -= 1
    return card


@rule
def find_slot(state: Record, seat: int, card: int) -> int:
    """Return the first place of a card in a hand, or -1."""
    for slot in range(state.hand_sizes[seat]):
        if state.hands[seat, slot] == card:
            return slot
    return -1


@rule
def find_first_from(state: Record, seat: int, card: int) -> int:
    """Return the first place in a hand that is not before a card's own [11]."""
    slot = 0
    while slot < state.hand_sizes[seat] and state.hands[seat, slot] < card:
        slot += 1
    return slot


@rule
def holds(state: Record, seat: int, card: int) -> bool:
    """Tell whether a player has a card in hand."""
    size = int(state.hand_sizes[seat])
    # from the end: the cards that are asked for come behind the islands
    for slot in range(size - 1, -1, -1):
        if state.hands[seat, slot] <= card:
            return bool(state.hands[seat, slot] == card)
    return False


@rule
def count_islands(state: Record, seat: int) -> int:
    """Return how many cards of a hand have numbers: they come first [11]."""
    count = int(state.hand_sizes[seat])
    while count > 0 and state.hands[seat, count - 1] > cards.ISLANDS:
        count -= 1
    return count


@rule
def sort_hand(hand: Buffer, size: int) -> None:
    """Put a hand in its order [11]."""
    for end in range(1, size):
        card, slot = hand[end], end
        while slot > 0 and hand[slot - 1] > card:
            hand[slot] = hand[slot - 1]
            slot -= 1
        hand[slot] = card
