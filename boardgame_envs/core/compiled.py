"""How rules are written: plain functions over records, which Numba can compile.

``@rule`` leaves a function as it is: called from Python, it runs as plain Python. Its compiled
form is made when a loop that reaches it is compiled (compiler.py, the only file beside its cache
that imports numba). So rules are imported, and games begin, without a compiler.
"""

from __future__ import annotations

import os
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np

from boardgame_envs.core.cache_files import cache_folder, say

__all__ = [
    "JIT",
    "Buffer",
    "Record",
    "available_threads",
    "bind",
    "cache_folder",
    "inlined_rule",
    "limit_threads",
    "prange",
    "rule",
    "say",
    "state_dtype",
    "threads_are_lost",
    "wrapping_rule",
]

F = TypeVar("F", bound=Callable[..., Any])
Record: TypeAlias = Any  # one element of an array of a game's STATE dtype
Buffer: TypeAlias = Any  # an array that a rule reads, or fills for its caller

# whether anything may be compiled in this process
JIT: bool = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def rule(function: F) -> F:
    """Mark a module-level function as a rule: compiled code may call it."""
    vars(function)["is_rule"] = True
    return function


def inlined_rule(function: F) -> F:
    """Mark a rule that becomes part of the compiled form of each that calls it.

    For parts of what is done at every step, each called from one place or two: a call hands over
    every number of a tuple one by one. Everywhere, it would make much more code to compile.
    """
    vars(function)["targetoptions"] = {"forceinline": True}
    return rule(function)


def wrapping_rule(function: F) -> F:
    """Mark a rule whose unsigned integers are meant to wrap around, as they do when compiled."""
    return rule(np.errstate(over="ignore")(function))


def prange(*bounds: int) -> range:
    """Return a range whose turns threads share in a loop that is compiled for threads."""
    return range(*bounds)


def bind(template: F, name: str, rules: Mapping[str, Any]) -> F:
    """Return a generic loop with one game's rules in the place of its global names.

    With the rules as arguments it would be compiled anew in every process; a function of its
    own globals is found in the cache again.
    """
    bound = types.FunctionType(
        template.__code__, {**template.__globals__, **rules}, template.__name__
    )
    bound.__qualname__ = f"{template.__name__}_{name}"
    bound.__module__ = template.__module__
    return cast(F, rule(bound))


# --- threads ---


class ThreadsOfProcess:
    """What has become of the threads of this process: a fork leaves them behind."""

    were_used = False  # by parallel loops
    are_lost = False

    @classmethod
    def lose(cls) -> None:
        """Note, in the child of a fork, that threads which were used are not there any more."""
        cls.are_lost = cls.are_lost or cls.were_used


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=ThreadsOfProcess.lose)


def threads_are_lost() -> bool:
    """Tell whether this process was forked from one that had used threads: it can use none."""
    return ThreadsOfProcess.are_lost


def limit_threads(threads: int) -> None:
    """Let parallel loops called from this thread use the given number of threads."""
    ThreadsOfProcess.were_used = True
    if JIT:
        from boardgame_envs.core import compiler

        compiler.limit_threads(threads)


def available_threads() -> int:
    """Return how many threads a parallel loop may use at most."""
    from boardgame_envs.core import compiler

    return compiler.available_threads()


# --- records ---


def state_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return the dtype of a game's state record.

    The records are ``np.record``, so that the same ``state.hands`` works in plain Python and,
    on the same memory, in compiled code.
    """
    return np.dtype((np.record, np.dtype(without_gaps(fields), align=True)))


def without_gaps(fields: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the fields with a name for every byte that alignment puts between them.

    NumPy leaves nameless bytes out when it copies records, and equal games would differ.
    """
    aligned = np.dtype(list(fields), align=True)
    assert aligned.fields is not None
    named, end = [], 0
    for field in fields:
        kind, start = aligned.fields[field[0]][:2]
        if start > end:
            named.append((f"unused_{end}", np.uint8, (start - end,)))
        named.append(field)
        end = start + kind.itemsize
    if aligned.itemsize > end:
        named.append((f"unused_{end}", np.uint8, (aligned.itemsize - end,)))
    return named
