"""The animals of Noah as glyphs, drawn in a square of 64 [1]."""

from __future__ import annotations

from functools import lru_cache

from boardgame_envs.games.noah import cards
from boardgame_envs.pictures.cards import GRID
from boardgame_envs.pictures.display import Disc, Face, Mark, Path

Glyph = tuple[Mark, ...]


def eyes(left: int, right: int, y: int, ink: str = "pelt_black", radius: int = 3) -> Glyph:
    """Return two eyes."""
    return Disc(left, y, radius, radius, ink), Disc(right, y, radius, radius, ink)


WOODPECKER: Glyph = (
    Path("M 20 62 C 14 44 16 28 26 20 C 34 14 44 18 46 26 C 48 36 44 50 44 62 Z", "pelt_black"),
    Path("M 34 62 C 34 48 38 40 45 34 L 44 62 Z", "pelt_cream"),
    Path("M 22 24 C 22 10 34 2 46 6 C 42 10 44 14 40 19 C 34 16 28 18 22 24 Z", "pelt_red"),
    Path("M 44 22 L 64 28 L 45 31 Z", "pelt_grey"),
    Disc(37, 25, 3, 3, "pelt_cream"),
)
PARROT: Glyph = (
    Path("M 14 62 C 8 40 10 14 30 8 C 44 4 54 14 52 28 C 50 40 46 46 46 62 Z", "pelt_green"),
    Path("M 14 62 C 12 50 12 40 16 32 C 26 38 28 50 26 62 Z", "pelt_blue"),
    Path("M 24 10 C 18 2 24 0 30 8 C 30 0 36 0 36 7 Z", "pelt_green"),
    Path("M 46 16 C 60 16 64 30 54 40 C 54 32 50 28 44 28 Z", "pelt_tan"),
    Disc(38, 20, 6, 6, "pelt_cream"),
    Disc(39, 20, 3, 3, "pelt_black"),
)
SNAIL: Glyph = (
    Path("M 2 58 C 10 48 14 52 30 52 L 46 52 C 48 44 46 38 50 32 C 56 28 62 34 60 42 "
         "C 58 54 50 58 42 58 Z", "pelt_brown"),
    Path("M 52 34 L 48 20 M 57 34 L 60 20", "", "pelt_brown", 3),
    Disc(48, 19, 3, 3, "pelt_black"),
    Disc(60, 19, 3, 3, "pelt_black"),
    Disc(25, 34, 19, 19, "pelt_rust", "pelt_black", 2),
    Path("M 25 34 C 29 30 33 36 28 40 C 20 46 12 36 18 28 C 26 20 38 26 38 38", "",
         "pelt_cream", 3),
)  # fmt: skip
CAT: Glyph = (
    Path("M 10 6 L 24 18 Q 32 15 40 18 L 54 6 L 56 36 Q 54 58 32 58 Q 10 58 8 36 Z", "pelt_grey"),
    Path("M 14 14 L 21 20 L 14 26 Z", "pelt_pink"),
    Path("M 50 14 L 43 20 L 50 26 Z", "pelt_pink"),
    Disc(22, 34, 4, 5, "pelt_pale"),
    Disc(42, 34, 4, 5, "pelt_pale"),
    Path("M 28 43 L 36 43 L 32 48 Z", "pelt_pink"),
    Path("M 18 46 L 2 42 M 18 49 L 3 51 M 46 46 L 62 42 M 46 49 L 61 51", "", "pelt_grey", 2),
)
KANGAROO: Glyph = (
    Path("M 2 60 C 14 58 16 48 20 40 C 24 28 32 24 40 22 L 38 6 L 44 14 L 48 4 L 51 17 "
         "C 58 19 62 24 62 28 C 58 31 52 31 48 30 C 48 36 46 40 45 43 L 53 46 L 51 49 L 41 47 "
         "C 42 52 40 55 38 57 L 54 59 L 54 62 L 26 62 C 22 60 20 58 18 59 C 12 63 6 63 2 60 Z",
         "pelt_tan"),
    Disc(53, 23, 2, 2, "pelt_sand"),
    Path("M 38 36 C 36 42 38 46 42 46", "", "pelt_sand", 3),
)  # fmt: skip
PANDA: Glyph = (
    Disc(13, 15, 10, 10, "pelt_black"),
    Disc(51, 15, 10, 10, "pelt_black"),
    Disc(32, 35, 27, 25, "pelt_cream", "pelt_black", 2),
    Path("M 14 32 C 16 22 28 26 27 34 C 26 42 16 44 14 38 Z", "pelt_black"),
    Path("M 50 32 C 48 22 36 26 37 34 C 38 42 48 44 50 38 Z", "pelt_black"),
    *eyes(21, 43, 34, "pelt_cream", 3),
    Disc(32, 45, 5, 3, "pelt_black"),
    Path("M 32 48 L 32 52 M 26 54 Q 32 57 38 54", "", "pelt_black", 2),
)
LION: Glyph = (
    *(Disc(x, y, 10, 10, "pelt_rust") for x, y in (
        (32, 11), (46, 15), (54, 27), (53, 41), (43, 52), (32, 55), (21, 52), (11, 41), (10, 27),
        (18, 15))),
    Disc(32, 33, 20, 20, "pelt_sand"),
    *eyes(25, 39, 29),
    Path("M 27 36 L 37 36 L 32 41 Z", "pelt_black"),
    Path("M 32 41 L 32 45 M 25 45 Q 29 48 32 45 Q 35 48 39 45", "", "pelt_black", 2),
)  # fmt: skip
MULE: Glyph = (
    Path("M 20 26 C 8 16 8 4 14 0 C 22 4 26 12 28 22 Z", "pelt_brown"),
    Path("M 44 26 C 56 16 56 4 50 0 C 42 4 38 12 36 22 Z", "pelt_brown"),
    Path("M 18 26 C 18 18 46 18 46 26 L 44 48 C 44 66 20 66 20 48 Z", "pelt_brown"),
    Path("M 21 48 C 20 40 44 40 43 48 C 44 66 20 66 21 48 Z", "pelt_cream"),
    Path("M 32 14 L 28 26 L 32 32 L 36 26 Z", "pelt_black"),
    *eyes(24, 40, 32),
    *eyes(28, 36, 53, "pelt_black", 2),
)
BEAR: Glyph = (
    Disc(14, 16, 10, 10, "pelt_brown"),
    Disc(50, 16, 10, 10, "pelt_brown"),
    Disc(14, 16, 5, 5, "pelt_cream"),
    Disc(50, 16, 5, 5, "pelt_cream"),
    Disc(32, 36, 26, 24, "pelt_brown"),
    *eyes(22, 42, 31),
    Disc(32, 46, 12, 9, "pelt_cream"),
    Disc(32, 42, 5, 3, "pelt_black"),
    Path("M 32 45 L 32 50", "", "pelt_black", 2),
)
GIRAFFE: Glyph = (
    Path("M 22 12 L 22 2 M 34 12 L 34 2", "", "pelt_brown", 3),
    Disc(22, 3, 3, 3, "pelt_black"),
    Disc(34, 3, 3, 3, "pelt_black"),
    Path("M 14 14 L 4 10 L 14 20 Z", "pelt_tan"),
    Path("M 16 12 C 20 8 38 8 42 14 L 58 22 C 62 28 58 34 50 33 L 38 32 L 44 64 L 14 64 Z",
         "pelt_gold"),
    Path("M 20 34 L 28 33 L 27 41 L 20 41 Z M 31 38 L 37 37 L 38 46 L 32 47 Z "
         "M 18 47 L 26 47 L 27 56 L 17 56 Z M 32 52 L 40 52 L 41 60 L 33 61 Z", "pelt_brown"),
    Disc(32, 19, 3, 3, "pelt_black"),
    Disc(54, 26, 2, 2, "pelt_black"),
)  # fmt: skip
RHINOCEROS: Glyph = (
    Path(
        "M 2 26 C 6 14 18 12 26 16 L 32 4 L 37 18 C 44 22 48 26 50 30 L 62 10 "
        "C 64 28 62 40 56 50 C 48 56 40 52 34 50 C 28 60 12 62 2 58 Z",
        "pelt_slate",
    ),
    Path("M 50 30 L 62 10 C 64 24 62 34 58 42 Z", "pelt_pale"),
    Path("M 24 16 L 32 4 L 36 18 Z", "pelt_pale"),
    Disc(38, 31, 3, 3, "pelt_white"),
    Path("M 42 48 Q 48 46 54 48", "", "pelt_white", 2),
)
ELEPHANT: Glyph = (
    Path("M 24 14 C 8 2 -2 18 4 34 C 8 44 18 44 24 38 Z", "pelt_grey"),
    Path("M 40 14 C 56 2 66 18 60 34 C 56 44 46 44 40 38 Z", "pelt_grey"),
    Path("M 18 20 C 18 8 46 8 46 20 L 44 38 C 42 44 40 46 40 54 C 40 60 34 64 28 62 "
         "L 28 57 C 33 58 33 54 32 50 C 28 46 22 44 20 38 Z", "pelt_slate"),
    *eyes(25, 39, 26, "pelt_white", 3),
    Path("M 22 42 L 16 54 L 26 47 Z", "pelt_white", "pelt_slate"),
    Path("M 42 42 L 48 54 L 38 47 Z", "pelt_white", "pelt_slate"),
)  # fmt: skip

