"""How positions of Cart are written: sacks by their weights."""

from __future__ import annotations

from typing import Any

from boardgame_envs.core import written_position as writing
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.problems import NotationError
from boardgame_envs.core.seats import CHANCE, NOBODY
from cart_game.cards import COPIES_OF_EACH, DECK_SIZE, WEIGHTS
from cart_game.rules import HAND_SIZE, NOTHING


def write_pile(pile: Any) -> str:
    """Return the weights in a pile, ascending."""
    return " ".join(str(w) for w, count in zip(WEIGHTS, pile, strict=True) for _ in range(count))


def read_pile(pile: Any, text: str, name: str) -> None:
    """Put sacks on a pile."""
    for word in text.split():
        if word not in map(str, WEIGHTS):
            raise NotationError(f"{name!r} names weights from 1 to {WEIGHTS[-1]}, not {word!r}")
        pile[WEIGHTS.index(int(word))] += 1


def write_hands(state: Record) -> str:
    """Return the cards of each player."""
    hands = state["hands"][: int(state["num_players"])]
    return writing.BETWEEN_PLAYERS.join(map(write_pile, hands)).strip()


def read_hands(state: Record, text: str) -> None:
    """Give the players their cards."""
    for seat, part in enumerate(writing.split_players(state, text, "hands")):
        read_pile(state["hands"][seat], part, "hands")


def pile_entry(name: str, meaning: str, field: str) -> writing.Entry:
    """Return the entry of a pile that all share."""
    return writing.Entry(
        name,
        meaning,
        lambda state: write_pile(state[field]),
        lambda state, text: read_pile(state[field], text, name),
    )


def write_drawn(state: Record) -> str:
    """Return the weight that was drawn last."""
    return "nothing" if int(state["drawn"]) == NOTHING else str(WEIGHTS[int(state["drawn"])])


def read_drawn(state: Record, text: str) -> None:
    """Note the weight that was drawn last."""
    if text != "nothing" and text not in map(str, WEIGHTS):
        raise NotationError(f"'drawn' is a weight or nothing, not {text!r}")
    state["drawn"] = NOTHING if text == "nothing" else WEIGHTS.index(int(text))


def prepare(state: Record) -> None:
    """Let nobody have had a turn [2]."""
    state["last_seat"] = NOBODY
    state["drawn"] = NOTHING


def complete(state: Record) -> None:
    """Fill the deck; refuse what cannot be [1-3]."""
    fill_deck(state)
    if (state["hands"].sum(axis=1) > HAND_SIZE).any():
        raise NotationError(f"a hand has at most {HAND_SIZE} sacks")
    if int(state["seat"]) == CHANCE and not state["deck"].any():
        raise NotationError("there is no sack left to draw")


def fill_deck(state: Record) -> None:
    """All cards that are nowhere else are in the deck [1]."""
    seen = state["hands"].sum(axis=0) + state["cart"] + state["discard_pile"]
    if (seen > COPIES_OF_EACH).any():
        raise NotationError(f"there are {COPIES_OF_EACH} sacks of each weight")
    state["deck"] = COPIES_OF_EACH - seen


POSITION = writing.PositionTable(
    entries=(
        writing.Entry("hands", "the cards in hand", write_hands, read_hands),
        pile_entry("cart", "the cards on the cart", "cart"),
        pile_entry("discards", "the discard pile", "discard_pile"),
        writing.numbers_entry("points", "the points", lowest=-DECK_SIZE, highest=DECK_SIZE),
        writing.turn_entry(),
        writing.seat_entry("last", "who loaded a card last", "last_seat"),
        writing.Entry("drawn", "the card drawn last", write_drawn, read_drawn),
        writing.number_entry("turns", "turns that are over", highest=DECK_SIZE),
        writing.generator_entry(),
    ),
    prepare=prepare,
    complete=complete,
)
