"""Colours: words can be read by day and by night."""

from __future__ import annotations

import pytest

from boardgame_envs.pictures.palette import INKS, THEMES, colour

# what is written in which ink on what
WRITTEN = [
    ("ink", "paper"),
    ("ink", "panel"),
    ("ink", "river"),
    ("muted", "paper"),
    ("muted", "panel"),
    ("on_accent", "accent"),
    ("card_ink", "card"),
    ("on_plate", "plate"),
    ("on_plate", "pelt_cream"),
    ("on_night", "night"),
    ("sea_ink", "sea"),
    ("sea_ink", "sea_deep"),
    ("over", "panel"),
    ("within", "panel"),
    *((ink, "card") for ink in ("wood", "fire", "earth", "metal", "water", "yin")),
]
# glyphs and lines need less than words
DRAWN = [
    ("accent", "paper"),
    ("accent", "panel"),
    ("crystal", "panel"),
    ("tear", "panel"),
    ("tear", "river"),
    ("plate_tear", "plate"),
    ("male", "plate"),
    ("female", "plate"),
    ("hull", "river"),
    ("rock", "panel"),
    ("purple", "panel"),
    ("yellow", "panel"),
    ("orange", "panel"),
    ("beast", "beast_soft"),
    *((f"seat_{seat}", "panel") for seat in range(1, 6)),
    *((ink, f"{ink}_soft") for ink in ("wood", "fire", "earth", "metal", "water", "yin")),
]


def luminance(shade: str) -> float:
    parts = [int(shade[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(ink: str, ground: str, theme) -> float:
    bright, dark = sorted((luminance(colour(name, theme)) for name in (ink, ground)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_words_stand_out_from_what_they_are_written_on(theme):
    faint = {(ink, on): contrast(ink, on, theme) for ink, on in WRITTEN}
    assert not {pair: ratio for pair, ratio in faint.items() if ratio < 4.5}


@pytest.mark.parametrize("theme", THEMES)
def test_glyphs_stand_out_from_what_they_are_drawn_on(theme):
    faint = {(ink, on): contrast(ink, on, theme) for ink, on in DRAWN}
    assert not {pair: ratio for pair, ratio in faint.items() if ratio < 3}


def test_inks_are_colours():
    for shades in INKS.values():
        assert all(len(shade) == 7 and int(shade[1:], 16) >= 0 for shade in shades)
