"""Hands and discards: what may be discarded, and in which order it is named [10, 11]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.cards import (
    FINISH,
    HAND_LIMIT,
    MONSTER,
    NO_CARD,
    START,
    YELLOW_LIMIT,
)
from boardgame_envs.games.tranquility.knowledge import lose_sight
from boardgame_envs.games.tranquility.table import (
    TABLE,
    Mode,
)


@rule
def hand_limit(state: Record, seat: int) -> int:
    """Five cards, three while a yellow storm lies before the player [8, 26]."""
    return YELLOW_LIMIT if state.yellows[seat] > 0 else HAND_LIMIT


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
    hand[size - 1] = NO_CARD
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
def holds(state: Record, seat: int, card: int) -> bool:
    """Tell whether a player has a card in hand."""
    size = int(state.hand_sizes[seat])
    # from the end: the cards that are asked for come behind the islands
    for slot in range(size - 1, -1, -1):
        if state.hands[seat, slot] <= card:
            return bool(state.hands[seat, slot] == card)
    return False


# --- discards ---


@rule
def is_discardable(state: Record, card: int) -> bool:
    """Every card but monsters and, until a Start lies, Starts [11]."""
    return card != MONSTER and (card != START or state.is_start_played)


@rule
def count_discardable(state: Record, seat: int) -> int:
    """Return how many cards of a hand may be discarded [11]."""
    cards = int(state.hand_sizes[seat])
    for slot in range(state.hand_sizes[seat] - 1, -1, -1):
        card = int(state.hands[seat, slot])
        if card < START:
            break
        cards -= 0 if is_discardable(state, card) else 1
    return cards


@rule
def mark_discards(state: Record, seat: int, owed: int, first_slot: int, mask: Buffer) -> None:
    """In the hand's order, and never so that too few come after [R1]."""
    cards_from_here = 0
    for slot in range(state.hand_sizes[seat] - 1, first_slot - 1, -1):
        card = int(state.hands[seat, slot])
        if is_discardable(state, card):
            cards_from_here += 1
            is_first_of_its_kind = slot == first_slot or state.hands[seat, slot - 1] != card
            mask[ACTION.discard + slot] = cards_from_here >= owed and is_first_of_its_kind


@rule
def discard_slot(state: Record, seat: int, slot: int) -> None:
    """Put a card from the hand on the own discard pile, face down [10]."""
    card = remove_slot(state, seat, slot)
    state.discards[seat, card] += 1
    state.discard_sizes[seat] += 1
    if state.mode == Mode.DUEL:
        lose_sight(state, seat)


@rule
def owe(state: Record, seat: int, count: int, phase: int) -> None:
    """A player must discard so many cards, or all that may be, before the game goes on [11]."""
    state.owed = min(count, count_discardable(state, seat))
    state.first_slot = 0
    state.phase = phase
    collect(state, seat)


@rule
def collect(state: Record, seat: int) -> None:
    """Ask for the next card to discard; what is all that is left goes at once [R2]."""
    if state.owed == 0:
        state.seat = TABLE
    elif state.owed == count_discardable(state, seat):
        discard_all(state, seat)
        state.owed = 0
        state.seat = TABLE
    else:
        state.seat = seat


@rule
def discard_all(state: Record, seat: int) -> None:
    """Discard every card of a hand that may be [R2]."""
    for slot in range(state.hand_sizes[seat] - 1, -1, -1):
        if is_discardable(state, int(state.hands[seat, slot])):
            discard_slot(state, seat, slot)


@rule
def discard_owed(state: Record, seat: int, slot: int) -> None:
    """Discard one of the cards that are due [10]."""
    discard_slot(state, seat, slot)
    state.owed -= 1
    state.first_slot = slot
    collect(state, seat)


@rule
def has_finish(state: Record, seat: int) -> bool:
    """Tell whether a player has a Finish in hand [16]."""
    return holds(state, seat, FINISH)
