"""The inks: a name each, with its colour by day and by night.

No ink says anything alone: what is told by colour is told by a glyph, a pattern or a word, too.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Theme: TypeAlias = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)

# name: by day, by night
INKS: dict[str, tuple[str, str]] = {
    # the table
    "paper": ("#efece4", "#10161c"),
    "panel": ("#faf8f3", "#1a232c"),
    "inset": ("#e8e4d8", "#131b22"),
    "rule": ("#cfc9ba", "#364552"),
    "ink": ("#1f2a33", "#e9eef2"),
    "muted": ("#566370", "#a3b2bf"),
    "accent": ("#0f5e73", "#7fd0e6"),
    "on_accent": ("#ffffff", "#0c2028"),
    # cards
    "card": ("#fffdf8", "#26323d"),
    "card_line": ("#a39c8b", "#566673"),
    "card_ink": ("#1f2a33", "#f1f4f6"),
    "back": ("#3d566b", "#3a5266"),
    "back_line": ("#7d97ab", "#6f8aa0"),
    # Elements
    "wood": ("#2c6e3a", "#7ed08d"),
    "wood_soft": ("#d9ead8", "#27402f"),
    "fire": ("#b3301c", "#ff9b82"),
    "fire_soft": ("#f9ddd3", "#4a2a26"),
    "earth": ("#80560f", "#e3b866"),
    "earth_soft": ("#f2e5c8", "#42361f"),
    "metal": ("#4c5a66", "#c3ced8"),
    "metal_soft": ("#e1e6ea", "#36424d"),
    "water": ("#17599c", "#86bdf5"),
    "water_soft": ("#d6e6f6", "#223a52"),
    "yin": ("#4a3573", "#cdb8f5"),
    "yin_soft": ("#e6dff2", "#372f4b"),
    "crystal": ("#0d7f8c", "#6fdbe6"),
    "crystal_soft": ("#d4eef0", "#1d4046"),
    "over": ("#b3301c", "#ff9b82"),
    "within": ("#2c6e3a", "#7ed08d"),
    # Noah
    "river": ("#cfe4ec", "#16303d"),
    "river_line": ("#9cc5d4", "#2b5366"),
    "hull": ("#8a5a2e", "#9c6d3f"),
    "hull_line": ("#5b3817", "#d2a06a"),
    "plate": ("#f6eddc", "#d9cdb8"),
    "plate_line": ("#a58f6b", "#8f7d5f"),
    "on_plate": ("#2d2118", "#2d2118"),
    # animals look the same by day and by night
    "pelt_black": ("#2d2118", "#2d2118"),
    "pelt_brown": ("#6b4a2b", "#6b4a2b"),
    "pelt_cream": ("#f3e6d2", "#f3e6d2"),
    "pelt_tan": ("#9a6a22", "#9a6a22"),
    "pelt_sand": ("#f0d6a2", "#f0d6a2"),
    "pelt_gold": ("#d9930f", "#d9930f"),
    "pelt_rust": ("#b4551a", "#b4551a"),
    "pelt_red": ("#b3301c", "#b3301c"),
    "pelt_pink": ("#c25a7c", "#c25a7c"),
    "pelt_green": ("#2c7a3e", "#2c7a3e"),
    "pelt_blue": ("#1f62a6", "#1f62a6"),
    "pelt_grey": ("#6c7883", "#6c7883"),
    "pelt_slate": ("#4d5358", "#4d5358"),
    "pelt_pale": ("#e3e8ec", "#e3e8ec"),
    "pelt_white": ("#fbfbf8", "#fbfbf8"),
    "male": ("#17599c", "#17599c"),
    "female": ("#a02d63", "#a02d63"),
    "tear": ("#1c6fa8", "#7cc4f0"),
    "plate_tear": ("#1c6fa8", "#1c6fa8"),
    "robe": ("#7a3d6b", "#a8639a"),
    # Tranquility
    "sea": ("#bfdde6", "#12303c"),
    "sea_deep": ("#a5ced9", "#1b4250"),
    "sea_line": ("#78b0c0", "#33687a"),
    "sea_ink": ("#14424f", "#b9dde6"),
    "foam": ("#f4fafb", "#24505f"),
    "sand": ("#ecd9a8", "#6d5e37"),
    "sand_line": ("#a98f4c", "#c0a868"),
    "hill": ("#5f8f4e", "#8fc07c"),
    "hill_deep": ("#3f6b37", "#b4dba3"),
    "night": ("#2c3a66", "#3a4a80"),
    "on_night": ("#f4f2ff", "#f4f2ff"),
    "sun": ("#d48806", "#ffc94d"),
    "moon": ("#e9e4ff", "#e9e4ff"),
    "yellow": ("#8f6b00", "#ffd75e"),
    "yellow_soft": ("#fbefc2", "#4a411e"),
    "purple": ("#6a2c91", "#d3a6f2"),
    "purple_soft": ("#ecdcf6", "#3c2a4b"),
    "orange": ("#a8480b", "#ffb27a"),
    "orange_soft": ("#fbe1cd", "#4b3223"),
    "rock": ("#4d5358", "#b8c0c6"),
    "beast": ("#1d6b5d", "#7fd9c6"),
    "beast_soft": ("#d3ebe5", "#1f433c"),
    "needle": ("#a6281f", "#ff9187"),
    # players, each with a shape of its own
    "seat_1": ("#1b5fa8", "#8cc1f7"),
    "seat_2": ("#a64312", "#ffb287"),
    "seat_3": ("#2f6e35", "#8fd697"),
    "seat_4": ("#7b2f86", "#e0a7ea"),
    "seat_5": ("#7a5c00", "#e6c85c"),
}
NO_INK = ""


def colour(ink: str, theme: Theme) -> str:
    """Return the colour of an ink, as ``#rrggbb``."""
    return INKS[ink][THEMES.index(theme)]


def check_theme(theme: str) -> Theme:
    """Return a theme, or raise ValueError."""
    for known in THEMES:
        if theme == known:
            return known
    raise ValueError(f"theme must be {' or '.join(map(repr, THEMES))}, not {theme!r}")


def css_inks() -> str:
    """Return the inks as CSS variables, those of the night for whoever prefers dark pages."""
    day, night = (
        "".join(f"--ink-{ink}:{shades[place]};" for ink, shades in INKS.items()) for place in (0, 1)
    )
    return f":root{{{day}}}\n@media (prefers-color-scheme: dark){{:root{{{night}}}}}"
