"""How Cart is written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.game import NotationError
from boardgame_envs.core.notation import read_cards, required
from boardgame_envs.core.seats import NOBODY, seat_name
from cart_game.cards import WEIGHTS
from cart_game.observation import pile_in_words
from cart_game.position import POSITION as POSITION
from cart_game.rules import HAND_SIZE


def read_outcome(state: Record) -> dict[str, Any]:
    """Return the deal [2], or the card that was drawn [6]."""
    if int(state["last_seat"]) != NOBODY:
        return {"chance": {"drawn": WEIGHTS[int(state["drawn"])]}}
    hands = state["hands"][: int(state["num_players"])]
    return {"deal": {"hands": [[int(w) for w in weights(hand)] for hand in hands]}}


def weights(pile: Any) -> list[int]:
    """Return the weights in a pile, ascending."""
    return [weight for weight, count in zip(WEIGHTS, pile, strict=True) for _ in range(count)]


def write_outcome(state: Record, event: Mapping[str, Any]) -> None:
    """Deal or draw as recorded [2, 6]."""
    if int(state["last_seat"]) != NOBODY:
        drawn = required(required(event, "chance", dict, "the event"), "drawn", int, "the event")
        [card] = read_cards([drawn], WEIGHTS, "drawn card")
        state["drawn"] = WEIGHTS.index(card)
        give(state, int(state["last_seat"]), card)
        return
    hands = required(required(event, "deal", dict, "the event"), "hands", list, "the deal")
    if len(hands) != int(state["num_players"]):
        raise NotationError(f"the deal has {len(hands)} hands")
    for seat, hand in enumerate(hands):
        if len(read_cards(hand, WEIGHTS, f"hand of {seat_name(seat)}")) != HAND_SIZE:
            raise NotationError(f"the hand of {seat_name(seat)} has {len(hand)} cards")
        for card in hand:
            give(state, seat, card)


def give(state: Record, seat: int, card: int) -> None:
    """Move a card from the deck to a hand [6]."""
    kind = WEIGHTS.index(card)
    if state["deck"][kind] == 0:
        raise NotationError(f"there is no sack of weight {card} left")
    state["deck"][kind] -= 1
    state["hands"][seat, kind] += 1


def tell_outcome(state: Record, observer: int | None) -> str:
    """Tell a player the own cards only [2, 6]."""
    if int(state["last_seat"]) != NOBODY:
        seat = int(state["last_seat"])
        card = WEIGHTS[int(state["drawn"])] if observer in (None, seat) else "a card"
        return f"{seat_name(seat)} draws {card}."
    seats = range(int(state["num_players"])) if observer is None else [observer]
    hands = (f"{seat_name(s)} holds {pile_in_words(state['hands'][s].tolist())}." for s in seats)
    return " ".join(hands)


def tell_end(state: Record, observer: int | None) -> str:
    """Tell why the game is over [7, V3]."""
    return "The axle breaks." if int(state["turns"]) == 0 else "No cards are left."


def read_scores(state: Record) -> list[int]:
    """Return the points [4, 5]."""
    return [int(points) for points in state["points"][: int(state["num_players"])]]


def read_result(state: Record) -> str:
    """Return who has the most points [7]."""
    scores = read_scores(state)
    winners = [seat_name(seat) for seat, score in enumerate(scores) if score == max(scores)]
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"
