"""A scene as pixels, by Pillow: what was painted once is kept and pasted.

Shapes are painted four times as large and made smaller, which smooths their edges. Letters are
those of the font that Pillow has within itself, so a picture is the same on every machine.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.pictures.display import (
    Box,
    Disc,
    Mark,
    Path,
    Piece,
    Scene,
    Stamp,
    Words,
    Zone,
)
from boardgame_envs.pictures.palette import Theme, check_theme, colour

if TYPE_CHECKING:
    from PIL import Image, ImageFont

NO_PILLOW = "pictures as pixels need Pillow: pip install 'boardgame_envs[pictures]'"
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
FINER = 4  # how many times as large shapes are painted
CURVE_STEPS = 12
BOLDER = 34  # a bold letter has a line around it of its size over this
GIF_COLOURS = 128
# what is kept at most
MOST_MARKS, MOST_PATCHES = 4096, 64
# sprites of so many pixels are looked at for a middle that hides what is under it
LARGE, WIDEST_EDGE = 12_000, 16


Corners: TypeAlias = tuple[int, int, int, int]


class Painted(NamedTuple):
    """A mark as pixels, and where their corner is.

    Where something shines through, ``ink`` is colour times cover and ``rest`` what is left of 256;
    ``rest`` is None, and ``ink`` the colour itself, where nothing does.
    """

    ink: NDArray[Any]
    rest: NDArray[np.uint16] | None
    x: int
    y: int

    def put_on(self, pixels: NDArray[np.uint8], left: int, top: int) -> None:
        """Lay this over pixels whose corner is somewhere in the picture."""
        high, wide = self.ink.shape[:2]
        x, y = self.x - left, self.y - top
        right, bottom = min(x + wide, pixels.shape[1]), min(y + high, pixels.shape[0])
        skip_x, skip_y = max(-x, 0), max(-y, 0)
        if right <= x + skip_x or bottom <= y + skip_y:
            return
        part = slice(skip_y, bottom - y), slice(skip_x, right - x)
        under = pixels[y + skip_y : bottom, x + skip_x : right]
        if self.rest is None:
            under[...] = self.ink[part]
            return
        mixed = under * self.rest[part]
        mixed += self.ink[part]
        mixed >>= 8
        under[...] = mixed


def painted(image: Image.Image, x: int, y: int) -> Painted:
    """Return an image with an alpha channel, ready to be laid over others.

    It is cut to what can be seen of it, so that zones side by side do not overlap by clear pixels.
    """
    left, top, right, bottom = image.getchannel("A").getbbox() or (0, 0, 0, 0)
    x, y = x + left, y + top
    pixels = np.asarray(image)[top:bottom, left:right].astype(np.uint16)
    # 255 is all of it, and so must be 256 here; a value for each colour is many times as fast
    cover = np.repeat(pixels[:, :, 3:] + (pixels[:, :, 3:] >> 7), 3, axis=2)
    return Painted(pixels[:, :, :3] * cover, 256 - cover, x, y)


class Patch(NamedTuple):
    """A zone as pixels, with what is under it, and where its corner is."""

    pixels: NDArray[np.uint8]
    x: int
    y: int

    @property
    def box(self) -> Corners:
        """The corners of the patch."""
        high, wide, _ = self.pixels.shape
        return self.x, self.y, self.x + wide, self.y + high

    def overlaps(self, other: Patch) -> bool:
        """Tell whether two patches have pixels in common."""
        high, wide, _ = self.pixels.shape
        other_high, other_wide, _ = other.pixels.shape
        return bool(
            self.x < other.x + other_wide
            and other.x < self.x + wide
            and self.y < other.y + other_high
            and other.y < self.y + high
        )


def check_pillow() -> None:
    """Raise ImportError, in one sentence, if there is no Pillow."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        raise ImportError(NO_PILLOW) from None


def to_image(scene: Scene, theme: Theme = "light", width: int | None = None) -> Image.Image:
    """Return a scene as an image, as wide as is said."""
    pixels = to_array(scene, theme, width)
    from PIL import Image

    return Image.fromarray(pixels)


