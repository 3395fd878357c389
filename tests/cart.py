"""Lets the tests find Cart, the example game, as if it were installed.

An installed package is two things on the path: its modules, and a folder of metadata that names
its entry points. The modules of Cart stay where they are; the metadata is written, from its
``pyproject.toml``, to a folder that goes when the tests end.
"""

from __future__ import annotations

import os
import sys
import tempfile
import tomllib
from pathlib import Path

CART = Path(__file__).parent / "example_games" / "cart"


def write_metadata(pyproject: Path, folder: Path) -> None:
    """Write what pip would write of a package, as far as its entry points are concerned."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    metadata = folder / f"{project['name']}-{project['version']}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n")


def offer_cart() -> tempfile.TemporaryDirectory[str]:
    """Put Cart on the path of this process, and of those that it starts."""
    metadata = tempfile.TemporaryDirectory(prefix="cart-metadata-")
    write_metadata(CART / "pyproject.toml", Path(metadata.name))
    folders = [str(CART), metadata.name]
    sys.path[:0] = folders
    inherited = [path for path in [os.environ.get("PYTHONPATH")] if path]
    os.environ["PYTHONPATH"] = os.pathsep.join([*folders, *inherited])
    return metadata


METADATA = offer_cart()
