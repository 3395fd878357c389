"""Beliefs: where the cards that a seat does not see probably are, by the worlds it holds possible.

A game says where cards lie in its optional ``whereabouts.py``: ``card_names(states)`` are the names
of its kinds of cards, and ``hidden_cards(states, seat)`` counts the cards of each kind at places
that the seat cannot look into, by [state, kind]. It is given possible worlds, never the real table.
Where its picture shows hidden cards, ``pieces_at(seat, num_players)`` says how their ids begin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.optional_modules import optional_module
from boardgame_envs.core.sight import draw_sight, sight_of_information
from boardgame_envs.pictures.cards import HIDDEN_CARD
from boardgame_envs.pictures.display import Piece

WORLDS = 120
AT_A_TIME = 20


class Whereabouts(Protocol):
    """A game's ``whereabouts.py``."""

    def card_names(self, states: NDArray[Any]) -> Sequence[str]:
        """Return what the kinds of cards are called."""

    def hidden_cards(self, states: NDArray[Any], seat: int) -> Mapping[str, NDArray[Any]]:
        """Return for each place how many cards of each kind are there, by [state, kind]."""

    def pieces_at(self, seat: int, num_players: int) -> Mapping[str, str]:
        """Return how the ids of hidden cards begin in the picture, by place; optional."""


class CardBelief(NamedTuple):
    """One kind of card: how many are out of sight, and how many are expected at each place."""

    card: str
    unseen: int
    expected: tuple[float, ...]


class Belief(NamedTuple):
    """Where cards probably are: ``expected`` of each card goes by ``places``."""

    worlds: int
    places: tuple[str, ...]
    cards: tuple[CardBelief, ...]

    def __str__(self) -> str:
        """Return a table: a line for each card, a column for each place."""
        rows = [["", *self.places]]
        rows += [[named(card), *map(chance, card.expected)] for card in self.cards]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.rjust, row, widths)).rstrip() for row in rows]
        return "\n".join(lines)


def believe(information: InformationState, worlds: int = WORLDS, seed: int = 0) -> Belief | None:
    """Return what a seat may believe of hidden cards; None if the game has no whereabouts."""
    where = whereabouts_of(information.game)
    if where is None:
        return None
    # few at a time are dealt without waiting for compiled code, which takes over when it is there
    sizes = [min(AT_A_TIME, worlds - dealt) for dealt in range(0, worlds, AT_A_TIME)]
    dealt = [information.worlds(size, seed + n).states for n, size in enumerate(sizes)]
    states = np.concatenate(dealt)
    found = where.hidden_cards(states, information.seat)
    places = [place for place, counts in found.items() if counts.any()]
    expected = np.array([found[place].mean(axis=0) for place in places]).reshape(len(places), -1)
    cards = tuple(
        CardBelief(str(card), round(float(column.sum())), tuple(map(float, column)))
        for card, column in zip(where.card_names(states), expected.T, strict=False)
        if column.sum() > 0
    )
    return Belief(worlds, tuple(places), cards)


def whereabouts_of(game: Game) -> Whereabouts | None:
    """Return the module in which a game says where cards lie, if it has one."""
    module: Whereabouts | None = optional_module(f"{game.package}.whereabouts")
    return module


def hidden_pieces(information: InformationState) -> dict[str, list[str]]:
    """Return the pieces of a seat's picture that are hidden cards, by the place where they lie."""
    where = whereabouts_of(information.game)
    if where is None or not hasattr(where, "pieces_at"):
        return {}
    scene = draw_sight(information.game, sight_of_information(information))
    beginnings = where.pieces_at(information.seat, information.num_players)
    return {
        place: [
            piece.id
            for piece in scene.pieces()
            if piece.id.startswith(beginning) and is_hidden(piece)
        ]
        for place, beginning in beginnings.items()
    }


def is_hidden(piece: Piece) -> bool:
    """Tell whether a piece shows the back of a card, or a pile."""
    return piece.kind == "pile" or piece.words == HIDDEN_CARD


def named(card: CardBelief) -> str:
    """Return a card with how many of it are out of sight."""
    return card.card if card.unseen == 1 else f"{card.unseen} × {card.card}"


def chance(expected: float) -> str:
    """Return how many cards are expected: as a chance where it is at most one."""
    if expected == 0:
        return "-"
    return f"{expected:.0%}" if expected <= 1 else f"{expected:.1f}"
