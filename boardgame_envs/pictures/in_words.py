"""A picture for games that have no drawing: their words."""

from __future__ import annotations

from collections.abc import Sequence

from boardgame_envs.pictures.display import Mark, Scene, Words, Zone
from boardgame_envs.pictures.frame import (
    BOTTOM,
    HEIGHT,
    INNER,
    MARGIN,
    TOP,
    WIDTH,
    background,
    last_line,
    panel,
)
from boardgame_envs.pictures.lettering import wrapped

SIZE, LINE = 15, 21


def draw_words(title: str, texts: Sequence[str], last: str = "") -> Scene:
    """Return texts as a picture, as far as there is room."""
    room = (BOTTOM - TOP - 16) // LINE
    lines = [
        line
        for text in texts
        for written in text.split("\n")
        for line in wrapped(written, SIZE, INNER - 24, most=3)
    ]
    if len(lines) > room:
        lines = [*lines[: room - 1], "…"]
    marks: list[Mark] = [panel(MARGIN, TOP, INNER, BOTTOM - TOP)]
    marks += [
        Words(MARGIN + 12, TOP + 24 + place * LINE, line, SIZE, "ink")
        for place, line in enumerate(lines)
    ]
    heading = Zone("heading", title, (Words(MARGIN, 34, title, 22, "ink", bold=True),))
    words = Zone("words", "the table in words", tuple(marks))
    zones = (background(), heading, words, last_line(last))
    return Scene(WIDTH, HEIGHT, title, "\n".join(texts), zones)
