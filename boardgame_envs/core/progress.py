"""How far a compilation has come: a bar on a terminal, two lines elsewhere."""

from __future__ import annotations

import os
import sys
import time
from typing import Any, Self

from boardgame_envs.core.cache_files import say


class Progress:
    """Tells of functions that are compiled, once one has been; loading stays silent."""

    def __init__(self, about: str, functions: set[str]) -> None:
        self.about, self.functions = about, functions
        self.done: list[str] = []  # in the order of their compilation
        self._bar: Any = None
        self._started = time.perf_counter()

    def report(self, function: str) -> None:
        """Note that a function has been compiled, for the first kind of arguments or another."""
        if not self.done:
            self._begin()
        if function not in self.done:
            self.done.append(function)
            if self._bar and function in self.functions:
                self._bar.update()

    def _begin(self) -> None:
        """Say what is compiled; on a terminal with a bar that estimates the time."""
        if not sys.stderr.isatty():
            say(f"compiling {self.about} (first use only) ...")
        elif not os.environ.get("BOARDGAME_ENVS_QUIET"):
            from tqdm import tqdm

            about = f"compiling {self.about} (first use only)"
            self._bar = tqdm(total=len(self.functions), desc=about, unit=" functions", leave=False)

    def __enter__(self) -> Self:
        """Begin to count the time."""
        self._started = time.perf_counter()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Say how long it took, if anything was compiled."""
        if self._bar:
            self._bar.close()
        if self.done and kind is None:
            say(f"compiled {self.about} in {time.perf_counter() - self._started:.1f} s")
