"""How the field is written: cells by their names, ``a1=12``, and what lies at rows [2]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from boardgame_envs.core import written_position as writing
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.problems import NotationError
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.field import shapes
from boardgame_envs.games.tranquility.modes.pyramid_shape import HAS_BORDER
from boardgame_envs.games.tranquility.state import NOWHERE, NUM_ROWS, Mode
from boardgame_envs.games.tranquility.writing.card_entries import is_number, read_cards, read_pairs

NONE = "none"


def cell_names(state: Record) -> list[str]:
    """Return the names of the cells, along the line [2, 33, 35]."""
    return shapes.CELL_NAMES[shapes.Shape(int(state["field"]))]


def read_cell(state: Record, word: str, name: str) -> int:
    """Return a cell by its name, or raise NotationError [2]."""
    names = cell_names(state)
    if word not in names:
        raise NotationError(f"{name!r} names cells from {names[0]} to {names[-1]}, not {word!r}")
    return names.index(word)


def write_grid(state: Record) -> str:
    """Return the number on each cell that has one [2]."""
    named = zip(cell_names(state), state["grid"], strict=False)
    return " ".join(f"{cell}={int(number)}" for cell, number in named if number)


def read_grid(state: Record, text: str) -> None:
    """Fill cells [9]."""
    for word, number in read_pairs(text, "grid", "a1=12 c3=40"):
        (island,) = read_cards(number, "grid", 1)
        if island > cards.ISLANDS:
            raise NotationError(f"only islands lie on cells, not {number!r}")
        cell = read_cell(state, word, "grid")
        if state["grid"][cell]:
            raise NotationError(f"'grid' has the cell {word} twice")
        state["grid"][cell] = island
        state["num_filled"] += 1
        state["row_filled"][shapes.ROW_OF[int(state["field"]), cell]] += 1


def write_cells(state: Record, marks: Iterable[Any]) -> str:
    """Return the names of the cells that are marked."""
    return " ".join(cell for cell, mark in zip(cell_names(state), marks, strict=False) if mark)


def write_moon(state: Record) -> str:
    """Return the cells whose card lies moon up [38]."""
    return write_cells(state, state["moon"])


def read_moon(state: Record, text: str) -> None:
    """Turn the cards on some cells moon up [38]."""
    for word in text.split():
        state["moon"][read_cell(state, word, "moon")] = True


def write_explored(state: Record) -> str:
    """Return the cells whose border card is used up [36]."""
    is_pyramid = int(state["mode"]) == Mode.PYRAMID
    return write_cells(state, HAS_BORDER & (state["borders"] == 0)) if is_pyramid else ""


def read_explored(state: Record, text: str) -> None:
    """Use border cards up [36]."""
    for word in text.split():
        state["borders"][read_cell(state, word, "explored")] = False


def write_owners(state: Record) -> str:
    """Return who placed each card, where it was not the first player [41]."""
    named = zip(cell_names(state), state["owner"], strict=False)
    return " ".join(f"{cell}={seat_name(int(seat))}" for cell, seat in named if seat)


def read_owners(state: Record, text: str) -> None:
    """Say who placed cards [41]."""
    for word, player in read_pairs(text, "owners", "a1=P2 c3=P2"):
        cell = read_cell(state, word, "owners")
        state["owner"][cell] = writing.read_player(state, player, "owners")


def write_placed(state: Record) -> str:
    """Return where a card was placed in this turn [31, 36]."""
    cell = int(state["placed_cell"])
    return NONE if cell == NOWHERE else cell_names(state)[cell]


def read_placed(state: Record, text: str) -> None:
    """Say where a card was placed in this turn [31, 36]."""
    state["placed_cell"] = NOWHERE if text == NONE else read_cell(state, text, "placed")


def read_row(word: str, name: str) -> int:
    """Return a row by its number, or raise NotationError [2]."""
    if not is_number(word, NUM_ROWS):
        raise NotationError(f"{name!r} names rows from 1 to {NUM_ROWS}, not {word!r}")
    return int(word) - 1


def write_reef(state: Record) -> str:
    """Return the row of the reef [21]."""
    row = int(state["reef_row"])
    return NONE if row == NOWHERE else str(row + 1)


def read_reef(state: Record, text: str) -> None:
    """Lay the reef at a row [21]."""
    state["reef_row"] = NOWHERE if text == NONE else read_row(text, "reef")


def write_purples(state: Record) -> str:
    """Return how many purple storms lie at each row that has one [28]."""
    return " ".join(f"{row}={int(n)}" for row, n in enumerate(state["purples"], 1) if n)


def read_purples(state: Record, text: str) -> None:
    """Lay purple storms at rows [28]."""
    for row, number in read_pairs(text, "purples", "3=1"):
        storms = writing.read_number(number, "purples", 0, cards.STORMS_OF_A_COLOUR)
        state["purples"][read_row(row, "purples")] = storms


ENTRIES = (
    writing.Entry("grid", "the number on each cell", write_grid, read_grid),
    writing.Entry("moon", "the cells whose card lies moon up", write_moon, read_moon),
    writing.Entry("owners", "who placed each card", write_owners, read_owners),
    writing.Entry(
        "explored", "the cells whose border card is used up", write_explored, read_explored
    ),
    writing.Entry("placed", "where a card was placed in this turn", write_placed, read_placed),
    writing.Entry("reef", "the row of the reef", write_reef, read_reef),
    writing.Entry("purples", "purple storms at rows", write_purples, read_purples),
)
