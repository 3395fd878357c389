"""Pictures in files."""

from __future__ import annotations

import os
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

GIF_COLOURS = 128


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
