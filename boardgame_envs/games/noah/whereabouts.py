"""Where the cards of Noah lie that a player cannot see: in other hands, or left over [2]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from boardgame_envs.core.seats import seat_name
from boardgame_envs.games.noah.cards import CARD_NAMES


def card_names(states: NDArray[Any]) -> tuple[str, ...]:
    """Return what the kinds of cards are called [1]."""
    return CARD_NAMES


def pieces_at(seat: int, num_players: int) -> Mapping[str, str]:
    """Return how the ids of hidden cards begin in the picture, by place."""
    others = (other for other in range(num_players) if other != seat)
    return {f"{seat_name(other)}'s hand": f"seat-{other}-" for other in others}


def hidden_cards(states: NDArray[Any], seat: int) -> Mapping[str, NDArray[Any]]:
    """Count the cards of each kind in each place that a player cannot look into."""
    others = (other for other in range(int(states["num_players"][0])) if other != seat)
    hands = {f"{seat_name(other)}'s hand": states["hands"][:, other] for other in others}
    return {**hands, "left over": states["rest"]}
