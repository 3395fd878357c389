"""Modules that a game may have, or not: found by their names, and not registered."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any


def optional_module(*names: str) -> Any:
    """Return the first of some modules that is there; None if none of them is."""
    for name in names:
        if importlib.util.find_spec(name) is not None:
            return importlib.import_module(name)
    return None