def to_array(scene: Scene, theme: Theme = "light", width: int | None = None) -> NDArray[np.uint8]:
    """Return a scene as an array of pixels, (height, width, 3)."""
    return painter(check_theme(theme), (width or scene.width) / scene.width).paint(scene)


@lru_cache(maxsize=8)
def painter(theme: Theme, scale: float) -> Painter:
    """Return what paints in a theme and a size, with all that it has painted before."""
    check_pillow()
    return Painter(theme, scale)


class Painter:
    """Paints scenes in one theme and one size.

    Zones seldom change from one scene to the next: each is kept as a patch, together with what the
    first zone, the background, shows behind it.
    """

    def __init__(self, theme: Theme, scale: float) -> None:
        self.theme, self.scale = theme, scale
        self.marks: OrderedDict[Mark, list[Painted]] = OrderedDict()
        self.patches: OrderedDict[tuple[Zone, ...], Patch] = OrderedDict()
        self.last: dict[str, Zone] = {}  # what was painted last of each zone
        self.background: tuple[Any, NDArray[np.uint8]] | None = None

    def paint(self, scene: Scene) -> NDArray[np.uint8]:
        """Return a scene as pixels."""
        ground = self.ground(scene)
        patches = [self.kept_patch((scene.zones[0], zone), ground) for zone in scene.zones[1:]]
        if any(one.overlaps(other) for one, other in combinations(patches, 2)):
            patches = [self.patch(scene.zones[1:], ground)]
        pixels = ground.copy()
        for patch in patches:
            high, wide, _ = patch.pixels.shape
            pixels[patch.y : patch.y + high, patch.x : patch.x + wide] = patch.pixels
        return pixels

    def ground(self, scene: Scene) -> NDArray[np.uint8]:
        """Return the background of a scene: its first zone."""
        key = scene.width, scene.height, scene.zones[0]
        if self.background is None or self.background[0] != key:
            size = round(scene.height * self.scale), round(scene.width * self.scale), 3
            pixels = np.empty(size, np.uint8)
            pixels[...] = rgb("paper", self.theme)
            for mark in marks_of(scene.zones[0]):
                for sprite in self.placed(mark):
                    sprite.put_on(pixels, 0, 0)
            self.background = key, pixels
        return self.background[1]

    def kept_patch(self, zones: tuple[Zone, Zone], ground: NDArray[np.uint8]) -> Patch:
        """Return a zone on its background, as it was painted before or anew."""
        patch = self.patches.get(zones)
        if patch is None:
            patch = self.patches[zones] = self.patch(zones[1:], ground)
            self.last[zones[1].id] = zones[1]
            if len(self.patches) > MOST_PATCHES:
                self.patches.popitem(last=False)
        else:
            self.patches.move_to_end(zones)
        return patch

    def patch(self, zones: tuple[Zone, ...], ground: NDArray[np.uint8]) -> Patch:
        """Paint zones on their background, as far as they lie in the picture."""
        sprites = [s for zone in zones for mark in marks_of(zone) for s in self.placed(mark)]
        box = around(sprites)
        if len(zones) == 1:
            repainted = self.repainted(zones[0], sprites, box, ground)
            if repainted is not None:
                return repainted
        left, top, right, bottom = box
        pixels = ground[top:bottom, left:right].copy()
        for sprite in sprites:
            sprite.put_on(pixels, left, top)
        return Patch(pixels, left, top)

    def repainted(
        self, zone: Zone, sprites: list[Painted], box: Corners, ground: NDArray[np.uint8]
    ) -> Patch | None:
        """Return a zone as it was painted last, with what has changed since painted anew.

        There is nothing to go by if what has stayed lies in another order, or if most has changed.
        """
        old = self.last.get(zone.id)
        patch = self.patches.get((self.background[0][2], old)) if old and self.background else None
        left, top, _, _ = box
        if old is None or patch is None or patch.box != box:
            return None
        was, now = dict.fromkeys(old.items), dict.fromkeys(zone.items)
        stayed = [item for item in was if item in now]
        if stayed != [item for item in now if item in was]:
            return None
        changed = [item for item in was if item not in now]
        changed += [item for item in now if item not in was]
        boxes = [around(self.sprites_of(item)) for item in changed]
        if 2 * sum(map(area, boxes)) > area(box):
            return None
        pixels = patch.pixels.copy()
        places = [(corners(sprite), sprite) for sprite in sprites]
        for x0, y0, x1, y1 in boxes:
            window = pixels[y0 - top : y1 - top, x0 - left : x1 - left]
            window[...] = ground[y0:y1, x0:x1]
            for (a, b, c, d), sprite in places:
                if a < x1 and b < y1 and c > x0 and d > y0:
                    sprite.put_on(window, x0, y0)
        return Patch(pixels, left, top)

    def sprites_of(self, item: Mark | Piece) -> Iterator[Painted]:
        """Go through the pixels of a mark, or of a piece."""
        for mark in item.marks if isinstance(item, Piece) else (item,):
            yield from self.placed(mark)

    def placed(self, mark: Mark) -> Iterator[Painted]:
        """Go through the pixels of a mark, where they belong in the picture."""
        if isinstance(mark, Path):
            yield from self.kept_mark(mark)
            return
        x, y = round(mark.x * self.scale), round(mark.y * self.scale)
        for ink, rest, left, top in self.kept_mark(mark._replace(x=0, y=0)):
            yield Painted(ink, rest, x + left, y + top)

    def kept_mark(self, mark: Mark) -> list[Painted]:
        """Return a mark as pixels, as it was painted before or anew."""
        sprites = self.marks.get(mark)
        if sprites is None:
            image, x, y = self.letters(mark) if isinstance(mark, Words) else self.shapes(mark)
            sprites = split(painted(image, x, y))
            self.marks[mark] = sprites
            if len(self.marks) > MOST_MARKS:
                self.marks.popitem(last=False)
        return sprites

    def letters(self, words: Words) -> tuple[Image.Image, int, int]:
        """Paint a line of text that begins, is centred or ends at the corner."""
        from PIL import Image, ImageDraw

        font, stroke = lettering(words, self.scale)
        anchor = ANCHORS[words.anchor]
        left, top, right, bottom = font.getbbox(words.text, anchor=anchor, stroke_width=stroke)
        x, y = int(left) - 1, int(top) - 1
        ink = colour(words.ink, self.theme)
        # letters without a shade of another colour at their edges
        clear = (*rgb(words.ink, self.theme), 0)
        image = Image.new("RGBA", (int(right) - x + 2, int(bottom) - y + 2), clear)
        ImageDraw.Draw(image).text(
            (-x, -y), words.text, ink, font, anchor, stroke_width=stroke, stroke_fill=ink
        )
        return image, x, y

    def shapes(self, mark: Mark) -> tuple[Image.Image, int, int]:
        """Paint a shape, or a face with its words."""
        from PIL import Image, ImageDraw

        left, top, right, bottom = bounds(mark)
        x, y = int(left * self.scale) - 1, int(top * self.scale) - 1
        size = int(right * self.scale) - x + 2, int(bottom * self.scale) - y + 2
        fine = Image.new("RGBA", (size[0] * FINER, size[1] * FINER))
        brush = Brush(ImageDraw.Draw(fine), self.theme)
        texts = list(brush.put(mark, self.scale * FINER, -x * FINER, -y * FINER))
        image = fine.convert("RGBa").reduce(FINER).convert("RGBA")
        for text, scale, dx, dy in texts:
            letters, at_x, at_y = Painter(self.theme, scale / FINER).letters(text)
            at = round(dx / FINER) + at_x, round(dy / FINER) + at_y
            image.paste(letters.convert("RGB"), at, letters.getchannel("A"))
        return image, x, y


