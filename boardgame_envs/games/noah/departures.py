"""Boats that depart, and the gifts that follow [15, 16, R4, R9]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.games.noah.boats import empty_boat
from boardgame_envs.games.noah.cards import CARD_OF, NO_CARD
from boardgame_envs.games.noah.hands import hand_over
from boardgame_envs.games.noah.knowledge import forget_hand, know_card, miss_card


@rule
def depart(state: Record, boat: int) -> None:
    """The boat leaves, another takes its place, and gifts are due: one more each time [15, 16].

    Nobody owes more cards than they have [R9].
    """
    for place in range(state.num_aboard[boat]):
        state.departed[CARD_OF[state.boats[boat, place]]] += 1
    empty_boat(state, boat)
    state.departures += 1
    state.gifts_due = min(int(state.departures), int(state.hand_sizes[state.active]))


@rule
def give_card(state: Record, card: int, receiver: int) -> None:
    """Give a card to an opponent; only these two know which [16, 22]."""
    giver = int(state.active)
    hand_over(state, giver, receiver, card)
    miss_card(state, receiver, giver, card)
    forget_hand(state, giver, receiver)
    know_card(state, giver, receiver, card)
    state.last_gift = card
    state.last_receiver = receiver
    state.gifts_due -= 1


@rule
def forget_last_gift(state: Record) -> None:
    """The next gift that is due may again be any card, to anybody [16, R4]."""
    state.last_gift = NO_CARD
    state.last_receiver = NOBODY
