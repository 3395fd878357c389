"""A scene as SVG: text, with an id for each piece and words for those who listen."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Literal

from boardgame_envs.pictures.display import (
    Box,
    Disc,
    Face,
    Mark,
    Path,
    Piece,
    Scene,
    Stamp,
    Words,
    Zone,
)
from boardgame_envs.pictures.palette import INKS, Theme, check_theme, colour, css_inks

FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"
FACE = "face-"  # what the ids of faces begin with, so that no piece has one of them
# what the classes of shapes begin with that are filled, and that have a line
FILLED, LINED = "f-", "l-"
PAGE: Literal["page"] = "page"


def to_svg(scene: Scene, theme: Theme | Literal["page"] = "light", prefix: str = "") -> str:
    """Return a scene as an SVG document; a prefix keeps the ids of several on a page apart.

    With the theme "page" it has no colours but classes, which ``page_style`` gives colours by day
    and by night.
    """
    return (PageSvg(prefix) if theme == PAGE else Svg(theme, prefix)).document(scene)


def page_style() -> str:
    """Return the style sheet for pictures on a page: the inks, and the classes that have them."""
    rules = [css_inks()]
    for ink in INKS:
        rules.append(f".{FILLED}{ink}{{fill:var(--ink-{ink})}}")
        rules.append(f".{LINED}{ink}{{stroke:var(--ink-{ink})}}")
    return "\n".join([*rules, ""])


class Svg:
    """Writes one document."""

    def __init__(self, theme: Theme, prefix: str) -> None:
        self.theme, self.prefix = check_theme(theme), prefix

    def document(self, scene: Scene) -> str:
        """Return the whole document."""
        title, words = self.name("scene-title"), self.name("scene-words")
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width} {scene.height}" '
            f'width="{scene.width}" height="{scene.height}" role="img" '
            f'aria-labelledby="{title} {words}" font-family="{FONTS}">',
            f'<title id="{title}">{escape(scene.title)}</title>',
            f'<desc id="{words}">{escape(scene.words)}</desc>',
            "<defs>",
            *(self.definition(face) for face in scene.faces().values()),
            "</defs>",
        ]
        for zone in scene.zones:
            lines += self.zone(zone)
        return "\n".join([*lines, "</svg>", ""])

    def name(self, id: str) -> str:
        """Return an id in this document."""
        return escape(self.prefix + id, quote=True)

    def definition(self, face: Face) -> str:
        """Return a face that is used by its name."""
        return f'<g id="{self.name(FACE + face.name)}">{self.marks(face.marks)}</g>'

    def zone(self, zone: Zone) -> Iterable[str]:
        """Go through the lines of a zone."""
        label = escape(zone.words, quote=True)
        yield f'<g id="{self.name(zone.id)}" role="group" aria-label="{label}">'
        for item in zone.items:
            yield self.piece(item) if isinstance(item, Piece) else self.mark(item)
        yield "</g>"

    def piece(self, piece: Piece) -> str:
        """Return something to point at."""
        words = escape(piece.words)
        return (
            f'<g id="{self.name(piece.id)}" class="{piece.kind}" role="img" '
            f'aria-label="{escape(piece.words, quote=True)}"><title>{words}</title>'
            f"{self.marks(piece.marks)}</g>"
        )

    def marks(self, marks: Iterable[Mark]) -> str:
        """Return several marks."""
        return "".join(map(self.mark, marks))

    def mark(self, mark: Mark) -> str:
        """Return one mark."""
        if isinstance(mark, Stamp):
            return self.stamp(mark)
        if isinstance(mark, Words):
            anchor = "" if mark.anchor == "start" else f' text-anchor="{mark.anchor}"'
            bold = ' font-weight="bold"' if mark.bold else ""
            return (
                f'<text x="{mark.x}" y="{mark.y}" font-size="{mark.size}"'
                f"{self.inks(mark.ink)}{anchor}{bold}>{escape(mark.text)}</text>"
            )
        return self.shape(mark)

    def stamp(self, stamp: Stamp) -> str:
        """Return a face at its place."""
        face, name = stamp.face, self.name(FACE + stamp.face.name)
        if stamp.width == face.width:
            return f'<use href="#{name}" x="{stamp.x}" y="{stamp.y}"/>'
        scale = f"{stamp.width / face.width:.4g}"
        return f'<use href="#{name}" transform="translate({stamp.x} {stamp.y}) scale({scale})"/>'

    def shape(self, shape: Box | Disc | Path) -> str:
        """Return a shape with its inks."""
        inks = self.inks(shape.fill, shape.line, shape.weight)
        if isinstance(shape, Box):
            round_corners = f' rx="{shape.radius}"' if shape.radius else ""
            return (
                f'<rect x="{shape.x}" y="{shape.y}" width="{shape.width}" '
                f'height="{shape.height}"{round_corners}{inks}/>'
            )
        if isinstance(shape, Disc):
            return (
                f'<ellipse cx="{shape.x}" cy="{shape.y}" rx="{shape.across}" '
                f'ry="{shape.high}"{inks}/>'
            )
        return f'<path d="{shape.steps}"{inks} stroke-linecap="round" stroke-linejoin="round"/>'

    def inks(self, fill: str, line: str = "", weight: int = 1) -> str:
        """Return what a shape is filled with, and its line."""
        text = f' fill="{colour(fill, self.theme) if fill else "none"}"'
        if line:
            text += f' stroke="{colour(line, self.theme)}"'
            text += f' stroke-width="{weight}"' if weight != 1 else ""
        return text


class PageSvg(Svg):
    """Writes a document whose inks are classes."""

    def __init__(self, prefix: str) -> None:
        super().__init__("light", prefix)

    def inks(self, fill: str, line: str = "", weight: int = 1) -> str:
        """Return the classes of a shape."""
        classes = [FILLED + fill] * bool(fill) + [LINED + line] * bool(line)
        text = "" if fill else ' fill="none"'
        text += f' class="{" ".join(classes)}"' if classes else ""
        return text + (f' stroke-width="{weight}"' if line and weight != 1 else "")