def corners(sprite: Painted) -> Corners:
    """Return the corners of a sprite: left, top, right, bottom."""
    high, wide = sprite.ink.shape[:2]
    return sprite.x, sprite.y, sprite.x + wide, sprite.y + high


def area(box: Corners) -> int:
    """Return how many pixels a box has."""
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def around(sprites: Iterable[Painted]) -> Corners:
    """Return the box around sprites, as far as it lies in a picture: left, top, right, bottom."""
    boxes = [corners(sprite) for sprite in sprites]
    if not boxes:
        return 0, 0, 0, 0
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return max(min(lefts), 0), max(min(tops), 0), max(rights), max(bottoms)


def split(sprite: Painted) -> list[Painted]:
    """Return a large sprite in pieces of which the middle one hides all that is under it.

    Such pixels are copied, which is many times as fast.
    """
    ink, rest, x, y = sprite
    high, wide = ink.shape[:2]
    if rest is None or wide * high < LARGE:
        return [sprite]
    for edge in range(1, WIDEST_EDGE):
        if not rest[edge : high - edge, edge : wide - edge].any():
            break
    else:
        return [sprite]
    across, down = slice(edge, wide - edge), slice(edge, high - edge)
    borders = (
        (slice(0, edge), slice(0, wide)),
        (slice(high - edge, high), slice(0, wide)),
        (down, slice(0, edge)),
        (down, slice(wide - edge, wide)),
    )
    pieces = [
        Painted(ink[rows, columns], rest[rows, columns], x + columns.start, y + rows.start)
        for rows, columns in borders
    ]
    middle = (ink[down, across] >> 8).astype(np.uint8)
    return [*pieces, Painted(middle, None, x + edge, y + edge)]


