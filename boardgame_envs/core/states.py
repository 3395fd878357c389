"""Arrays of states, made and copied as bytes.

NumPy makes and copies arrays of records field by field: for one state that takes ten times as
long as a step of the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def blank_states(dtype: np.dtype[Any], number: int) -> NDArray[Any]:
    """Return a number of states in which every byte is 0."""
    return np.ndarray((number,), dtype, bytearray(number * dtype.itemsize))


def states_from(content: bytes, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return states of their own with these bytes."""
    return np.ndarray((len(content) // dtype.itemsize,), dtype, bytearray(content))


def copy_states(states: NDArray[Any]) -> NDArray[Any]:
    """Return a copy of states that lie side by side."""
    return np.ndarray(states.shape, states.dtype, as_bytes(states).copy())


def as_bytes(states: NDArray[Any]) -> NDArray[np.uint8]:
    """Return the bytes of states that lie side by side, which change with them."""
    return states.view(np.uint8)


def one_by_one(states: NDArray[Any]) -> NDArray[Any]:
    """Return states that lie side by side without their fields: ``tolist`` gives bytes of each."""
    return states.view(np.dtype((np.void, states.dtype.itemsize)))
