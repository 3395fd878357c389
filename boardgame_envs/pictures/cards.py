"""What cards of all games have: backs, counters, crystals of whose turn it is."""

from __future__ import annotations

from functools import lru_cache

from boardgame_envs.pictures.display import Box, Disc, Face, Mark, Path, Words
from boardgame_envs.pictures.patterns import crossed

HIDDEN_CARD = "a hidden card"  # the words of every piece that is one
GRID = 64  # glyphs are drawn in a square of this size


@lru_cache(maxsize=32)
def card_back(width: int, height: int) -> Face:
    """Return the back of a card."""
    marks: tuple[Mark, ...] = (
        Box(1, 1, width - 2, height - 2, "back", "card_line", max(width // 9, 3)),
        crossed(5, 5, width - 10, height - 10, "back_line", max(width // 6, 5)),
        Box(4, 4, width - 8, height - 8, "", "back_line", max(width // 12, 2)),
    )
    return Face(f"back-{width}x{height}", width, height, marks)


@lru_cache(maxsize=32)
def empty_place(width: int, height: int) -> Face:
    """Return the place of a card that is not there."""
    box = Box(1, 1, width - 2, height - 2, "inset", "rule", max(width // 9, 3))
    return Face(f"empty-{width}x{height}", width, height, (box,))


# the players' shapes: each seat has an ink and a shape of its own
SEAT_SHAPES: tuple[tuple[Mark, ...], ...] = (
    (Disc(32, 32, 28, 28, "seat_1"),),
    (Box(6, 6, 52, 52, "seat_2", radius=4),),
    (Path("M 32 2 L 62 58 L 2 58 Z", "seat_3"),),
    (Path("M 32 0 L 64 32 L 32 64 L 0 32 Z", "seat_4"),),
    (Path("M 18 2 L 46 2 L 62 32 L 46 62 L 18 62 L 2 32 Z", "seat_5"),),
)


@lru_cache(maxsize=8)
def seat_mark(seat: int) -> Face:
    """Return the shape of a seat."""
    shapes = SEAT_SHAPES[seat % len(SEAT_SHAPES)]
    return Face(f"seat-{seat % len(SEAT_SHAPES) + 1}", GRID, GRID, shapes)


def counter(x: int, y: int, number: int | str, size: int = 13, ink: str = "ink") -> Words:
    """Return a number in the middle of something."""
    return Words(x, y, str(number), size, ink, "middle", bold=True)
