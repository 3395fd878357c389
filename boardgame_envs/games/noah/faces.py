"""The cards of Noah as they are drawn: weight, tears, glyph, sex, name and effect [1]."""

from __future__ import annotations

from functools import lru_cache

from boardgame_envs.games.noah import cards
from boardgame_envs.games.noah.animals import CARD_TEAR, SEX_MARKS, animal_glyph
from boardgame_envs.pictures.display import Box, Face, Mark, Path, Stamp, Words
from boardgame_envs.pictures.lettering import counted, width_of

WIDTH, HEIGHT = 66, 98
CHIP_WIDTH, CHIP_HEIGHT = 34, 42
NO_SEX = -1
EFFECTS = {
    cards.WOODPECKER: "limit 13",
    cards.LION: "swap a card",
    cards.MULE: "Noah stays",
    cards.GIRAFFE: "see a hand",
}


def species_and_sex(card: int) -> tuple[int, int]:
    """Return what is on a card of a hand: a snail has no sex there [1]."""
    if card == cards.SNAIL_CARD:
        return cards.SNAIL, NO_SEX
    animal = card if card < cards.SNAIL_CARD else card + 1
    return animal // 2, animal % 2


def animal_words(species: int, sex: int) -> str:
    """Return an animal in words, with all that is printed on its card."""
    row = cards.TABLE[species]
    said = "" if sex == NO_SEX else ("male ", "female ")[sex]
    effect = f", {EFFECTS[species]}" if species in EFFECTS else ""
    tears = counted(row.tears, "tear")
    return f"{said}{row.name}, weight {row.weight}, {tears}{effect}"


def sex_marks(sex: int, x: int, y: int, width: int) -> list[Mark]:
    """Return the mark of a sex, if there is one."""
    return [] if sex == NO_SEX else [SEX_MARKS[sex].at(x, y, width)]


@lru_cache(maxsize=64)
def card_face(species: int, sex: int) -> Face:
    """Return a card of a hand."""
    row, name = cards.TABLE[species], name_of(species, sex)
    marks: list[Mark] = [
        Box(1, 1, WIDTH - 2, HEIGHT - 2, "plate", "plate_line", 7),
        Words(8, 22, str(row.weight), 20, "on_plate", bold=True),
        animal_glyph(species).at(21, 27, 38),
        *sex_marks(sex, 6, 29, 13),
        Words(WIDTH // 2, 92, row.name, name_size(row.name), "on_plate", "middle"),
    ]
    marks += tear_marks(row.tears)
    if species in EFFECTS:
        marks.append(Box(4, 67, WIDTH - 8, 14, "pelt_cream", "plate_line", 4))
        marks.append(Words(WIDTH // 2, 77, EFFECTS[species], 9, "on_plate", "middle"))
    return Face(f"card-{name}", WIDTH, HEIGHT, tuple(marks))


def name_size(name: str) -> int:
    """Return how large the name on a card is: the longest ones are smaller."""
    return 11 if width_of(name, 11) <= WIDTH - 6 else 10


def tear_marks(tears: int) -> list[Stamp]:
    """Return the tears of a card, in its corner, from the right."""
    return [
        CARD_TEAR.at(WIDTH - 17 - place % 2 * 12, 6 + place // 2 * 12, 11) for place in range(tears)
    ]


@lru_cache(maxsize=64)
def chip_face(species: int, sex: int) -> Face:
    """Return an animal aboard a boat, or a card of a hand that is shown small."""
    row = cards.TABLE[species]
    marks = [
        Box(1, 1, CHIP_WIDTH - 2, CHIP_HEIGHT - 2, "plate", "plate_line", 5),
        Words(4, 12, str(row.weight), 11, "on_plate", bold=True),
        animal_glyph(species).at(6, 13, 22),
        *sex_marks(sex, CHIP_WIDTH - 13, 3, 10),
        *(CARD_TEAR.at(3 + place * 7, CHIP_HEIGHT - 10, 8) for place in range(row.tears)),
    ]
    return Face(f"chip-{name_of(species, sex)}", CHIP_WIDTH, CHIP_HEIGHT, tuple(marks))


def name_of(species: int, sex: int) -> str:
    """Return the name of an animal [1]."""
    return cards.SPECIES_NAMES[species] + ("" if sex == NO_SEX else f"-{cards.SEXES[sex]}")


HULL_WIDTH, HULL_HEIGHT = 190, 34


@lru_cache(maxsize=1)
def hull() -> Face:
    """Return the hull of a boat."""
    steps = f"M 2 2 L {HULL_WIDTH - 2} 2 C {HULL_WIDTH - 8} 22 {HULL_WIDTH - 20} 32 "
    steps += f"{HULL_WIDTH - 34} 32 L 34 32 C 20 32 8 22 2 2 Z"
    planks = Path(f"M 10 13 L {HULL_WIDTH - 10} 13 M 18 23 L {HULL_WIDTH - 18} 23", "", "hull_line")
    marks = (Path(steps, "hull", "hull_line", 2), planks)
    return Face("hull", HULL_WIDTH, HULL_HEIGHT, marks)
