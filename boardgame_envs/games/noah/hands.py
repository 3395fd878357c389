"""Hands of cards: what comes in and goes out, and the tears on what is left [4, 7, 10, 16, 19]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.core.piles import clear_pile
from boardgame_envs.games.noah.cards import NUM_CARDS, TEARS


@rule
def empty_hand(state: Record, seat: int) -> None:
    """Take all cards out of a hand, for the next deal [19]."""
    clear_pile(state.hands[seat])
    state.hand_sizes[seat] = 0


@rule
def put_in_hand(state: Record, seat: int, card: int) -> None:
    """A card comes into a hand [2, 7, 10, 16]."""
    state.hands[seat, card] += 1
    state.hand_sizes[seat] += 1


@rule
def take_from_hand(state: Record, seat: int, card: int) -> None:
    """A card leaves a hand [4, 10, 16]."""
    state.hands[seat, card] -= 1
    state.hand_sizes[seat] -= 1


@rule
def hand_over(state: Record, giver: int, receiver: int, card: int) -> None:
    """Hand a card to another player, hidden from the others [10, 16]."""
    take_from_hand(state, giver, card)
    put_in_hand(state, receiver, card)


@rule
def tears_in_hand(state: Record, seat: int) -> int:
    """Return the tears on the cards in a hand [19]."""
    tears = 0
    for card in range(NUM_CARDS):
        tears += int(state.hands[seat, card]) * int(TEARS[card])
    return tears
