"""The cards of Tranquility as they are drawn [1]."""

from __future__ import annotations

from functools import lru_cache

from boardgame_envs.games.tranquility import cards
from boardgame_envs.pictures import patterns
from boardgame_envs.pictures.cards import GRID
from boardgame_envs.pictures.display import Box, Disc, Face, Mark, Path, Words

WIDTH, HEIGHT = 62, 90

# --- glyphs, in a square of 64 ---

START = Face("glyph-start", GRID, GRID, (
    Path("M 14 62 L 14 4", "", "card_ink", 4),
    Path("M 16 6 C 28 0 36 14 54 6 L 54 32 C 36 40 28 26 16 32 Z", "accent"),
))  # fmt: skip
FINISH = Face("glyph-finish", GRID, GRID, (
    Path("M 32 4 L 32 56 M 18 18 L 46 18", "", "accent", 6),
    Disc(32, 8, 6, 6, "card", "accent", 4),
    Path("M 6 38 C 8 62 56 62 58 38 M 6 38 L 2 46 M 6 38 L 14 44 M 58 38 L 62 46 M 58 38 L 50 44",
         "", "accent", 6),
))  # fmt: skip
MONSTER = Face("glyph-monster", GRID, GRID, (
    Path("M 4 58 C 4 34 18 34 18 50 C 18 58 24 58 24 50 C 24 30 32 34 34 20 C 36 8 54 4 60 18 "
         "L 62 26 L 50 28 C 46 32 48 44 44 58 Z", "beast"),
    Path("M 36 16 L 30 8 M 41 10 L 38 2 M 48 8 L 50 1", "", "beast", 4),
    Disc(50, 17, 4, 4, "beast_soft"),
    Path("M 52 28 L 54 33 L 57 28", "beast_soft"),
    Path("M 2 60 Q 10 54 18 60 Q 26 64 34 60 Q 42 54 50 60 Q 56 64 62 60", "", "sea_line", 3),
))  # fmt: skip
YELLOW = Face("glyph-yellow", GRID, GRID, (  # lightning
    Path("M 12 30 C 4 30 4 16 16 16 C 18 4 40 2 44 12 C 60 10 62 30 50 30 Z", "yellow"),
    Path("M 34 32 L 20 50 L 30 50 L 24 63 L 44 43 L 34 43 L 42 32 Z", "yellow"),
))  # fmt: skip
PURPLE = Face("glyph-purple", GRID, GRID, (  # a whirl
    Path("M 32 34 C 36 28 44 34 38 42 C 28 50 14 40 20 26 C 28 10 54 14 56 36 C 56 54 40 62 24 60",
         "", "purple", 6),
    Path("M 4 30 C 4 14 16 4 32 4", "", "purple", 6),
))  # fmt: skip
ORANGE = Face("glyph-orange", GRID, GRID, (  # gusts
    Path("M 4 20 L 38 20 C 52 20 52 4 40 4 C 34 4 32 8 32 12 M 4 34 L 54 34 "
         "M 4 48 L 40 48 C 54 48 54 63 42 63 C 36 63 34 60 34 56", "", "orange", 6),
))  # fmt: skip
COMPASS = Face("glyph-compass", GRID, GRID, (
    Disc(32, 32, 28, 28, "card", "card_ink", 4),
    Path("M 32 8 L 40 32 L 24 32 Z", "needle"),
    Path("M 32 56 L 40 32 L 24 32 Z", "metal"),
    Disc(32, 32, 3, 3, "card_ink"),
))  # fmt: skip
REEF = Face("glyph-reef", GRID, GRID, (
    Path("M 2 56 L 12 30 L 20 40 L 32 10 L 42 34 L 50 24 L 62 56 Z", "rock"),
    Path("M 32 10 L 38 40 L 30 34 Z M 12 30 L 16 46 L 10 44 Z M 50 24 L 54 46 L 48 42 Z", "foam"),
    Path("M 2 60 Q 10 54 18 60 Q 26 64 34 60 Q 42 54 50 60 Q 56 64 62 60", "", "sea_line", 3),
))  # fmt: skip
SUN = Face("glyph-sun", GRID, GRID, (
    Disc(32, 32, 15, 15, "sun"),
    Path("M 32 2 L 32 11 M 32 53 L 32 62 M 2 32 L 11 32 M 53 32 L 62 32 M 11 11 L 17 17 "
         "M 47 47 L 53 53 M 53 11 L 47 17 M 17 47 L 11 53", "", "sun", 5),
))  # fmt: skip
MOON = Face("glyph-moon", GRID, GRID, (
    Path("M 40 4 C 12 4 4 30 14 46 C 26 64 50 60 58 44 C 36 50 24 28 40 4 Z", "moon", "night", 2),
))  # fmt: skip
GLYPHS = {
    cards.START: START,
    cards.FINISH: FINISH,
    cards.MONSTER: MONSTER,
    cards.YELLOW: YELLOW,
    cards.PURPLE: PURPLE,
    cards.ORANGE: ORANGE,
    cards.COMPASS: COMPASS,
    cards.REEF: REEF,
}
SOFT_INKS = {
    cards.MONSTER: "beast_soft",
    cards.YELLOW: "yellow_soft",
    cards.PURPLE: "purple_soft",
    cards.ORANGE: "orange_soft",
}

