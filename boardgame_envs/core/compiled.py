"""How rules are compiled and kept, and how the records they work on are declared.

Nothing else in the package imports numba but compiled_cache.py, so these are the files to read
to learn how compilation works here. With ``NUMBA_DISABLE_JIT=1`` the same functions run as plain
Python.
"""

from __future__ import annotations

import os
import time
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba import prange
from numba.core import config as numba_config
from numba.core import event

from boardgame_envs.core.compiled_cache import RuleCache, cache_folder, say

__all__ = [
    "JIT",
    "Buffer",
    "Record",
    "announcing",
    "available_threads",
    "bind",
    "cache_folder",
    "limit_threads",
    "load",
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

config: Any = numba_config  # its settings are made at run time, so no type checker sees them
JIT: bool = not config.DISABLE_JIT


def rule(function: F) -> F:
    """Compile a module-level rule function on first use, and keep the result."""
    return compile_function(function)


def wrapping_rule(function: F) -> F:
    """Compile a rule whose unsigned integers are meant to wrap around."""
    if JIT:
        return rule(function)
    return np.errstate(over="ignore")(function)


def bind(template: F, name: str, rules: Mapping[str, Any], **flags: bool) -> F:
    """Return a generic loop with one game's rules in the place of its global names.

    With the rules as arguments it would be compiled anew in every process; a function of its
    own globals is found in the cache again.
    """
    bound = types.FunctionType(
        template.__code__, {**template.__globals__, **rules}, template.__name__
    )
    bound.__qualname__ = f"{template.__name__}_{name}"
    bound.__module__ = template.__module__
    return cast(F, compile_function(bound, **flags))


def compile_function(function: F, **flags: bool) -> F:
    """Hand a function to Numba, with a cache that is never stale."""
    if not JIT:
        return function
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", **flags}
    dispatcher: Any = numba.njit(**options)(function)
    dispatcher._cache = RuleCache(dispatcher)
    return cast(F, dispatcher)


def load(function: F, *examples: Any) -> F:
    """Take a function from the cache, or compile it, for arguments like these.

    What is returned takes such arguments only, and no longer looks at their types: that
    costs as much as a step of a game.
    """
    if not JIT:
        return function
    type_of: Callable[[Any], Any] = numba.typeof
    signature = tuple(map(type_of, examples))
    cast(Any, function).compile(signature)
    return cast(F, cast(Any, function).overloads[signature].entry_point)


class CompilationNotice(event.Listener):
    """Say once that something is being compiled; loading from the cache stays silent."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.started: float | None = None

    def on_start(self, event: Any) -> None:
        """Numba begins to compile a function."""
        if self.started is None:
            self.started = time.perf_counter()
            say(f"compiling {self.name} (first use only) ...")

    def on_end(self, event: Any) -> None:
        """Numba has compiled a function; there may be more to come."""


@contextmanager
def announcing(name: str) -> Iterator[None]:
    """Tell the user if what happens inside has to compile, and how long that took."""
    notice = CompilationNotice(name)
    with event.install_listener("numba:compile", notice):
        yield
    if notice.started is not None:
        say(f"compiled {name} in {time.perf_counter() - notice.started:.1f} s")


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
        numba.set_num_threads(threads)


def available_threads() -> int:
    """Return how many threads a parallel loop may use at most."""
    return int(config.NUMBA_NUM_THREADS)


def state_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return the dtype of a game's state record.

    When the rules run as plain Python the records are ``np.record``, so that the same
    ``state.hands`` works under a debugger.
    """
    dtype = np.dtype(without_gaps(fields), align=True)
    return dtype if JIT else np.dtype((np.record, dtype))


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
