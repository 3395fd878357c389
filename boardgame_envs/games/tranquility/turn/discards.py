"""Discards: what may be discarded, and in which order it is named [10, 11]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.information import evidence, seen_cards
from boardgame_envs.games.tranquility.state import TABLE, Mode, Phase
from boardgame_envs.games.tranquility.turn import hands

CARDS_OF_A_DISCARD = 2  # as an action [10]


@rule
def is_discardable(state: Record, card: int) -> bool:
    """Every card but monsters and, until a Start lies, Starts [11]."""
    return card != cards.MONSTER and (card != cards.START or state.is_start_played)


@rule
def count_discardable(state: Record, seat: int) -> int:
    """Return how many cards of a hand may be discarded [11]."""
    count = int(state.hand_sizes[seat])
    for slot in range(state.hand_sizes[seat] - 1, -1, -1):
        card = int(state.hands[seat, slot])
        if card < cards.START:
            break
        count -= 0 if is_discardable(state, card) else 1
    return count


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
    """Put a card from the hand on its player's discard pile, face down [10]."""
    card = hands.remove_slot(state, seat, slot)
    state.discards[seat, card] += 1
    state.discard_sizes[seat] += 1
    if state.mode == Mode.DUEL:
        seen_cards.lose_sight(state, seat)


@rule
def owe(state: Record, seat: int, count: int, phase: Phase) -> None:
    """A player must discard a number of cards, or all that may be, before the game goes on [11]."""
    state.phase = phase
    if count == 0:
        state.seat = TABLE
    elif is_asked(state, seat, count):
        state.owed = count
        state.first_slot = 0
        state.seat = seat
    else:
        discard_all(state, seat)
        state.seat = TABLE


@rule
def is_asked(state: Record, seat: int, count: int) -> bool:
    """Tell whether there is a choice of what to discard; all see that [R2]."""
    may_go = count_discardable(state, seat)
    if may_go > count:
        evidence.see_discardable(state, seat, count + 1, cards.MAX_HAND)
    else:
        evidence.see_discardable(state, seat, may_go, may_go)
    return may_go > count


@rule
def discard_all(state: Record, seat: int) -> None:
    """Discard every card of a hand that may be [R2, 32]."""
    count = 0
    for slot in range(state.hand_sizes[seat] - 1, -1, -1):
        if is_discardable(state, int(state.hands[seat, slot])):
            discard_slot(state, seat, slot)
            count += 1
    evidence.see_discards(state, seat, count)


@rule
def discard_first(state: Record, seat: int, slot: int) -> None:
    """Discard the first of two cards, as an action [10]."""
    state.phase = Phase.DISCARD
    if is_asked(state, seat, CARDS_OF_A_DISCARD):
        state.owed = CARDS_OF_A_DISCARD
        discard_owed(state, seat, slot)
    else:
        discard_all(state, seat)
        state.seat = TABLE


@rule
def discard_owed(state: Record, seat: int, slot: int) -> None:
    """Discard one of the cards that are due [10]."""
    discard_slot(state, seat, slot)
    state.owed -= 1
    state.named += 1
    state.first_slot = slot
    if state.owed == 0:
        end_of_discards(state, seat)


@rule
def end_of_discards(state: Record, seat: int) -> None:
    """All cards of a set are named, and the game goes on [R1]."""
    evidence.see_discards(state, seat, int(state.named))
    state.named = 0
    state.seat = TABLE
