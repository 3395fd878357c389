"""How Elements is written down: actions, deals and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.game import NotationError
from boardgame_envs.core.notation import list_draws, read_cards, read_seat, required
from boardgame_envs.core.seats import NOBODY, seat_name
from boardgame_envs.games.elements.cards import NUM_SEATS
from boardgame_envs.games.elements.observation import pile_in_words
from boardgame_envs.games.elements.position import POSITION as POSITION
from boardgame_envs.games.elements.rules import gather_cards, has_shown_hand
from boardgame_envs.games.elements.state import Ending

# --- deals ---


def read_outcome(state: Record) -> dict[str, Any]:
    """Return the deal: both hands, the cards aside, and who starts [2, 12]."""
    return {
        "deal": {
            "hands": [card_list(state, hand) for hand in state["hands"]],
            "aside": card_list(state, state["aside"]),
            "starter": int(state["starter"]),
        }
    }


def write_outcome(state: Record, event: Mapping[str, Any]) -> None:
    """Deal as recorded; refuse what cannot have been dealt [2, 12]."""
    deal = required(event, "deal", dict, "the event")
    hands = required(deal, "hands", list, "the deal")
    if len(hands) != NUM_SEATS:
        raise NotationError(f"the deal has {len(hands)} hands instead of {NUM_SEATS}")
    values = [int(value) for value in state["values"] if value]
    piles = [read_hand(state, hand, seat) for seat, hand in enumerate(hands)]
    aside = read_cards(required(deal, "aside", list, "the deal"), values, "aside")
    check_whole_deck(state, [*piles[0], *piles[1], *aside])
    starter = read_seat(required(deal, "starter", int, "the deal"), NUM_SEATS, "starter")
    check_starter(state, starter)
    gather_cards(state)
    state["starter"] = starter
    for seat, hand in enumerate(piles):
        for value in hand:
            state["hands"][seat, values.index(value)] += 1
            state["aside"][values.index(value)] -= 1


def read_hand(state: Record, hand: Any, seat: int) -> list[int]:
    """Return the cards of a recorded hand, by value; refuse more or fewer than are dealt [2]."""
    values = [int(value) for value in state["values"] if value]
    cards = read_cards(hand, values, f"hand of {seat_name(seat)}")
    if len(cards) != int(state["hand_size"]):
        raise NotationError(
            f"the hand of {seat_name(seat)} has {len(cards)} cards "
            f"instead of {int(state['hand_size'])}"
        )
    return cards


def check_starter(state: Record, starter: int) -> None:
    """Refuse a starter who has not won the round before [12]."""
    if int(state["starter"]) not in (NOBODY, starter):
        raise NotationError(
            f"the starter is {seat_name(starter)}, but {seat_name(int(state['starter']))} "
            "won the round before"
        )


def check_whole_deck(state: Record, cards: list[int]) -> None:
    """Refuse a deal that is not exactly the deck [1, V4]."""
    dealt = Counter(cards)
    for value, copies in zip(state["values"], state["copies"], strict=True):
        if value and dealt[int(value)] != int(copies):
            raise NotationError(
                f"the deal has {dealt[int(value)]} cards of value {int(value)} "
                f"instead of {int(copies)}"
            )


def list_outcomes(state: Record) -> Iterator[tuple[float, dict[str, Any]]]:
    """Go through every deal that differs, with its probability [2, 12, R3]."""
    deck, hand_size = state["copies"].tolist(), int(state["hand_size"])
    winner = int(state["starter"])
    starters = [winner] if winner != NOBODY else list(range(NUM_SEATS))
    for first, first_chance in list_draws(deck, hand_size):
        rest = [left - drawn for left, drawn in zip(deck, first, strict=True)]
        for second, second_chance in list_draws(rest, hand_size):
            aside = [left - drawn for left, drawn in zip(rest, second, strict=True)]
            hands = [card_list(state, first), card_list(state, second)]
            for starter in starters:
                deal = {"hands": hands, "aside": card_list(state, aside), "starter": starter}
                yield first_chance * second_chance / len(starters), {"deal": deal}


def tell_outcome(state: Record, observer: int | None) -> str:
    """Tell the deal: to a player only their own hand [2, 15]."""
    values = [int(value) for value in state["values"]]
    starter = seat_name(int(state["starter"]))
    told = [f"Round {int(state['rounds_played']) + 1}: {starter} starts."]
    for seat in range(NUM_SEATS):
        if observer is None or observer == seat:
            hand = pile_in_words(values, state["hands"][seat].tolist())
            told.append(f"{seat_name(seat)} is dealt {hand}.")
    if observer is None:
        told.append(f"Aside: {pile_in_words(values, state['aside'].tolist())}.")
    return " ".join([*tell_last_round(state), *told])


def tell_last_round(state: Record) -> list[str]:
    """Tell how the round before ended; hands that were shown are public [9, 10, R5]."""
    ending = int(state["last_ending"])
    if ending == Ending.NOT_YET:
        return []
    first, second = read_scores(state)
    told = f"{seat_name(int(state['last_winner']))} wins the round: {first} to {second}."
    return [*tell_shown_hands(state), told]


def tell_shown_hands(state: Record) -> list[str]:
    """Tell the hands that were shown [8]; a mistaken reveal shows one, over the limit [R2]."""
    values = [int(value) for value in state["values"]]
    shown = [
        f"{seat_name(seat)} {pile_in_words(values, state['shown_hands'][seat].tolist())}"
        for seat in range(NUM_SEATS)
        if has_shown_hand(state, seat)
    ]
    if int(state["last_ending"]) == Ending.MISTAKEN_REVEAL:
        shown.append("over the limit")
    return [f"Shown: {', '.join(shown)}."] if shown else []


def card_list(state: Record, pile: Any) -> list[int]:
    """Return the cards of a counted pile by value, ascending."""
    return [int(v) for v, n in zip(state["values"], pile, strict=True) for _ in range(int(n))]


# --- results ---


def read_scores(state: Record) -> list[int]:
    """Return the points of both players [9, 10]."""
    return [int(points) for points in state["points"]]


def tell_end(state: Record, observer: int | None) -> str:
    """Tell how the last round ended, with the hands if they were shown [9, 10]."""
    return " ".join(tell_last_round(state))


def read_result(state: Record) -> str:
    """Return who has won the match [13, V2]."""
    first, second = read_scores(state)
    if first == second:
        return "draw"
    return f"{seat_name(0 if first > second else 1)} wins"
