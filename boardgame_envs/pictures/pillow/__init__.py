"""A scene as pixels, by Pillow: what was painted once is kept and pasted.

Letters are those of the font that Pillow has within itself, so a picture is the same on every
machine.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.pictures.display import Scene
from boardgame_envs.pictures.palette import Theme, check_theme
from boardgame_envs.pictures.pillow.files import write_gif, write_png
from boardgame_envs.pictures.pillow.painter import Painter

if TYPE_CHECKING:
    from PIL import Image

__all__ = [
    "Painter",
    "check_pillow",
    "painter",
    "to_array",
    "to_image",
    "write_gif",
    "write_png",
]

NO_PILLOW = "pictures as pixels need Pillow: pip install 'boardgame_envs[pictures]'"


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
