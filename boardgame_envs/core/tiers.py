"""Plain Python first, compiled code when it is there: nobody waits for a compiler.

``BOARDGAME_ENVS_RULES`` says how rules are run:

- ``auto`` (the default): at single tables plain Python begins, and compiled code takes over, in
  the middle of a game, once it has been loaded or compiled in the background. Long work (many
  tables, learners, searches) waits for compiled code.
- ``compiled``: everything waits for compiled code.
- ``plain``: nothing is compiled, as with ``NUMBA_DISABLE_JIT=1``.

All three come out the same; ``boardgame_envs.testing`` holds every game to that.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

from boardgame_envs.core.cache_files import can_keep
from boardgame_envs.core.compile_pool import compile_elsewhere, processors
from boardgame_envs.core.compiled import JIT
from boardgame_envs.core.loop import Loop
from boardgame_envs.core.progress import Progress
from boardgame_envs.core.takeover import take_over

VARIABLE = "BOARDGAME_ENVS_RULES"
AUTO, COMPILED, PLAIN = CHOICES = ("auto", "compiled", "plain")

# seconds of plain Python before compiled code is wanted: a game or two are over by then
PATIENCE = 0.3
# with fewer functions than this to compile, other processes are no help
FEWEST_FOR_HELPERS = 30


class Choice:
    """How rules are run in this process."""

    made: ClassVar[str | None] = None


def rules_choice() -> str:
    """Return how rules are run in this process, or raise ValueError."""
    if Choice.made is None:
        wanted = os.environ.get(VARIABLE) or AUTO
        if wanted not in CHOICES:
            raise ValueError(f"{VARIABLE} takes {', '.join(CHOICES)}, not {wanted!r}")
        Choice.made = wanted if JIT else PLAIN
    return Choice.made


@contextmanager
def running_rules(choice: str) -> Iterator[None]:
    """Let tables that are made inside run their rules in another way."""
    before, Choice.made = rules_choice(), choice if JIT else PLAIN
    try:
        yield
    finally:
        Choice.made = before


class TieredLoops:
    """Loops that belong together, plain or compiled.

    A class names them, and so says what can be called, and how; an instance has them, as they
    are to be run, in the place of these names.
    """

    about: ClassVar[str]
    # whether the work is so short that plain Python may begin it
    begins_plain: ClassVar[bool] = False
    # with more rows than this at once, plain Python would take too long
    most_plain_rows: ClassVar[int] = 8
    # whether each is compiled on its first use, not all together
    one_by_one: ClassVar[bool] = False

    def __init__(
        self, name: str, loops: Mapping[str, Loop], parts: Callable[[], Sequence[Loop]] = tuple
    ) -> None:
        self.name, self.loops, self._parts = name, loops, parts
        self.spent = 0.0  # seconds in plain Python
        self.waits = False  # for compiled code
        choice = rules_choice()
        if choice == PLAIN:
            self.use(PLAIN)
        elif choice == AUTO and self.begins_plain and not self._can_load_at_once():
            self.use(AUTO)
        elif self.one_by_one:
            for each in loops:
                setattr(self, each, self._compiled_on_first_use(each))
        else:
            self.use(COMPILED)

    def use(self, choice: str) -> None:
        """Run the loops in one of the ways there are, from now on."""
        self.waits = choice == AUTO
        if choice == COMPILED:
            compiled = compile_loops(self.name, list(self.loops.values()), self._parts())
            for name, function in zip(self.loops, compiled, strict=True):
                setattr(self, name, function)
            return
        for name, loop in self.loops.items():
            setattr(self, name, loop.plain if choice == PLAIN else self._plain_at_first(loop))

    def expect(self, rows: int) -> None:
        """Wait for compiled code if there are many rows to go through at once."""
        if self.waits and rows > self.most_plain_rows:
            self.use(COMPILED)

    def _can_load_at_once(self) -> bool:
        """Tell whether compiled code is there and the compiler, too: that takes no time."""
        return "numba" in sys.modules and all(loop.is_ready() for loop in self.loops.values())

    def _plain_at_first(self, loop: Loop) -> Callable[..., Any]:
        """Return a loop in plain Python that asks for compiled code when it has taken long."""
        plain, clock = loop.plain, time.perf_counter

        def run(*arguments: Any) -> Any:
            started = clock()
            result = plain(*arguments)
            before = self.spent
            self.spent = before + clock() - started
            if before < PATIENCE <= self.spent:
                take_over(self)
            return result

        return run

    def _compiled_on_first_use(self, name: str) -> Callable[..., Any]:
        """Return a function that compiles a loop when it is called, and leaves it in its place."""

        def run(*arguments: Any) -> Any:
            (compiled,) = compile_loops(self.name, [self.loops[name]], self._parts())
            setattr(self, name, compiled)
            return compiled(*arguments)

        return run


def compile_loops(
    about: str, loops: Sequence[Loop], parts: Sequence[Loop] = ()
) -> list[Callable[..., Any]]:
    """Return loops compiled, from the cache or by waiting for it; say how far that has come.

    ``parts`` are smaller loops by which the work can be shared among processes.
    """
    missing = [loop for loop in loops if not loop.is_ready()]
    with Progress(about, functions_of(missing)) as progress:
        if len(progress.functions) >= FEWEST_FOR_HELPERS:
            share_work(missing, parts, progress)
        return load_all(loops, progress)


def fill_cache(about: str, loops: Sequence[Loop], parts: Sequence[Loop] = ()) -> list[str]:
    """Compile what is not in the cache yet; return the names of the functions."""
    missing = [loop for loop in loops if not loop.is_ready()]
    with Progress(about, functions_of(missing)) as progress:
        share_work(missing, parts, progress)
        load_all([loop for loop in missing if not loop.is_ready()], progress)
        return progress.done


def functions_of(loops: Sequence[Loop]) -> set[str]:
    """Return the names of all functions in some loops."""
    return set[str]().union(*(loop.functions() for loop in loops))


def share_work(loops: Sequence[Loop], parts: Sequence[Loop], progress: Progress) -> None:
    """Let other processes compile loops into the cache, first what several have in common."""
    if not loops or processors() == 1 or not can_keep():
        return
    common = [part for part in parts if is_part(part, progress.functions)]
    known = [loop for loop in loops if loop.address is not None]
    compile_elsewhere([common, known], progress.report, processors())


def is_part(loop: Loop, functions: set[str]) -> bool:
    """Tell whether all that a loop calls is compiled anyway."""
    return len(loop.functions() - functions) <= 1  # itself


def load_all(loops: Sequence[Loop], progress: Progress) -> list[Callable[..., Any]]:
    """Load loops in this process, and compile what is not there."""
    if not loops:
        return []
    from boardgame_envs.core.compiler import watching

    with watching(progress.report):
        compiled = [loop.load() for loop in loops]
    return [function for function in compiled if function is not None]
