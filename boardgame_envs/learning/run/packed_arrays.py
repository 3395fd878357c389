"""NumPy arrays as tensors of bytes, and everything else as plain values, for checkpoints.

A file of tensors and plain values can be read without running anything that is in it. What an
array must be like is known to whoever reads it, so a file cannot say so: it can only be refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

PLAIN = (bool, int, float, str, type(None))


def pack(array: NDArray[Any]) -> dict[str, Any]:
    """Return an array, of records perhaps, as a tensor of bytes and what it is like."""
    import torch

    flat = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return {**likeness(array), "bytes": torch.from_numpy(flat.copy())}


def unpack(packed: Any, like: NDArray[Any]) -> NDArray[Any]:
    """Return the array that was packed; ValueError unless it is of the kind and shape expected."""
    data = packed["bytes"].numpy()
    given = {name: packed[name] for name in ("fields", "shape")}
    if given != likeness(like) or data.dtype != np.uint8 or data.size != like.nbytes:
        raise ValueError("an array is of another kind or shape")
    array = np.empty(like.shape, like.dtype)
    array.reshape(-1).view(np.uint8)[:] = data
    return array


def likeness(array: NDArray[Any]) -> dict[str, Any]:
    """Return what two arrays have in common whose bytes mean the same."""
    return {"fields": repr(array.dtype.descr), "shape": list(array.shape)}


def plainly(value: Any, where: str) -> Any:
    """Return a value as tensors and plain values in plain containers, or raise TypeError."""
    import torch

    if isinstance(value, torch.Tensor):
        return value.detach()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, Mapping):
        return {key: plainly(item, f"{where}.{key}") for key, item in value.items()}
    if isinstance(value, list | tuple):
        items = [plainly(item, f"{where}[]") for item in value]
        return items if isinstance(value, list) else tuple(items)
    if type(value) not in PLAIN:
        raise TypeError(f"{where} is {type(value).__name__}, which a checkpoint cannot hold")
    return value
