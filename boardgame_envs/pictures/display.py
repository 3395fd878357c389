"""The display list: what is drawn where, before anybody prints it.

Coordinates are whole numbers from the top left corner, colours are names of inks (``palette.py``),
and whatever a person may point at (a card, a cell, a pile, a player) is a ``Piece`` with an id and
with words that say what it is. A list is made of tuples, so equal pictures are equal values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Anchor: TypeAlias = Literal["start", "middle", "end"]


class Box(NamedTuple):
    """A rectangle, with round corners if there is a radius; "" is no ink."""

    x: int
    y: int
    width: int
    height: int
    fill: str
    line: str = ""
    radius: int = 0
    weight: int = 1


class Disc(NamedTuple):
    """An ellipse around a point."""

    x: int
    y: int
    across: int
    high: int
    fill: str
    line: str = ""
    weight: int = 1


class Path(NamedTuple):
    """Lines and curves: ``M``, ``L``, ``Q``, ``C`` and ``Z`` of SVG with whole numbers."""

    steps: str
    fill: str
    line: str = ""
    weight: int = 1


class Words(NamedTuple):
    """One line of text; ``y`` is where the letters stand."""

    x: int
    y: int
    text: str
    size: int
    ink: str
    anchor: Anchor = "start"
    bold: bool = False


class Stamp(NamedTuple):
    """A face at some place, as wide as is said."""

    face: Face
    x: int
    y: int
    width: int


Mark: TypeAlias = Box | Disc | Path | Words | Stamp


@dataclass(frozen=True, eq=False)
class Face:
    """A drawing that is used again and again: a card, a glyph.

    Faces are made once and compared by identity; equal names stand for equal faces.
    """

    name: str
    width: int
    height: int
    marks: tuple[Mark, ...]

    def at(self, x: int, y: int, width: int = 0) -> Stamp:
        """Return the face at some place, as large as it was made or as wide as is said."""
        return Stamp(self, x, y, width or self.width)


class Piece(NamedTuple):
    """Something to point at: its id is its own in the scene, its words say what it is."""

    id: str
    kind: str
    words: str
    x: int
    y: int
    width: int
    height: int
    # these lie in the scene, not relative to the piece
    marks: tuple[Mark, ...]


class Zone(NamedTuple):
    """A part of the table: a hand, the boats, the sea."""

    id: str
    words: str
    items: tuple[Mark | Piece, ...]


class Scene(NamedTuple):
    """A whole picture."""

    width: int
    height: int
    title: str
    words: str
    zones: tuple[Zone, ...]

    def pieces(self) -> Iterator[Piece]:
        """Go through all that can be pointed at."""
        for zone in self.zones:
            yield from (item for item in zone.items if isinstance(item, Piece))

    def faces(self) -> dict[str, Face]:
        """Return the faces that are used, by name, each after those that it uses."""
        found: dict[str, Face] = {}
        for zone in self.zones:
            for item in zone.items:
                collect_faces(item.marks if isinstance(item, Piece) else (item,), found)
        return found


def collect_faces(marks: tuple[Mark, ...], found: dict[str, Face]) -> None:
    """Note the faces of marks, each after those that it uses."""
    for mark in marks:
        if isinstance(mark, Stamp) and mark.face.name not in found:
            collect_faces(mark.face.marks, found)
            found[mark.face.name] = mark.face


def card_piece(
    id: str, words: str, face: Face, x: int, y: int, width: int = 0, kind: str = "card"
) -> Piece:
    """Return a face that can be pointed at."""
    wide = width or face.width
    high = face.height * wide // face.width
    return Piece(id, kind, words, x, y, wide, high, (Stamp(face, x, y, wide),))


def spread(number: int, start: int, width: int, card: int, gap: int) -> list[int]:
    """Return where cards begin in a row of some width: side by side, or overlapping if need be."""
    if number <= 1:
        return [start] * number
    step = min(card + gap, (width - card) // (number - 1))
    return [start + i * max(step, 1) for i in range(number)]