def rgb(ink: str, theme: Theme) -> tuple[int, int, int]:
    """Return the colour of an ink as three numbers."""
    shade = colour(ink, theme)
    return int(shade[1:3], 16), int(shade[3:5], 16), int(shade[5:7], 16)


def marks_of(zone: Zone) -> Iterator[Mark]:
    """Go through all marks of a zone, in order."""
    for item in zone.items:
        if isinstance(item, Piece):
            yield from item.marks
        else:
            yield item


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


Points = list[tuple[float, float]]


@lru_cache(maxsize=1024)
def flattened(steps: str) -> list[tuple[Points, bool]]:
    """Return the lines that a path consists of, curves as many short ones, and which are closed."""
    lines: list[tuple[Points, bool]] = []
    numbers: list[float] = []
    for letter, values in commands(steps):
        numbers = values
        if letter == "M":
            lines.append(([(numbers[0], numbers[1])], False))
        elif letter == "Z":
            lines[-1] = (lines[-1][0], True)
        else:
            lines[-1][0].extend(curve(lines[-1][0][-1], numbers))
    return lines


def commands(steps: str) -> Iterable[tuple[str, list[float]]]:
    """Go through the commands of a path with their numbers."""
    letter, numbers = "", list[float]()
    for word in steps.split():
        if word.isalpha():
            if letter:
                yield letter, numbers
            letter, numbers = word, []
        else:
            numbers.append(float(word))
    yield letter, numbers


def curve(start: tuple[float, float], numbers: list[float]) -> Points:
    """Return points along a line or a curve from a point, by its control points."""
    controls = [start, *zip(numbers[::2], numbers[1::2], strict=True)]
    if len(controls) == 2:
        return [controls[1]]
    return [bezier(controls, step / CURVE_STEPS) for step in range(1, CURVE_STEPS + 1)]


def bezier(points: Points, t: float) -> tuple[float, float]:
    """Return the point of a curve at a time from 0 to 1."""
    while len(points) > 1:
        points = [
            (ax + (bx - ax) * t, ay + (by - ay) * t) for (ax, ay), (bx, by) in pairwise(points)
        ]
    return points[0]


# --- files ---


def write_png(path: str | os.PathLike[str], pixels: NDArray[np.uint8]) -> None:
    """Write a picture to a file."""
    from PIL import Image

    Image.fromarray(pixels).save(path, "PNG", optimize=True)


def write_gif(
    path: str | os.PathLike[str], frames: Iterable[NDArray[np.uint8]], seconds: float
) -> None:
    """Write pictures to a moving one, each shown for some time, the last for longer."""
    from PIL import Image

    images = [Image.fromarray(pixels).quantize(GIF_COLOURS) for pixels in frames]
    each = round(seconds * 1000)
    images[0].save(
        path,
        "GIF",
        save_all=True,
        append_images=images[1:],
        duration=[each] * (len(images) - 1) + [3 * each],
        loop=0,
        optimize=True,
    )
