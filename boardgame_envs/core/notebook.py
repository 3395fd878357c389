"""What notebooks show: a picture in the place of a memory address."""

from __future__ import annotations

import base64
from html import escape
from typing import TYPE_CHECKING

from boardgame_envs.pictures.display import Scene
from boardgame_envs.pictures.svg import to_svg

if TYPE_CHECKING:
    from boardgame_envs.core.position import Position

WIDEST = 720  # pixels, however wide the page is


def picture_html(scene: Scene) -> str:
    """Return a scene as an image for a page; as an image of its own, its ids disturb no other."""
    data = base64.b64encode(to_svg(scene).encode()).decode()
    words = escape(f"{scene.title}. {scene.words}", quote=True)
    style = f"width:100%;max-width:{WIDEST}px;height:auto"
    return f'<img alt="{words}" src="data:image/svg+xml;base64,{data}" style="{style}">'


def table_html(table: Position, observer: int | None) -> str | None:
    """Return the picture that a seat sees of a table, or spectators; None before it has begun."""
    if not table.has_begun:
        return None
    from boardgame_envs.core.sight import draw_table

    return picture_html(draw_table(table, observer))
