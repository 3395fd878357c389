"""The rules of Cart. Numbers in brackets are the rules listed in ``__init__.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule, state_dtype
from boardgame_envs.core.piles import count_cards, draw_random_card, move_all_cards
from boardgame_envs.core.seats import CHANCE, NOBODY, next_seat
from cart_game.actions import ACTION, NUMBER_IN_KIND
from cart_game.cards import COPIES_OF_EACH, DECK_SIZE, NUM_KINDS, WEIGHT

MAX_SEATS = 4
HAND_SIZE = 3
CART_CAPACITY = 10
STRONG_CART_CAPACITY = 12
NOTHING = -1

STATE = state_dtype(
    [
        ("rng", np.uint64),  # all chance comes from here
        ("num_players", np.int16),
        ("strong_cart", np.bool_),  # is variant V1 played?
        ("max_turns", np.int16),  # variant V2, or 0
        ("heavy_hand", np.int16),  # variant V3, or 0
        ("phase", np.int16),  # there is one kind of decision only
        ("seat", np.int16),  # whose turn it is, CHANCE or NOBODY
        ("last_seat", np.int16),  # who has just loaded a card, NOBODY before the first turn
        ("turns", np.int16),
        ("deck", np.int16, NUM_KINDS),  # piles count their cards of each kind
        ("hands", np.int16, (MAX_SEATS, NUM_KINDS)),
        ("cart", np.int16, NUM_KINDS),
        ("discard_pile", np.int16, NUM_KINDS),
        ("drawn", np.int16),  # the kind drawn last, or NOTHING
        ("points", np.int16, MAX_SEATS),
    ]
)


def write_options(state: Record, options: Mapping[str, Any]) -> None:
    """Write the options into an empty record [V1-V3]."""
    state["strong_cart"] = options["strong_cart"]
    state["max_turns"] = options["max_turns"] or 0
    state["heavy_hand"] = options["heavy_hand"] or 0


@rule
def set_up(state: Record) -> None:
    """Take out the deck; the deal comes next [1, 2]."""
    for kind in range(NUM_KINDS):
        state.deck[kind] = COPIES_OF_EACH
    state.last_seat = NOBODY
    state.drawn = NOTHING
    state.seat = CHANCE


@rule
def draw_chance(state: Record) -> None:
    """Deal three cards to each player [2], or draw one card [6]."""
    if state.last_seat == NOBODY:
        for seat in range(state.num_players):
            for _ in range(HAND_SIZE):
                kind = draw_random_card(state, state.deck, count_cards(state.deck))
                state.hands[seat, kind] += 1
    else:
        state.drawn = draw_random_card(state, state.deck, count_cards(state.deck))
        state.hands[state.last_seat, state.drawn] += 1


@rule
def carry_on(state: Record) -> None:
    """Seat 0 begins [2]; after a card was drawn the turn passes [6]."""
    if state.last_seat != NOBODY:
        pass_turn(state)
    else:
        state.seat = 0
        for seat in range(state.num_players):
            if 0 < state.heavy_hand <= weight_of(state.hands[seat]):
                break_axle(state, seat)


@rule
def break_axle(state: Record, seat: int) -> None:
    """A hand that is too heavy costs a point per card and ends the game [V3]."""
    state.points[seat] -= count_cards(state.hands[seat])
    state.seat = NOBODY


@rule
def mark_legal_actions(state: Record, mask: Buffer) -> None:
    """Any card in your hand may be loaded, even one that breaks the cart [3]."""
    for kind in range(NUM_KINDS):
        mask[ACTION.load + kind] = state.hands[state.seat, kind] > 0


@rule
def apply_action(state: Record, action: int) -> None:
    """Load a card, let the cart drive off or break, then draw a card [3-6]."""
    state.last_seat = state.seat
    state.turns += 1
    load_card(state, NUMBER_IN_KIND[action])
    settle_cart(state)
    if count_cards(state.deck) > 0:
        state.seat = CHANCE
    else:
        state.drawn = NOTHING
        pass_turn(state)


@rule
def load_card(state: Record, kind: int) -> None:
    """Move a card from the hand of the seat to act onto the cart [3]."""
    state.hands[state.seat, kind] -= 1
    state.cart[kind] += 1


@rule
def settle_cart(state: Record) -> None:
    """Score a cart that is exactly full [4] or overloaded [5], then empty it."""
    load, capacity = weight_of(state.cart), cart_capacity(state)
    if load < capacity:
        return
    cards_on_it = count_cards(state.cart)
    if load == capacity:
        state.points[state.seat] += cards_on_it
    else:
        state.points[state.seat] -= cards_on_it
    move_all_cards(state.cart, state.discard_pile)


@rule
def weight_of(pile: Buffer) -> int:
    """Return the total weight of a pile [4]."""
    weight = 0
    for kind in range(NUM_KINDS):
        weight += int(pile[kind]) * int(WEIGHT[kind])
    return weight


@rule
def cart_capacity(state: Record) -> int:
    """Return what the cart can carry [4], or a strong cart [V1]."""
    return STRONG_CART_CAPACITY if state.strong_cart else CART_CAPACITY


@rule
def pass_turn(state: Record) -> None:
    """The turn passes to the next player with a card; if there is none, the game ends [6, 7]."""
    seat = int(state.last_seat)
    state.seat = NOBODY
    if is_truncated(state):
        return
    for _ in range(state.num_players):
        seat = next_seat(state, seat)
        if count_cards(state.hands[seat]) > 0:
            state.seat = seat
            return


@rule
def is_truncated(state: Record) -> bool:
    """The game may be cut short after a number of turns [V2]."""
    return bool(0 < state.max_turns <= state.turns)


@rule
def write_returns(state: Record, returns: Buffer) -> None:
    """Give each player the points scored so far [8]."""
    for seat in range(state.num_players):
        returns[seat] = state.points[seat]


def longest(num_players: int, options: Mapping[str, Any]) -> int:
    """Every card is loaded once, unless the game is cut short [3, V2]."""
    return int(options["max_turns"] or DECK_SIZE)


@rule
def redeal_unseen(state: Record, seat: int) -> None:
    """Mix the other hands with the deck [2]; who drew last has seen what it was [6]."""
    sizes = np.zeros(MAX_SEATS, np.int64)
    for other in range(state.num_players):
        if other != seat:
            sizes[other] = count_cards(state.hands[other])
            move_all_cards(state.hands[other], state.deck)
    for other in range(state.num_players):
        for _ in range(sizes[other]):
            kind = draw_random_card(state, state.deck, count_cards(state.deck))
            state.hands[other, kind] += 1
    if state.last_seat != seat:
        forget_drawn_card(state)


@rule
def forget_drawn_card(state: Record) -> None:
    """Nobody but the player who drew a card knows it [6]."""
    state.drawn = NOTHING


@rule
def rewind(earlier: Record, later: Record, seat: int) -> int:
    """Take a card back from the cart, and the one that was drawn to the deck [3, 6].

    ``earlier`` is the table as a seat knew it; what others drew may be any card of their hand.
    """
    player, loaded = int(earlier.seat), loaded_kind(earlier, later)
    has_drawn = count_cards(later.deck) < count_cards(earlier.deck)
    own_hand = earlier.hands[seat].copy()
    for kind in range(NUM_KINDS):
        earlier.deck[kind] = later.deck[kind]
        for other in range(earlier.num_players):
            earlier.hands[other, kind] = later.hands[other, kind]
    hand = earlier.hands[player]
    if has_drawn and player == seat:
        hand[loaded] += 1
        for kind in range(NUM_KINDS):
            earlier.deck[kind] += hand[kind] - own_hand[kind]
            hand[kind] = own_hand[kind]
    else:
        if has_drawn:
            earlier.deck[draw_random_card(earlier, hand, count_cards(hand))] += 1
        hand[loaded] += 1
    return int(ACTION.load) + loaded


@rule
def loaded_kind(earlier: Record, later: Record) -> int:
    """Return the card that lies on the cart, or was moved from there, and did not before [3-5]."""
    for kind in range(NUM_KINDS):
        before = earlier.cart[kind] + earlier.discard_pile[kind]
        if later.cart[kind] + later.discard_pile[kind] > before:
            return kind
    return NOTHING


def swap_hidden(state: Record, seat: int, rng: np.random.Generator) -> None:
    """Let a card of another hand and one of the deck change places: for the laws of secrets [2]."""
    other = (seat + 1 + rng.integers(int(state["num_players"]) - 1)) % int(state["num_players"])
    hand, deck = state["hands"][other], state["deck"]
    held, hidden = np.flatnonzero(hand), np.flatnonzero(deck)
    if held.size and hidden.size:
        here, there = rng.choice(held), rng.choice(hidden)
        hand[here] -= 1
        deck[here] += 1
        deck[there] -= 1
        hand[there] += 1


@rule
def count_all_cards(state: Record) -> int:
    """Count the cards in all places; it is always the whole deck [1]."""
    cards = count_cards(state.deck) + count_cards(state.cart) + count_cards(state.discard_pile)
    for seat in range(state.num_players):
        cards += count_cards(state.hands[seat])
    return cards