GLYPHS = (
    WOODPECKER, PARROT, SNAIL, CAT, KANGAROO, PANDA,
    LION, MULE, BEAR, GIRAFFE, RHINOCEROS, ELEPHANT,
)  # fmt: skip


@lru_cache(maxsize=16)
def animal_glyph(species: int) -> Face:
    """Return the glyph of a species."""
    return Face(f"glyph-{cards.SPECIES_NAMES[species]}", GRID, GRID, GLYPHS[species])


SEX_MARKS = (
    Face("male", GRID, GRID, (
        Disc(25, 39, 17, 17, "", "male", 9),
        Path("M 38 26 L 58 6 M 40 6 L 58 6 L 58 24", "", "male", 9))),
    Face("female", GRID, GRID, (
        Disc(32, 22, 17, 17, "", "female", 9),
        Path("M 32 39 L 32 62 M 20 51 L 44 51", "", "female", 9))),
)  # fmt: skip
DROP = "M 32 2 C 40 22 52 30 52 43 C 52 54 43 62 32 62 C 21 62 12 54 12 43 C 12 30 24 22 32 2 Z"
# on the table, and on cards
TEAR = Face("tear", GRID, GRID, (Path(DROP, "tear"),))
CARD_TEAR = Face("card-tear", GRID, GRID, (Path(DROP, "plate_tear"),))
NOAH = Face("noah", GRID, GRID, (
    Path("M 32 22 C 46 24 50 44 50 62 L 14 62 C 14 44 18 24 32 22 Z", "robe"),
    Disc(32, 15, 11, 12, "pelt_sand"),
    Path("M 21 15 C 20 34 28 40 32 42 C 36 40 44 34 43 15 C 40 24 24 24 21 15 Z", "pelt_white",
         "rule"),
    Path("M 21 14 C 20 0 44 0 43 14 C 38 8 26 8 21 14 Z", "pelt_white", "rule"),
    *eyes(28, 36, 14, "pelt_black", 2),
    Path("M 56 10 C 62 6 62 16 56 16 L 56 62", "", "hull", 4),
))  # fmt: skip