# an island for each decade: what grows there
HILL = Path("M 6 48 C 12 26 24 24 30 34 C 36 20 52 24 58 48 Z", "hill")
BEACH = Path("M 0 50 C 8 42 56 42 64 50 C 56 58 8 58 0 50 Z", "sand", "sand_line")


def palms(number: int) -> Path:
    """Return some palms on a hill."""
    steps = []
    for x in ((32,), (22, 42), (16, 32, 48))[number - 1]:
        steps.append(
            f"M {x} 40 L {x + 1} 20 M {x - 8} 24 Q {x} 14 {x + 1} 20 Q {x + 2} 14 {x + 10} 24"
        )
    return Path(" ".join(steps), "", "hill_deep", 3)


PEAK = Path("M 14 46 L 32 10 L 50 46 Z", "hill_deep")
SNOW = Path("M 32 10 L 38 23 L 33 20 L 29 24 L 26 22 Z", "foam")
LIGHT = Path("M 28 42 L 30 14 L 38 14 L 40 42 Z", "foam", "card_line")
LAMP = Box(29, 8, 10, 7, "sun", "card_line")
HUT = Path("M 22 42 L 22 30 L 32 20 L 42 30 L 42 42 Z", "earth")
ISLANDS: tuple[tuple[Mark, ...], ...] = (
    (BEACH,),
    (BEACH, palms(1)),
    (HILL, BEACH),
    (HILL, BEACH, palms(1)),
    (HILL, BEACH, palms(2)),
    (HILL, BEACH, HUT),
    (PEAK, BEACH),
    (PEAK, SNOW, BEACH),
    (HILL, LIGHT, LAMP, BEACH),
)


@lru_cache(maxsize=16)
def island_glyph(decade: int) -> Face:
    """Return what an island looks like, by its tens."""
    return Face(f"glyph-island-{decade}", GRID, GRID, ISLANDS[decade])


# --- cards of a hand ---


def card_words(card: int) -> str:
    """Return a card in words [1]."""
    return f"island {card}" if card <= cards.ISLANDS else cards.NAMES[card - cards.START]


