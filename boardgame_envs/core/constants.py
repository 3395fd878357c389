"""Numbers with names that compiled code takes as constants."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from typing import Any


def constants(title: str, numbers: Mapping[str, int]) -> Any:
    """Return a named tuple of numbers: ``AT.chain`` is a constant to the compiler."""
    make: Any = namedtuple  # whose type checker wants to see the names written out
    return make(title, list(numbers))(*map(int, numbers.values()))
