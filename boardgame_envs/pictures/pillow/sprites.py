"""Marks as pixels that can be laid over others, and the boxes that they fill."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL import Image

# left, top, right, bottom
Corners: TypeAlias = tuple[int, int, int, int]
NOWHERE: Corners = (0, 0, 0, 0)
# sprites of so many pixels are looked at for a middle that hides what is under it
LARGE, WIDEST_EDGE = 12_000, 16
# two boxes are painted as one if that adds no more pixels than these: a box takes as long as they
WORTH_JOINING = 20_000


class Sprite(NamedTuple):
    """A mark as pixels, and where their corners are.

    Where something shines through, ``ink`` is colour times cover and ``rest`` what is left of 256;
    ``rest`` is None, and ``ink`` the colour itself, where nothing does.
    """

    left: int
    top: int
    right: int
    bottom: int
    ink: NDArray[Any]
    rest: NDArray[np.uint16] | None

    @property
    def box(self) -> Corners:
        """The corners."""
        return self[:4]

    def moved(self, x: int, y: int) -> Sprite:
        """Return the sprite at another place."""
        left, top, right, bottom, ink, rest = self
        return Sprite(left + x, top + y, right + x, bottom + y, ink, rest)

    def hides(self, box: Corners) -> bool:
        """Tell whether nothing under the sprite is seen in a box."""
        left, top, right, bottom, _, rest = self
        x0, y0, x1, y1 = box
        return rest is None and left <= x0 and top <= y0 and right >= x1 and bottom >= y1

    def put_on(self, pixels: NDArray[np.uint8], box: Corners) -> None:
        """Lay this over a picture, within a box that it overlaps."""
        left, top, right, bottom, ink, rest = self
        x0, y0, x1, y1 = box
        if left < x0 or top < y0 or right > x1 or bottom > y1:
            x0, y0 = max(x0, left), max(y0, top)
            x1, y1 = min(x1, right), min(y1, bottom)
            part = slice(y0 - top, y1 - top), slice(x0 - left, x1 - left)
            ink = ink[part]
            rest = None if rest is None else rest[part]
        else:
            x0, y0, x1, y1 = left, top, right, bottom
        under = pixels[y0:y1, x0:x1]
        if rest is None:
            under[...] = ink
            return
        mixed = under * rest
        mixed += ink
        mixed >>= 8
        under[...] = mixed


def sprites_of(image: Image.Image, x: int, y: int) -> list[Sprite]:
    """Return an image with an alpha channel, ready to be laid over others.

    It is cut to what can be seen of it, so that less is painted anew where it changes.
    """
    left, top, right, bottom = image.getchannel("A").getbbox() or NOWHERE
    pixels = np.asarray(image)[top:bottom, left:right].astype(np.uint16)
    # 255 is all of it, and so must be 256 here; a value for each colour is many times as fast
    cover = np.repeat(pixels[:, :, 3:] + (pixels[:, :, 3:] >> 7), 3, axis=2)
    return split(sprite_at(x + left, y + top, pixels[:, :, :3] * cover, 256 - cover))


def sprite_at(left: int, top: int, ink: NDArray[Any], rest: NDArray[np.uint16] | None) -> Sprite:
    """Return a sprite by its first corner."""
    high, wide = ink.shape[:2]
    return Sprite(left, top, left + wide, top + high, ink, rest)


def split(sprite: Sprite) -> list[Sprite]:
    """Return a large sprite in pieces of which the middle one hides all that is under it.

    Such pixels are copied, which is many times as fast.
    """
    ink, rest = sprite.ink, sprite.rest
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
    x, y = sprite.left, sprite.top
    pieces = [
        sprite_at(x + columns.start, y + rows.start, ink[rows, columns], rest[rows, columns])
        for rows, columns in borders
    ]
    middle = (ink[down, across] >> 8).astype(np.uint8)
    return [*pieces, sprite_at(x + edge, y + edge, middle, None)]


# --- boxes ---


def area(box: Corners) -> int:
    """Return how many pixels a box has."""
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def overlap(one: Corners, other: Corners) -> bool:
    """Tell whether two boxes have pixels in common."""
    left, top, right, bottom = one
    return left < other[2] and top < other[3] and right > other[0] and bottom > other[1]


def around(boxes: Iterable[Corners]) -> Corners:
    """Return the box around boxes."""
    sides = list(zip(*(box[:4] for box in boxes), strict=True))
    if not sides:
        return NOWHERE
    return min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])


def within(box: Corners, size: tuple[int, int]) -> Corners:
    """Return what of a box lies in a picture of some width and height."""
    left, top, right, bottom = box
    return max(left, 0), max(top, 0), min(right, size[0]), min(bottom, size[1])


def joined(boxes: Iterable[Corners]) -> list[Corners]:
    """Return fewer boxes that have all of these in them, and not much else.

    Only neighbours from left to right are tried: cards lie in rows.
    """
    found: list[Corners] = []
    filled = 0  # pixels of the last one
    for left, top, right, bottom in sorted(boxes):
        size = (right - left) * (bottom - top)
        if found:
            x0, y0, x1, y1 = found[-1]
            if top < y0:
                y0 = top
            if right > x1:
                x1 = right
            if bottom > y1:
                y1 = bottom
            both = (x1 - x0) * (y1 - y0)
            if both <= filled + size + WORTH_JOINING:
                found[-1] = x0, y0, x1, y1
                filled = both
                continue
        found.append((left, top, right, bottom))
        filled = size
    return found