@lru_cache(maxsize=512)
def card_face(card: int, moon: bool | None = None) -> Face:
    """Return a card of a hand; in day and night sun or moon up [38]."""
    if cards.is_island(card):
        return island_card(card, moon)
    name = cards.NAMES[card - cards.START]
    soft = SOFT_INKS.get(card, "inset")
    marks = (
        Box(1, 1, WIDTH - 2, HEIGHT - 2, "card", "card_line", 7),
        Box(6, 8, WIDTH - 12, 56, soft, radius=5),
        GLYPHS[card].at(13, 18, 36),
        Words(WIDTH // 2, 81, name, 12, "card_ink", "middle", bold=True),
    )
    return Face(f"card-{name}", WIDTH, HEIGHT, marks)


def island_card(number: int, moon: bool | None) -> Face:
    """Return an island as a card."""
    sky, ink = ("night", "on_night") if moon else ("card", "card_ink")
    marks: list[Mark] = [
        Box(1, 1, WIDTH - 2, HEIGHT - 2, sky, "card_line", 7),
        Words(WIDTH // 2, 34, str(number), 27, ink, "middle", bold=True),
        Box(5, 52, WIDTH - 10, 33, "sea_deep", radius=4),
        patterns.waves(6, 54, WIDTH - 12, 30, "sea_line", 10),
        island_glyph(number // 10).at(10, 40, 42),
    ]
    if moon is not None:
        marks.append((MOON if moon else SUN).at(WIDTH - 18, 5, 13))
    side = "" if moon is None else "-moon" if moon else "-sun"
    return Face(f"island-{number}{side}", WIDTH, HEIGHT, tuple(marks))


SMALL_WIDTH, SMALL_HEIGHT = 34, 48


@lru_cache(maxsize=512)
def small_face(card: int, moon: bool | None = None) -> Face:
    """Return a card of a hand that is shown small."""
    sky, ink = ("night", "on_night") if moon else ("card", "card_ink")
    side = "" if moon is None else "-moon" if moon else "-sun"
    marks: list[Mark] = [Box(1, 1, SMALL_WIDTH - 2, SMALL_HEIGHT - 2, sky, "card_line", 4)]
    if cards.is_island(card):
        marks.append(Words(SMALL_WIDTH // 2, 19, str(card), 16, ink, "middle", bold=True))
        marks.append(island_glyph(card // 10).at(5, 22, 24))
    else:
        marks.append(GLYPHS[card].at(6, 12, 22))
    return Face(f"small-{cards.card_name(card)}{side}", SMALL_WIDTH, SMALL_HEIGHT, tuple(marks))


# --- what lies in the sea ---


@lru_cache(maxsize=2048)
def cell_face(number: int, width: int, height: int, moon: bool | None) -> Face:
    """Return an island that lies on a cell: its number above its shore."""
    sky, ink = ("night", "on_night") if moon else ("card", "card_ink")
    size = 24 if width >= 60 else 20
    glyph = min(width - 8, 40)
    shore = height - 20
    marks: list[Mark] = [
        Box(1, 1, width - 2, height - 2, sky, "card_line", 6),
        Box(3, shore, width - 6, 17, "sea_deep", radius=4),
        island_glyph(number // 10).at((width - glyph) // 2, height - glyph * 7 // 8 - 2, glyph),
        Words(width // 2, size - 1, str(number), size - 3, ink, "middle", bold=True),
    ]
    if moon is not None:
        marks.append((MOON if moon else SUN).at(width - 17, 4, 13))
    side = "" if moon is None else "-moon" if moon else "-sun"
    return Face(f"cell-{number}-{width}{side}", width, height, tuple(marks))


@lru_cache(maxsize=8)
def water_face(width: int, height: int, is_border: bool) -> Face:
    """Return an empty cell; one with an open border card has a frame of planks [35]."""
    marks: list[Mark] = [
        Box(1, 1, width - 2, height - 2, "sea_deep", "sea_line", 6),
        patterns.waves(6, height // 2, width - 12, height // 2 - 4, "sea_line", 12),
    ]
    if is_border:
        marks.append(Box(4, 4, width - 8, height - 8, "", "sand_line", 4, 3))
        marks.append(Path(
            f"M 4 14 L 14 4 M {width - 4} 14 L {width - 14} 4 M 4 {height - 14} L 14 {height - 4} "
            f"M {width - 4} {height - 14} L {width - 14} {height - 4}", "", "sand_line", 3,
        ))  # fmt: skip
    return Face(f"water-{width}{'-border' if is_border else ''}", width, height, tuple(marks))


@lru_cache(maxsize=8)
def closed_face(width: int, height: int, ink: str) -> Face:
    """Return the hatching over a cell of a closed row [20]."""
    marks = (patterns.slanting(3, 3, width - 6, height - 6, ink, 12)._replace(weight=2),)
    return Face(f"closed-{width}-{ink}", width, height, marks)
