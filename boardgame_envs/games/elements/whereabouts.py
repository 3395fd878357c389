"""Where the cards of Elements lie that a player cannot see: in the other hand, or aside [2]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from boardgame_envs.core.seats import seat_name


def card_names(states: NDArray[Any]) -> list[str]:
    """Return what the kinds of cards are called in the deck that is played with [V4]."""
    return [str(int(value)) for value in states["values"][0]]


def pieces_at(seat: int, num_players: int) -> Mapping[str, str]:
    """Return how the ids of hidden cards begin in the picture, by place."""
    return {f"{seat_name(1 - seat)}'s hand": "hand-theirs-", "aside": "aside-"}


def hidden_cards(states: NDArray[Any], seat: int) -> Mapping[str, NDArray[Any]]:
    """Count the cards of each kind in each place that a player cannot look into."""
    other = 1 - seat
    return {f"{seat_name(other)}'s hand": states["hands"][:, other], "aside": states["aside"]}
