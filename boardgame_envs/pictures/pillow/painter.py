"""Paints scenes: marks are painted once and kept, and of a picture only what has changed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.pictures.display import Mark, Path, Piece, Scene, Zone
from boardgame_envs.pictures.palette import Theme
from boardgame_envs.pictures.pillow.brush import paint_mark, rgb
from boardgame_envs.pictures.pillow.sprites import (
    Corners,
    Sprite,
    around,
    joined,
    overlap,
    sprites_of,
    within,
)

# what is kept at most
MOST_SHAPES, MOST_MARKS, MOST_CANVASES = 4096, 8192, 8


class Painted(NamedTuple):
    """A mark as sprites, in order, with the box around them."""

    box: Corners
    sprites: tuple[Sprite, ...]


class Layer(NamedTuple):
    """A zone: its marks with the box around each, and their sprites in order."""

    id: str
    all_marks: tuple[Mark, ...]
    boxes: dict[Mark, Corners]
    box: Corners
    sprites: list[Sprite]


class Canvas:
    """A picture, what was painted on it last, and its first zone alone: the background."""

    def __init__(self, width: int, height: int) -> None:
        self.pixels = np.empty((height, width, 3), np.uint8)
        self.ground = np.empty_like(self.pixels)
        self.layers: list[Layer] = []

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.pixels.shape[1], self.pixels.shape[0]


class Painter:
    """Paints scenes in one theme and one size.

    There is a canvas for each title, which says who looks: one seat's next picture is seldom very
    different from its last. A box in which anything has changed is painted anew with all that lies
    there, so a picture is the same whatever was painted before it.
    """

    def __init__(self, theme: Theme, scale: float) -> None:
        self.theme, self.scale = theme, scale
        self.shapes: OrderedDict[Mark, list[Sprite]] = OrderedDict()  # wherever they lie
        self.marks: OrderedDict[Mark, Painted] = OrderedDict()
        self.canvases: OrderedDict[tuple[str, int, int], Canvas] = OrderedDict()
        self.lock = Lock()

    def paint(self, scene: Scene) -> NDArray[np.uint8]:
        """Return a scene as pixels."""
        with self.lock:
            canvas = self.canvas_for(scene)
            layers = self.layers_of(scene, canvas.layers)
            if not canvas.layers or layers[0] is not canvas.layers[0]:
                self.paint_ground(canvas, layers[0])
            for box in changed(canvas, layers):
                paint_box(canvas, box, layers[1:])
            canvas.layers = layers
            return canvas.pixels.copy()

    def canvas_for(self, scene: Scene) -> Canvas:
        """Return where such pictures are painted."""
        key = scene.title, scene.width, scene.height
        canvas = self.canvases.get(key)
        if canvas is None:
            size = round(scene.width * self.scale), round(scene.height * self.scale)
            canvas = self.canvases[key] = Canvas(*size)
            drop_oldest(self.canvases, MOST_CANVASES)
        self.canvases.move_to_end(key)
        return canvas

    def layers_of(self, scene: Scene, before: list[Layer]) -> list[Layer]:
        """Return a layer for each zone, those of before where they are the same."""
        known = {layer.id: layer for layer in before}
        layers = []
        for zone in scene.zones:
            layer, marks = known.get(zone.id), tuple(marks_of(zone))
            is_same = layer is not None and layer.all_marks == marks
            layers.append(layer if layer and is_same else self.layer(zone.id, marks))
        return layers

    def layer(self, id: str, marks: tuple[Mark, ...]) -> Layer:
        """Return a zone with its sprites."""
        boxes: dict[Mark, Corners] = {}
        sprites: list[Sprite] = []
        for mark in marks:
            boxes[mark], some = self.kept_mark(mark)
            sprites += some
        return Layer(id, marks, boxes, around(boxes.values()), sprites)

    def paint_ground(self, canvas: Canvas, layer: Layer) -> None:
        """Paint the background; all must be painted anew then."""
        canvas.layers = []
        canvas.ground[...] = rgb("paper", self.theme)
        for sprite in layer.sprites:
            sprite.put_on(canvas.ground, (0, 0, *canvas.size))

    def kept_mark(self, mark: Mark) -> Painted:
        """Return a mark where it belongs in the picture, as it was painted before or anew."""
        kept = self.marks.get(mark)
        if kept is None:
            sprites = tuple(self.placed(mark))
            kept = self.marks[mark] = Painted(around(s.box for s in sprites), sprites)
            drop_oldest(self.marks, MOST_MARKS)
        return kept

    def placed(self, mark: Mark) -> Iterator[Sprite]:
        """Go through the sprites of a mark, where they belong in the picture."""
        if isinstance(mark, Path):
            yield from self.kept_shape(mark)
            return
        x, y = round(mark.x * self.scale), round(mark.y * self.scale)
        for sprite in self.kept_shape(mark._replace(x=0, y=0)):
            yield sprite.moved(x, y)

    def kept_shape(self, mark: Mark) -> list[Sprite]:
        """Return a mark as sprites, as it was painted before or anew."""
        sprites = self.shapes.get(mark)
        if sprites is None:
            sprites = self.shapes[mark] = sprites_of(*paint_mark(mark, self.theme, self.scale))
            drop_oldest(self.shapes, MOST_SHAPES)
        return sprites


def marks_of(zone: Zone) -> Iterator[Mark]:
    """Go through all marks of a zone, in order."""
    for item in zone.items:
        if isinstance(item, Piece):
            yield from item.marks
        else:
            yield item


def drop_oldest(kept: OrderedDict[Any, Any], most: int) -> None:
    """Keep no more than is allowed."""
    if len(kept) > most:
        kept.popitem(last=False)


# --- what has changed ---


def changed(canvas: Canvas, layers: list[Layer]) -> list[Corners]:
    """Return the boxes in which a picture differs from what was painted last."""
    if [layer.id for layer in layers] != [layer.id for layer in canvas.layers]:
        return [(0, 0, *canvas.size)]
    boxes = []
    for before, now in zip(canvas.layers, layers, strict=True):
        if now is not before:
            boxes += [within(box, canvas.size) for box in joined(changed_in(before, now))]
    return [box for box in boxes if box[0] < box[2] and box[1] < box[3]]


def changed_in(before: Layer, now: Layer) -> Iterator[Corners]:
    """Go through the boxes in which a zone has changed.

    That is all of it where what has stayed lies in another order.
    """
    old, new = before.boxes, now.boxes
    is_twice = len(old) < len(before.all_marks) or len(new) < len(now.all_marks)
    stayed = [mark for mark in old if mark in new]
    if is_twice or stayed != [mark for mark in new if mark in old]:
        yield around((before.box, now.box))
        return
    yield from (box for mark, box in old.items() if mark not in new)
    yield from (box for mark, box in new.items() if mark not in old)


def paint_box(canvas: Canvas, box: Corners, layers: list[Layer]) -> None:
    """Paint all that lies in a box."""
    x0, y0, x1, y1 = box
    seen = [
        sprite
        for layer in layers
        if overlap(layer.box, box)
        for sprite in layer.sprites
        if sprite[0] < x1 and sprite[1] < y1 and sprite[2] > x0 and sprite[3] > y0
    ]
    lowest = next((i for i in reversed(range(len(seen))) if seen[i].hides(box)), None)
    if lowest is None:
        canvas.pixels[y0:y1, x0:x1] = canvas.ground[y0:y1, x0:x1]
    for sprite in seen[lowest or 0 :]:
        sprite.put_on(canvas.pixels, box)
