"""The words of Cart for people and language models, from what a seat knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.guide import Lesson, Refusal
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.seats import seat_name
from cart_game.actions import NUMBER_IN_KIND
from cart_game.cards import DECK_SIZE, WEIGHTS
from cart_game.observation import pile_in_words
from cart_game.rules import CART_CAPACITY, STRONG_CART_CAPACITY, cart_capacity, load_card, weight_of

TURN_RULE, END_RULE = "3", "7"


def question(information: InformationState) -> str:
    """Ask for a card [3]."""
    return "Which sack will you load?"


def consequence(information: InformationState, action: int) -> str:
    """Tell what the cart carries then, and what that is worth [4, 5, V1]."""
    after = information.imagined.copy()
    load_card(after, NUMBER_IN_KIND[action])
    load, capacity, cards = weight_of(after.cart), cart_capacity(after), int(after.cart.sum())
    if load < capacity:
        return f"the cart carries {load} of {capacity}"
    return f"it drives off: +{cards}" if load == capacity else f"it breaks down: -{cards}"


def refuse(information: InformationState, action: int) -> Refusal:
    """Tell which card is not in the hand [3]."""
    return Refusal(f"You have no sack of weight {WEIGHTS[NUMBER_IN_KIND[action]]}.", ("3",))


def refuse_words(information: InformationState, text: str) -> Refusal | None:
    """Say nothing of words that name no action."""
    return None


def announce(before: InformationState, told: str, after: InformationState) -> list[str]:
    """Tell what a player scored [4, 5]."""
    notes = []
    for step in range(after.num_players):
        scored = after.view["points"][step] - before.view["points"][step]
        if scored:
            name = seat_name((after.seat + step) % after.num_players)
            notes.append(f"{name} scores {scored:+}.")
    return notes


def teach(num_players: int, options: Mapping[str, Any]) -> Lesson:
    """Teach the game with the options in play [1-7, V1-V3]."""
    capacity = STRONG_CART_CAPACITY if options["strong_cart"] else CART_CAPACITY
    ends = ["The game ends when no hand has a card; the most points win."]
    if options["max_turns"]:
        ends.append(f"It is cut short after {options['max_turns']} turns.")
    if options["heavy_hand"]:
        ends.append(
            f"Who is dealt a weight of {options['heavy_hand']} or more loses a point per card, and "
            "the game is over at once."
        )
    return Lesson(
        goal="Score the most points.",
        set_up=f"There are {DECK_SIZE} sacks, four of each weight from 1 to 5. Each player is "
        "dealt three, hidden from the others.",
        turn="Load a card from your hand onto the cart, then draw one, if there is one.\n"
        f"- The cart carries exactly {capacity}: it drives off, and you score a point per card.\n"
        "- It carries more: it breaks down, and you lose a point per card.",
        end=" ".join(ends),
        notation="`load 3` loads a sack of weight 3.",
    )


def example(information: InformationState, action: int) -> str | None:
    """Tell of a card with which the cart drives off [4]."""
    said = consequence(information, action)
    if not said.startswith("it drives off"):
        return None
    hand, cart = (pile_in_words(information.view[pile]) for pile in ("my_hand", "cart"))
    name = information.legal_actions[action]
    return f"On the cart: {cart}. You hold {hand} and choose `{name}`: {said}."
