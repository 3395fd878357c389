"""Numba: what makes compiled code of rules. Nothing but this, its parts and its cache import numba.

It is imported when compiled code is wanted, and not before: that takes a moment. Rules are plain
functions, and Numba asks any value of a global name for its type: there a rule shows its compiled
form.

A function has two compiled forms. What Python calls is a **loop**, with machine code. What loops
call is a **part**, without it (``compiled_parts.py``).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from numba.core import config as numba_config
from numba.core import event

from boardgame_envs.core import compiled
from boardgame_envs.core.compiled_cache import Packing, RuleCache
from boardgame_envs.core.compiled_parts import LoopPipeline, PartPacking, PartPipeline
from boardgame_envs.core.fingerprint import Function, name_of, reach, unwrapped

config: Any = numba_config  # its settings are made at run time, so no type checker sees them
# what is called from inlined rules is inlined only if it says so itself
OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "forceinline": False,
    "no_cfunc_wrapper": True,  # nobody calls a rule from C
}
PART, LOOP, LOOP_FOR_THREADS = "part", "loop", "loop for threads"

# the compiled forms of rules; Numba itself would let go of them
DISPATCHERS: dict[tuple[Function, str], Any] = {}


def dispatcher(function: Function, threads: bool = False) -> Any:
    """Return the form of a function that Numba compiles on use; what it calls has such a form, too.

    With ``threads`` these share the turns of its ``prange``.
    """
    for each in reach(function):
        if each is not function and getattr(each, "is_rule", False):
            each._numba_type_ = make_dispatcher(each, PART)._numba_type_
    return make_dispatcher(function, LOOP_FOR_THREADS if threads else LOOP)


def make_dispatcher(function: Function, form: str) -> Any:
    """Hand a copy of a function to Numba, with a cache that is never stale; once in a process."""
    key = function, form
    if key not in DISPATCHERS:
        options = {**OPTIONS, **getattr(function, "targetoptions", {})}
        if form == PART:
            options["no_cpython_wrapper"] = True
        if form == LOOP_FOR_THREADS:
            options["parallel"] = True
        pipeline = PartPipeline if form == PART else LoopPipeline
        made: Any = numba.njit(pipeline_class=pipeline, **options)(copy_for_numba(function))
        packing = PartPacking if form == PART else Packing
        made._cache = RuleCache(made, function, packing(made.py_func))
        DISPATCHERS[key] = made
    return DISPATCHERS[key]


def copy_for_numba(function: Function) -> Function:
    """Return a copy of a function: its name will be changed, and its ``prange`` is Numba's."""
    plain = unwrapped(function)
    names = plain.__globals__
    if names.get("prange") is compiled.prange:
        names = {**names, "prange": numba.prange}
    copy = types.FunctionType(
        plain.__code__, names, plain.__name__, plain.__defaults__, plain.__closure__
    )
    copy.__kwdefaults__ = plain.__kwdefaults__
    copy.__qualname__, copy.__module__ = plain.__qualname__, plain.__module__
    return copy


class Compilation:
    """A function that is compiled for arguments like some examples."""

    def __init__(self, function: Function, examples: tuple[Any, ...], threads: bool) -> None:
        self._dispatcher = dispatcher(function, threads)
        self._signature = tuple(map(numba.typeof, examples))

    @property
    def file(self) -> Path | None:
        """Where the compiled code is kept, or will be; None if it cannot be kept."""
        file: Path | None = self._dispatcher._cache.file(self._signature)
        return file

    def load(self) -> Callable[..., Any]:
        """Take the function from the cache, or compile it.

        What is returned takes such arguments only, and no longer looks at their types: that
        costs as much as a step of a game.
        """
        self._dispatcher.compile(self._signature)
        loaded: Callable[..., Any] = self._dispatcher.overloads[self._signature].entry_point
        return loaded


class Watch(event.Listener):
    """Calls a function with the name of each function that Numba has compiled."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report

    def on_start(self, event: Any) -> None:
        """Numba begins to compile a function."""

    def on_end(self, event: Any) -> None:
        """Numba has compiled a function; there may be more to come."""
        self._report(name_of(event.data["dispatcher"]))


@contextmanager
def watching(report: Callable[[str], None]) -> Iterator[None]:
    """Report the name of each function that is compiled inside; loading stays silent."""
    with event.install_listener("numba:compile", Watch(report)):
        yield


def limit_threads(threads: int) -> None:
    """Let parallel loops called from this thread use the given number of threads."""
    numba.set_num_threads(threads)


def available_threads() -> int:
    """Return how many threads a parallel loop may use at most."""
    return int(config.NUMBA_NUM_THREADS)
