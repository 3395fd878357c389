"""What a player of Cart can see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.layout import Flag, Layout, Number
from boardgame_envs.core.piles import count_cards
from boardgame_envs.core.seats import NOBODY, seat_name
from boardgame_envs.games.cart.cards import COPIES_OF_EACH, DECK_SIZE, NUM_KINDS, WEIGHTS
from boardgame_envs.games.cart.rules import HAND_SIZE, MAX_SEATS

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

MY_HAND = LAYOUT.start("my_hand")
CART = LAYOUT.start("cart")
DISCARD_PILE = LAYOUT.start("discard_pile")
HAND_SIZES = LAYOUT.start("hand_sizes")
DECK_LEFT = LAYOUT.start("deck_size")
POINTS = LAYOUT.start("points")
TO_ACT = LAYOUT.start("to_act")
STRONG_CART = LAYOUT.start("strong_cart")


@rule
def write_observation(state: Record, seat: int, observation: Buffer) -> None:
    """Write what a seat sees: its own hand, and everything public [R1]."""
    for kind in range(NUM_KINDS):
        observation[MY_HAND + kind] = state.hands[seat, kind] / COPIES_OF_EACH
        observation[CART + kind] = state.cart[kind] / COPIES_OF_EACH
        observation[DISCARD_PILE + kind] = state.discard_pile[kind] / COPIES_OF_EACH
    for step in range(state.num_players):
        other = (seat + step) % state.num_players
        observation[HAND_SIZES + step] = count_cards(state.hands[other]) / HAND_SIZE
        observation[POINTS + step] = (state.points[other] + DECK_SIZE) / MAX_POINTS
        observation[TO_ACT + step] = state.seat != NOBODY and state.seat == other
    observation[DECK_LEFT] = count_cards(state.deck) / DECK_SIZE
    observation[STRONG_CART] = state.strong_cart


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
