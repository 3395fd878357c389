"""Cart with changes, mostly mistakes for the laws to find, in a package of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.cart import CART

# the file, what stands there, and what is written in its place
Edit = tuple[str, str, str]


def write_changed_cart(folder: Path, *edits: Edit) -> None:
    """Write the package of Cart with some changes."""
    package = shutil.copytree(CART / "cart_game", folder / "cart_game")
    for name, right, wrong in edits:
        text = (package / name).read_text()
        assert right in text, f"{name} has no {right!r} any more: choose another mistake"
        (package / name).write_text(text.replace(right, wrong))


def run_check(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Hold laws against the Cart in a folder, with rules in plain Python."""
    path = os.pathsep.join([str(folder), os.environ["PYTHONPATH"]])
    return subprocess.run(
        [sys.executable, "-m", "boardgame_envs", "check", "cart", *arguments],
        env={**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1", **variables},
        capture_output=True,
        text=True,
        check=False,
    )
