"""Two hidden cards change places, by hand: how tests make tables that a player cannot tell apart.

This is no rule of the game, and knows nothing of the rules that deal anew [19].
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from boardgame_envs.core.compiled import Record
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.information.seen_cards import Seen
from boardgame_envs.games.tranquility.state import Mode, Stage

NOBODY = -1


class Place(NamedTuple):
    """Where a card lies: what that is called, whose it is, the number there, and the card."""

    name: str
    owner: int
    number: int
    card: int


def swap_hidden(state: Record, seat: int, rng: np.random.Generator) -> None:
    """Let two cards that a player cannot see change places [19]."""
    pairs = list(combinations(hidden_places(state, seat), 2))
    # the first that may is any of those that may, and most may
    for number in rng.permutation(len(pairs)).tolist():
        one, other = pairs[number]
        if one.card == other.card or not may_change(state, one, other):
            continue
        take(state, one)
        take(state, other)
        put(state, one, other.card)
        put(state, other, one.card)
        for hand, size in zip(state["hands"], state["hand_sizes"], strict=True):
            hand[:size].sort()
        return


# --- places ---


def hidden_places(state: Record, seat: int) -> list[Place]:
    """Return every place of a card that a player cannot see, and has not seen there [19]."""
    places = in_order("removed", NOBODY, state["removed"])
    places += in_order("deck", NOBODY, state["deck"])
    places += in_order("explorer", NOBODY, state["explorer"])
    for owner in range(int(state["num_players"])):
        places += in_order("piles", owner, state["piles"][owner])
        places += in_order("blind", owner, state["blind"][owner])
        if owner != seat:
            places += in_order("hands", owner, state["hands"][owner])
            places += [
                Place("discards", owner, 0, card)
                for card, count in enumerate(state["discards"][owner].tolist())
                for _ in range(count)
            ]
    return [place for place in places if is_unseen(state, place)]


def in_order(name: str, owner: int, row: Any) -> list[Place]:
    """Return the places of cards that lie one after the other."""
    return [Place(name, owner, number, card) for number, card in enumerate(row.tolist()) if card]


def is_unseen(state: Record, place: Place) -> bool:
    """Tell whether a card was never seen where it is; in a duel some were [R7]."""
    if int(state["mode"]) != Mode.DUEL or place.owner == NOBODY:
        return True
    return int(state["sight"][place.owner, place.card]) == Seen.UNKNOWN


def take(state: Record, place: Place) -> None:
    """Take a card away from its place."""
    if place.name == "discards":
        state["discards"][place.owner, place.card] -= 1


def put(state: Record, place: Place, card: int) -> None:
    """Put a card on a place that is free."""
    if place.name == "discards":
        state["discards"][place.owner, card] += 1
    elif place.owner == NOBODY:
        state[place.name][place.number] = card
    else:
        state[place.name][place.owner, place.number] = card


# --- what may change places ---


def may_change(state: Record, one: Place, other: Place) -> bool:
    """Tell whether each of two cards could lie where the other one does."""
    return may_lie(state, one.card, one, other) and may_lie(state, other.card, other, one)


def may_lie(state: Record, card: int, here: Place, there: Place) -> bool:
    """Tell whether a card could lie in the place of another one [6, 11, 23, 25, V1]."""
    if "explorer" in (here.name, there.name):
        return here.name == there.name
    if cards.is_island(card):
        return True
    if card == cards.FINISH:
        return there.name != "removed"
    if card == cards.MONSTER:
        # whoever was asked for cards, or said a number of them, has shown something
        is_said = int(state["stage"]) >= Stage.START_EXTRA or int(state["owed"]) > 0
        return there.name == "piles" or (there.name == "hands" and not is_said)
    if card == cards.START:
        is_own = here.owner == there.owner and here.name == there.name == "piles"
        return is_own and there.number >= int(state["bottom"])
    return there.name == "piles"
