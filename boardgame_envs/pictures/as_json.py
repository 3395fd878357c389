"""A scene as JSON, for pages that draw it themselves (``scene.js``).

A mark is a list that begins with its kind; a piece is an object. Faces are given once, by name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from boardgame_envs.pictures.display import Face, Mark, Piece, Scene, Stamp, Zone
from boardgame_envs.pictures.palette import INKS, THEMES


def scene_data(scene: Scene) -> dict[str, Any]:
    """Return a scene as what JSON can say."""
    return {
        "width": scene.width,
        "height": scene.height,
        "title": scene.title,
        "words": scene.words,
        "faces": {name: face_data(face) for name, face in scene.faces().items()},
        "zones": [zone_data(zone) for zone in scene.zones],
    }


def face_data(face: Face) -> list[Any]:
    """Return a face: its width, its height and its marks."""
    return [face.width, face.height, marks_data(face.marks)]


def zone_data(zone: Zone) -> dict[str, Any]:
    """Return a zone with its pieces and marks."""
    items = [
        piece_data(item) if isinstance(item, Piece) else mark_data(item) for item in zone.items
    ]
    return {"id": zone.id, "words": zone.words, "items": items}


def piece_data(piece: Piece) -> dict[str, Any]:
    """Return something to point at."""
    return {
        "id": piece.id,
        "kind": piece.kind,
        "words": piece.words,
        "at": [piece.x, piece.y, piece.width, piece.height],
        "marks": marks_data(piece.marks),
    }


def marks_data(marks: Iterable[Mark]) -> list[list[Any]]:
    """Return several marks."""
    return [mark_data(mark) for mark in marks]


def mark_data(mark: Mark) -> list[Any]:
    """Return one mark: its kind and its values."""
    kind = type(mark).__name__.lower()
    if isinstance(mark, Stamp):
        return [kind, mark.face.name, mark.x, mark.y, mark.width]
    return [kind, *mark]


def inks_data() -> dict[str, dict[str, str]]:
    """Return the colours of all inks, by theme."""
    return {
        theme: {ink: shades[place] for ink, shades in INKS.items()}
        for place, theme in enumerate(THEMES)
    }
