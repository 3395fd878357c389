"""Functions over arrays that Python calls, compiled for whatever arguments they are given.

The loops of a game are compiled for types that are known before (loop.py), and may begin in plain
Python. A kernel belongs to long work: it is compiled, or taken from the cache, at its first call.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

from boardgame_envs.core.compiled import rule
from boardgame_envs.core.tiers import PLAIN, rules_choice

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function when Python calls it; kernels and rules may call it as a rule."""
    return make_kernel(function)


def summing_kernel(function: F) -> F:
    """Compile a function whose sums may be taken in any order, and so by wide instructions."""
    return make_kernel(function, fastmath=True)


def make_kernel(function: F, **options: bool) -> F:
    """Return a function that runs in its compiled form, unless all rules run in plain Python."""
    vars(function)["targetoptions"] = options
    compiled: list[Callable[..., Any]] = []

    @functools.wraps(function)
    def run(*arguments: Any) -> Any:
        if rules_choice() == PLAIN:
            return function(*arguments)
        if not compiled:
            from boardgame_envs.core.compiler import dispatcher

            compiled.append(dispatcher(run))
        return compiled[0](*arguments)

    return cast(F, rule(run))
