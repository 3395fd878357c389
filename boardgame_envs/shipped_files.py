"""Files that come with the package beside its code: configs of training runs, and recipes.

A wheel has them inside the package. In a clone they stand beside it, where people look for them.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
PROJECT = PACKAGE.parent


def find_folder(in_wheel: str, in_clone: str) -> Path:
    """Return where files are that came with the package."""
    inside = PACKAGE / in_wheel
    return inside if inside.is_dir() else PROJECT / in_clone


CONFIGS = find_folder("configs", "configs")
RECIPES = find_folder("recipes", "docs/examples")
