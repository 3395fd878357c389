"""Where the cards of Tranquility lie that a player cannot see: hands, piles, discards [5]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.seats import seat_name
from boardgame_envs.games.tranquility import cards


def card_names(states: NDArray[Any]) -> list[str]:
    """Return what cards are called [1]."""
    return [str(cards.card_name(card)) for card in range(cards.NUM_KINDS)]


def pieces_at(seat: int, num_players: int) -> Mapping[str, str]:
    """Return how the ids of hidden cards begin in the picture, by place."""
    others = (other for other in range(num_players) if other != seat)
    hands = {f"{seat_name(other)}'s hand": f"seat-{other}-" for other in others}
    return {**hands, "the deck": "deck"}


def hidden_cards(states: NDArray[Any], seat: int) -> Mapping[str, NDArray[Any]]:
    """Count the cards of each kind in each place that a player cannot look into."""
    places = {}
    for other in range(int(states["num_players"][0])):
        if other != seat:
            places[f"{seat_name(other)}'s hand"] = counted(states["hands"][:, other])
    for other in range(int(states["num_players"][0])):
        whose = "your" if other == seat else f"{seat_name(other)}'s"
        places[f"{whose} pile"] = counted(states["piles"][:, other])
        unseen = counted(states["blind"][:, other])
        places[f"{whose} discards"] = (
            unseen if other == seat else unseen + states["discards"][:, other]
        )
    places["the deck"] = counted(states["deck"])
    places["out of the game"] = counted(states["removed"])
    return places


def counted(piles: NDArray[Any]) -> NDArray[Any]:
    """Return how many cards of each kind are in each pile; 0 is no card."""
    counts = np.zeros((len(piles), cards.NUM_KINDS), np.int64)
    rows = np.repeat(np.arange(len(piles)), piles.shape[1])
    np.add.at(counts, (rows, piles.ravel().astype(np.int64)), 1)
    counts[:, cards.NO_CARD] = 0
    return counts
