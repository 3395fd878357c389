"""The deal that begins a round [2, 3, R7, R8]."""

from __future__ import annotations

from boardgame_envs.core.chance import random_below
from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.core.piles import clear_pile, count_cards, draw_random_card
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.games.noah.boats import empty_boat, put_aboard
from boardgame_envs.games.noah.cards import COPIES, HAND_SIZE, NUM_BOATS, NUM_CARDS, animals_of
from boardgame_envs.games.noah.hands import empty_hand, put_in_hand
from boardgame_envs.games.noah.knowledge import forget_all_hands


@rule
def deal(state: Record) -> None:
    """One animal on each boat, snails of a random sex; eight cards to each player [2, R7]."""
    if state.starter == NOBODY:
        state.starter = random_below(state, state.num_players)  # [3, R8]
    gather_cards(state)
    cards_left = count_cards(state.rest)
    for boat in range(NUM_BOATS):
        card = draw_random_card(state, state.rest, cards_left)
        cards_left -= 1
        first, last = animals_of(card)
        put_aboard(state, boat, first + random_below(state, last - first + 1))
    for seat in range(state.num_players):
        for _ in range(HAND_SIZE):
            card = draw_random_card(state, state.rest, cards_left)
            put_in_hand(state, seat, card)
            cards_left -= 1


@rule
def gather_cards(state: Record) -> None:
    """Put the whole deck together, and eight empty boats; Noah is at the first one [2, 19, R7]."""
    state.turns = 0
    state.departures = 0
    state.noah = 0
    clear_pile(state.departed)
    forget_all_hands(state)
    for boat in range(NUM_BOATS):
        empty_boat(state, boat)
    for seat in range(state.num_players):
        empty_hand(state, seat)
    for card in range(NUM_CARDS):
        state.rest[card] = COPIES[state.num_players, card]
