"""Reading what games have written down: shared by their notations, and by records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import comb, prod
from typing import Any, TypeVar

import numpy as np

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.game import Game, NotationError
from boardgame_envs.core.problems import shortened as shortened
from boardgame_envs.core.seats import seat_name

T = TypeVar("T")
Outcomes = Iterable[tuple[float, dict[str, Any]]]

KINDS_OF_VALUE = {int: "a whole number", str: "a text", list: "a list", dict: "an object"}


def required(record: Mapping[str, Any], key: str, kind: type[T], where: str) -> T:
    """Return a value that must be there and of a kind, or raise NotationError."""
    if key not in record:
        raise NotationError(f"{where} lacks {key!r}")
    value = record[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise NotationError(f"{key!r} must be {KINDS_OF_VALUE[kind]}, not {shortened(value)}")
    return value


def read_seat(seat: int, num_players: int, what: str) -> int:
    """Return a seat, or raise NotationError."""
    if not 0 <= seat < num_players:
        raise NotationError(
            f"the {what} must be a seat from 0 to {num_players - 1}, not {shortened(seat)}"
        )
    return seat


def read_cards(cards: Any, values: Sequence[int], what: str) -> list[int]:
    """Return a sorted list of card values of a deck, or raise NotationError."""
    if not isinstance(cards, list):
        raise NotationError(f"the {what} must be a list, not {shortened(cards)}")
    for card in cards:
        if isinstance(card, bool) or not isinstance(card, int) or card not in values:
            raise NotationError(f"the {what} has {shortened(card)}, which is no card of this deck")
    if cards != sorted(cards):
        raise NotationError(f"the {what} is not sorted: {shortened(cards)}")
    return cards


def find_action(game: Game, state: Record, text: str, mask: np.ndarray[Any, Any]) -> int:
    """Return the legal action with this name, or raise NotationError."""
    legal = {game.actions.name(state, int(a)): int(a) for a in np.flatnonzero(mask)}
    if not isinstance(text, str) or text not in legal:
        who = seat_name(int(state["seat"]))
        raise NotationError(
            f"{who} may not {shortened(text)} now; legal are {', '.join(sorted(legal))}"
        )
    return legal[text]


def list_draws(pile: Sequence[int], size: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Go through every way to draw a number of cards from a counted pile, with its probability."""
    ways = comb(sum(pile), size)
    for drawn in product(*(range(copies + 1) for copies in pile)):
        if sum(drawn) == size:
            yield drawn, prod(map(comb, pile, drawn)) / ways


def list_outcomes(game: Game, state: Record) -> Outcomes:
    """Return all that chance can decide now, each with its probability."""
    listed = getattr(game.notation, "list_outcomes", None)
    if listed is None:
        raise ValueError(f"{game.name} does not list what chance can do (notation.list_outcomes)")
    outcomes: Outcomes = listed(state)
    return outcomes
