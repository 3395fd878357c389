"""Numbers that users give: seeds, counts, actions, weights, checked before they are used."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.chance import MAX_SEED
from boardgame_envs.core.problems import OptionError, shortened

# more than this are a slip of the keyboard
MOST_TABLES = 2**24
MOST_TURNS = 10**9
MOST_DEALS = 10**7


def whole_number(value: Any) -> int | None:
    """Return a whole number of any kind as a plain one; None for all else, True and False too."""
    if type(value) is int:
        return value
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def check_count(name: str, value: Any, lowest: int, highest: int) -> int:
    """Return a count that is an argument, or raise OptionError."""
    number = whole_number(value)
    if number is None or not lowest <= number <= highest:
        raise OptionError(
            f"{name} must be a whole number from {lowest} to {highest}, not {shortened(value)}"
        )
    return number


def check_seed(seed: Any) -> int:
    """Return a seed, or raise ValueError."""
    number = whole_number(seed)
    if number is None or not 0 <= number <= MAX_SEED:
        raise ValueError(f"a seed is a whole number from 0 to {MAX_SEED}, not {shortened(seed)}")
    return number


def check_seat(seat: Any, num_players: int) -> int:
    """Return a seat, or raise ValueError."""
    number = seat if type(seat) is int else whole_number(seat)
    if number is None or not 0 <= number < num_players:
        raise ValueError(f"a seat is 0 to {num_players - 1} here, not {shortened(seat)}")
    return number


def check_action(action: Any) -> int:
    """Return an action of any kind of whole number as a plain one, or raise ValueError."""
    number = whole_number(action)
    if number is None:
        raise ValueError(f"an action is a whole number, not {shortened(action)}")
    return number


def check_seeds(seeds: Any, count: int) -> NDArray[np.uint64]:
    """Return a seed for each table, or raise ValueError."""
    if isinstance(seeds, np.ndarray):
        if seeds.shape == (count,) and seeds.dtype == np.uint64:
            return seeds
        seeds = seeds.tolist()
    if not isinstance(seeds, Sequence) or len(seeds) != count:
        raise ValueError(f"there must be {count} seeds, not {shortened(seeds)}")
    return np.array([check_seed(seed) for seed in seeds], np.uint64)


def finite_number(value: Any) -> float | None:
    """Return a number of any kind that is not infinite; None for all else, True and False too."""
    if isinstance(value, str | bytes | bool | np.bool_ | np.ndarray):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def check_finite(name: str, value: Any) -> float:
    """Return a number that is an argument, or raise OptionError."""
    number = finite_number(value)
    if number is None:
        raise OptionError(f"{name} must be a number that is not infinite, not {shortened(value)}")
    return number


def check_weights(num_actions: int, weights: Sequence[float] | None) -> NDArray[np.float64]:
    """Return a weight for each action, none if all are alike (None), or raise ValueError."""
    if weights is None:
        return np.zeros(0)
    try:
        checked = np.array(weights, np.float64)
    except (TypeError, ValueError, OverflowError):
        checked = np.array(math.nan)
    with np.errstate(over="ignore"):
        is_right = checked.shape == (num_actions,) and (checked > 0).all()
        if not is_right or not math.isfinite(checked.sum()):
            raise ValueError(
                f"weights must be {num_actions} positive numbers with a finite sum, "
                f"not {shortened(weights)}"
            )
    return checked


def check_numbers(values: Any, count: int, what: str) -> NDArray[np.int64]:
    """Return a whole number for each table, or raise ValueError."""
    if type(values) is np.ndarray and values.dtype == np.int64 and values.shape == (count,):
        return np.ascontiguousarray(values)
    try:
        given = np.asarray(values)
    except ValueError:
        # lists that are not equally long make no array
        given = np.asarray(values, object)
    if given.shape != (count,) or given.dtype.kind not in "iu":
        raise ValueError(f"there must be {count} whole numbers as {what}, not {described(given)}")
    if given.dtype == np.uint64 and given.size and int(given.max()) > np.iinfo(np.int64).max:
        raise ValueError(f"{given.max()} is too large for one of the {what}")
    return np.ascontiguousarray(given, np.int64)


def described(given: NDArray[Any]) -> str:
    """Return what an array is, for a message."""
    return f"{given.dtype} of shape {given.shape}"
