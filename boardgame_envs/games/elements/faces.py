"""The cards of Elements as they are drawn: value, glyph, name, colour and pattern [1]."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from boardgame_envs.games.elements import cards
from boardgame_envs.pictures import patterns
from boardgame_envs.pictures.cards import GRID
from boardgame_envs.pictures.display import Box, Disc, Face, Mark, Path, Words

WIDTH, HEIGHT = 62, 90
INKS = ("wood", "fire", "earth", "metal", "water", "yin")
PATTERNS: tuple[Callable[..., Path], ...] = (
    patterns.upright,
    patterns.zigzag,
    patterns.dotted,
    patterns.slanting,
    patterns.waves,
    patterns.crossed,
)

# in a square of 64
GLYPHS: tuple[tuple[Mark, ...], ...] = (
    (  # a leaf
        Path("M 32 4 C 58 16 58 44 32 58 C 6 44 6 16 32 4 Z", "wood"),
        Path("M 32 16 L 32 62 M 32 30 L 44 22 M 32 30 L 20 22 M 32 44 L 44 36 M 32 44 L 20 36",
             "", "wood_soft", 3),
    ),
    (  # a flame
        Path("M 34 2 C 40 18 56 24 54 42 C 52 56 42 62 32 62 C 22 62 10 56 10 42 "
             "C 10 32 18 28 20 18 C 26 22 28 26 28 30 C 34 24 36 12 34 2 Z", "fire"),
        Path("M 33 34 C 38 42 43 44 42 50 C 41 56 36 58 32 58 C 28 58 22 56 22 50 "
             "C 22 44 30 42 33 34 Z", "fire_soft"),
    ),
    (  # mountains
        Path("M 2 56 L 24 14 L 36 36 L 44 24 L 62 56 Z", "earth"),
        Path("M 24 14 L 32 29 L 26 33 L 22 28 L 17 27 Z", "earth_soft"),
    ),
    (  # an ingot
        Path("M 18 16 L 46 16 L 62 50 L 2 50 Z", "metal"),
        Path("M 20 22 L 44 22 L 50 36 L 14 36 Z", "metal_soft"),
    ),
    (  # a drop
        Path("M 32 2 C 40 20 54 28 54 42 C 54 54 44 62 32 62 C 20 62 10 54 10 42 "
             "C 10 28 24 20 32 2 Z", "water"),
        Path("M 20 42 C 20 50 25 54 32 55", "", "water_soft", 4),
    ),
    (  # yin and yang
        Disc(32, 32, 30, 30, "yin_soft", "yin", 3),
        Path("M 32 2 C 72 2 72 62 32 62 C 52 62 52 32 32 32 C 12 32 12 2 32 2 Z", "yin"),
        Disc(32, 17, 5, 5, "yin_soft"),
        Disc(32, 47, 5, 5, "yin"),
    ),
)  # fmt: skip


def design_of(kind: int, num_kinds: int) -> int:
    """Return which of the elements a kind of card is: the highest is the Yin-Yang [V4]."""
    return len(INKS) - 1 if kind == num_kinds - 1 else kind


def name_of(kind: int, num_kinds: int) -> str:
    """Return the name of a kind of card [1]."""
    return cards.NAMES[design_of(kind, num_kinds)]


@lru_cache(maxsize=8)
def glyph(design: int) -> Face:
    """Return the glyph of an element."""
    return Face(f"glyph-{INKS[design]}", GRID, GRID, GLYPHS[design])


@lru_cache(maxsize=64)
def card_face(design: int, value: int) -> Face:
    """Return a card: its value in two corners, its glyph, its name."""
    ink = INKS[design]
    marks = (
        Box(1, 1, WIDTH - 2, HEIGHT - 2, "card", "card_line", 7),
        Box(5, 26, WIDTH - 10, 44, f"{ink}_soft", radius=4),
        PATTERNS[design](6, 27, WIDTH - 12, 42, ink),
        Box(12, 29, 38, 38, f"{ink}_soft", radius=19),
        glyph(design).at(17, 34, 28),
        Words(7, 21, str(value), 18, ink, bold=True),
        glyph(design).at(WIDTH - 20, 8, 13),
        Words(WIDTH // 2, 83, cards.NAMES[design], 11, "card_ink", "middle"),
    )
    return Face(f"{ink}-{value}", WIDTH, HEIGHT, marks)


CRYSTAL = Face(
    "crystal",
    GRID,
    GRID,
    (
        Path("M 32 2 L 56 24 L 32 62 L 8 24 Z", "crystal"),
        Path("M 8 24 L 56 24 M 22 24 L 32 60 M 42 24 L 32 60 M 32 4 L 22 24 M 32 4 L 42 24",
             "", "crystal_soft", 3),
    ),
)  # fmt: skip
NO_CRYSTAL = Face(
    "no-crystal", GRID, GRID, (Path("M 32 2 L 56 24 L 32 62 L 8 24 Z", "", "muted", 3),)
)
