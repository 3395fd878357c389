"""Marks painted by Pillow: shapes, and letters of the font that Pillow has within itself.

Shapes are painted four times as large and made smaller, which smooths their edges.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from boardgame_envs.pictures.display import Box, Disc, Mark, Path, Stamp, Words
from boardgame_envs.pictures.palette import Theme, colour
from boardgame_envs.pictures.pillow.curves import flattened

if TYPE_CHECKING:
    from PIL import Image, ImageFont

ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
FINER = 4  # how many times as large shapes are painted
BOLDER = 34  # a bold letter has a line around it of its size over this


class Placed(NamedTuple):
    """An image with an alpha channel, and where its corner is."""

    image: Image.Image
    x: int
    y: int


def paint_mark(mark: Mark, theme: Theme, scale: float) -> Placed:
    """Paint any mark."""
    return letters(mark, theme, scale) if isinstance(mark, Words) else shapes(mark, theme, scale)


def letters(words: Words, theme: Theme, scale: float) -> Placed:
    """Paint a line of text that begins, is centred or ends at the corner."""
    from PIL import Image, ImageDraw

    font, stroke = lettering(words, scale)
    anchor = ANCHORS[words.anchor]
    left, top, right, bottom = font.getbbox(words.text, anchor=anchor, stroke_width=stroke)
    x, y = int(left) - 1, int(top) - 1
    ink = colour(words.ink, theme)
    # letters without a shade of another colour at their edges
    clear = (*rgb(words.ink, theme), 0)
    image = Image.new("RGBA", (int(right) - x + 2, int(bottom) - y + 2), clear)
    ImageDraw.Draw(image).text(
        (-x, -y), words.text, ink, font, anchor, stroke_width=stroke, stroke_fill=ink
    )
    return Placed(image, x, y)


def shapes(mark: Mark, theme: Theme, scale: float) -> Placed:
    """Paint a shape, or a face with its words."""
    from PIL import Image, ImageDraw

    left, top, right, bottom = bounds(mark)
    x, y = int(left * scale) - 1, int(top * scale) - 1
    size = int(right * scale) - x + 2, int(bottom * scale) - y + 2
    fine = Image.new("RGBA", (size[0] * FINER, size[1] * FINER))
    brush = Brush(ImageDraw.Draw(fine), theme)
    texts = list(brush.put(mark, scale * FINER, -x * FINER, -y * FINER))
    image = fine.convert("RGBa").reduce(FINER).convert("RGBA")
    for text, text_scale, dx, dy in texts:
        lines, at_x, at_y = letters(text, theme, text_scale / FINER)
        at = round(dx / FINER) + at_x, round(dy / FINER) + at_y
        image.paste(lines.convert("RGB"), at, lines.getchannel("A"))
    return Placed(image, x, y)


def rgb(ink: str, theme: Theme) -> tuple[int, int, int]:
    """Return the colour of an ink as three numbers."""
    shade = colour(ink, theme)
    return int(shade[1:3], 16), int(shade[3:5], 16), int(shade[5:7], 16)


@lru_cache(maxsize=256)
def font_of(size: float) -> ImageFont.FreeTypeFont:
    """Return the letters of a size."""
    from PIL import ImageFont

    return cast("ImageFont.FreeTypeFont", ImageFont.load_default(size))


def lettering(words: Words, scale: float) -> tuple[ImageFont.FreeTypeFont, float]:
    """Return the letters of some words, and how much bolder they are."""
    size = max(round(words.size * scale * 2) / 2, 1.0)
    return font_of(size), size / BOLDER if words.bold else 0.0


def bounds(mark: Mark) -> tuple[int, int, int, int]:
    """Return the box around a mark: left, top, right, bottom."""
    if isinstance(mark, Stamp):
        face = mark.face
        return mark.x, mark.y, mark.x + mark.width, mark.y + face.height * mark.width // face.width
    if isinstance(mark, Box):
        edge = mark.weight
        return mark.x - edge, mark.y - edge, mark.x + mark.width + edge, mark.y + mark.height + edge
    if isinstance(mark, Disc):
        across, high = mark.across + mark.weight, mark.high + mark.weight
        return mark.x - across, mark.y - high, mark.x + across, mark.y + high
    assert isinstance(mark, Path)
    points = [point for line, _ in flattened(mark.steps) for point in line]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    edge = mark.weight
    return int(min(xs)) - edge, int(min(ys)) - edge, int(max(xs)) + edge, int(max(ys)) + edge


class Brush:
    """Draws marks into a large image, at some scale and place."""

    def __init__(self, draw: Any, theme: Theme) -> None:
        self.draw, self.theme = draw, theme

    def put(
        self, mark: Mark, k: float, x: float, y: float
    ) -> Iterator[tuple[Words, float, float, float]]:
        """Draw a mark; go through its words, with their scale and place, for later."""
        if isinstance(mark, Words):
            yield mark, k, x + mark.x * k, y + mark.y * k
        elif isinstance(mark, Stamp):
            smaller = k * mark.width / mark.face.width
            for part in mark.face.marks:
                yield from self.put(part, smaller, x + mark.x * k, y + mark.y * k)
        elif isinstance(mark, Box):
            left, top = x + mark.x * k, y + mark.y * k
            corners = (left, top, left + mark.width * k, top + mark.height * k)
            self.outlined(corners, mark, k, mark.radius * k)
        elif isinstance(mark, Disc):
            middle, level = x + mark.x * k, y + mark.y * k
            across, high = mark.across * k, mark.high * k
            corners = (middle - across, level - high, middle + across, level + high)
            self.outlined(corners, mark, k, None)
        else:
            self.path(mark, k, x, y)

    def outlined(
        self,
        corners: tuple[float, float, float, float],
        mark: Box | Disc,
        k: float,
        radius: float | None,
    ) -> None:
        """Draw a box, or an ellipse, whose line lies half outside."""
        half = mark.weight * k / 2 if mark.line else 0.0
        left, top, right, bottom = corners
        for ink, grow in ((mark.line, half), (mark.fill, -half)):
            if not ink:
                continue
            box = (left - grow, top - grow, right + grow - 1, bottom + grow - 1)
            if box[0] >= box[2] or box[1] >= box[3]:
                continue
            if ink == mark.line and not mark.fill:
                self.ring(box, ink, round(2 * half), radius)
            elif radius is None:
                self.draw.ellipse(box, colour(ink, self.theme))
            else:
                self.draw.rounded_rectangle(box, max(radius + grow, 0), colour(ink, self.theme))

    def ring(self, box: tuple[float, ...], ink: str, width: int, radius: float | None) -> None:
        """Draw a line that encloses nothing."""
        shade = colour(ink, self.theme)
        if radius is None:
            self.draw.ellipse(box, None, shade, width)
        else:
            self.draw.rounded_rectangle(box, radius, None, shade, width)

    def path(self, path: Path, k: float, x: float, y: float) -> None:
        """Draw lines and curves."""
        lines = [
            ([(x + a * k, y + b * k) for a, b in line], closed)
            for line, closed in flattened(path.steps)
        ]
        if path.fill:
            for points, _ in lines:
                if len(points) > 2:
                    self.draw.polygon(points, colour(path.fill, self.theme))
        if path.line:
            for points, closed in lines:
                self.stroke([*points, points[0]] if closed else points, path.line, path.weight * k)

    def stroke(self, points: list[tuple[float, float]], ink: str, width: float) -> None:
        """Draw a line with round ends and corners."""
        shade, radius = colour(ink, self.theme), width / 2
        self.draw.line(points, shade, max(round(width), 1), joint="curve")
        for a, b in (points[0], points[-1]):
            self.draw.ellipse((a - radius, b - radius, a + radius, b + radius), shade)
