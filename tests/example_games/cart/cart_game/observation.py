"""What a player of Cart can see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.layout import Flag, Layout, Number
from boardgame_envs.core.piles import count_cards
from boardgame_envs.core.seats import NOBODY, seat_name
from cart_game.cards import COPIES_OF_EACH, DECK_SIZE, NUM_KINDS, WEIGHTS
from cart_game.rules import HAND_SIZE, MAX_SEATS

MAX_POINTS = 2 * DECK_SIZE

LAYOUT = Layout(
    (
        Number("my_hand", "my cards of each kind", (NUM_KINDS,), private=True, highest=4),
        Number("cart", "cards of each kind on the cart", (NUM_KINDS,), highest=COPIES_OF_EACH),
        Number("discard_pile", "cards of each kind", (NUM_KINDS,), highest=COPIES_OF_EACH),
        Number("hand_sizes", "from mine leftward", (MAX_SEATS,), highest=HAND_SIZE),
        Number("deck_size", "cards left in the deck", highest=DECK_SIZE),
        Number("points", "from mine leftward, plus 20", (MAX_SEATS,), highest=MAX_POINTS),
        Flag("to_act", "whose turn it is, from me leftward", (MAX_SEATS,)),
        Flag("strong_cart", "the cart carries 12"),
    )
)

AT = LAYOUT.offsets()
HIGHEST = LAYOUT.highest()


@rule
def write_observation(state: Record, seat: int, observation: Buffer) -> None:
    """Write what a seat sees: its own hand, and everything public [R1]."""
    for kind in range(NUM_KINDS):
        observation[AT.my_hand + kind] = state.hands[seat, kind] / HIGHEST.my_hand
        observation[AT.cart + kind] = state.cart[kind] / HIGHEST.cart
        observation[AT.discard_pile + kind] = state.discard_pile[kind] / HIGHEST.discard_pile
    for step in range(state.num_players):
        other = (seat + step) % state.num_players
        observation[AT.hand_sizes + step] = count_cards(state.hands[other]) / HIGHEST.hand_sizes
        observation[AT.points + step] = (state.points[other] + DECK_SIZE) / HIGHEST.points
        observation[AT.to_act + step] = state.seat != NOBODY and state.seat == other
    observation[AT.deck_size] = count_cards(state.deck) / HIGHEST.deck_size
    observation[AT.strong_cart] = state.strong_cart


def describe_view(view: Mapping[str, Any], seat: int) -> str:
    """Return a decoded observation in words [R1]."""
    turn = view["to_act"].index(True) if any(view["to_act"]) else None
    return "\n".join(
        [
            f"You are {seat_name(seat)} and hold {pile_in_words(view['my_hand'])}.",
            f"On the cart: {pile_in_words(view['cart'])}.",
            f"Discarded: {pile_in_words(view['discard_pile'])}; {view['deck_size']} in the deck.",
            f"Hands, from yours leftward: {view['hand_sizes']}; points + 20: {view['points']}.",
            "The game is over." if turn is None else f"To act: {turn} to your left.",
        ]
    )


def describe_table(state: Record) -> str:
    """Return everything on the table [2]."""
    hands = [pile_in_words(hand.tolist()) for hand in state["hands"][: int(state["num_players"])]]
    return f"Hands: {'; '.join(hands)}. On the cart: {pile_in_words(state['cart'].tolist())}."


def pile_in_words(pile: list[int]) -> str:
    """Return the sacks of a pile by weight."""
    sacks = [weight for weight, count in zip(WEIGHTS, pile, strict=True) for _ in range(count)]
    return " ".join(map(str, sacks)) or "nothing"
