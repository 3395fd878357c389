"""What all pictures have around the table: a size, a title, whose turn it is, the last action."""

from __future__ import annotations

from boardgame_envs.pictures.display import Box, Mark, Words, Zone
from boardgame_envs.pictures.lettering import fitting, width_of

WIDTH, HEIGHT = 960, 640
MARGIN = 16
TOP, BOTTOM = 52, 604  # what is between them is the game's
INNER = WIDTH - 2 * MARGIN


def background() -> Zone:
    """Return the table itself."""
    return Zone("table", "the table", (Box(0, 0, WIDTH, HEIGHT, "paper"),))


def heading(title: str, about: str, turn: str) -> Zone:
    """Return the line at the top: the game, how it stands, and who is to act."""
    turn = fitting(turn, 15, 360, bold=True)
    pill = width_of(turn, 15, bold=True) + 28
    after = MARGIN + width_of(title, 22, bold=True) + 14
    about = fitting(about, 14, WIDTH - MARGIN - pill - 16 - after)
    marks: list[Mark] = [
        Words(MARGIN, 34, title, 22, "ink", bold=True),
        Words(after, 33, about, 14, "muted"),
        Box(WIDTH - MARGIN - pill, 13, pill, 28, "accent", radius=14),
        Words(WIDTH - MARGIN - pill // 2, 32, turn, 15, "on_accent", "middle", bold=True),
    ]
    return Zone("heading", f"{title}. {about} {turn}.", tuple(marks))


def last_line(last: str, beside: str = "") -> Zone:
    """Return the line at the bottom: the last action, and something beside it."""
    told = fitting(f"Last: {last}" if last else "", 14, INNER // 2)
    beside = fitting(beside, 14, INNER - width_of(told, 14) - 24)
    marks: list[Mark] = []
    if told:
        marks.append(Words(MARGIN, 627, told, 14, "ink", bold=False))
    if beside:
        marks.append(Words(WIDTH - MARGIN, 627, beside, 14, "muted", "end"))
    return Zone(
        "last", " ".join(filter(None, (told, beside))) or "nothing has happened", tuple(marks)
    )


def panel(x: int, y: int, width: int, height: int, is_active: bool = False) -> Mark:
    """Return a part of the table with a border; a thick one for whoever is to act."""
    line, weight = ("accent", 3) if is_active else ("rule", 1)
    return Box(x, y, width, height, "panel", line, 8, weight)
