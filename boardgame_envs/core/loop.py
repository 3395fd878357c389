"""A loop that Python calls: in plain Python at once, and compiled when that is there.

Both forms work on the same memory and do the same. A note beside the compiled code says that it
is ready; it is found without the compiler, whose import alone takes a moment.
"""

from __future__ import annotations

import importlib
import os
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from boardgame_envs.core import cache_files
from boardgame_envs.core.fingerprint import (
    ReboundError,
    describe_numpy,
    fingerprint,
    is_named_tuple,
    name_of,
    reach,
)

CPU = Path("/proc/cpuinfo")


class Address(NamedTuple):
    """Where another process finds something: a function in a module, and what to ask it for."""

    module: str
    function: str
    arguments: tuple[Any, ...]

    def find(self) -> Any:
        """Return what is there."""
        return getattr(importlib.import_module(self.module), self.function)(*self.arguments)


class Loop:
    """A function for arguments of the types of some examples, in plain Python and compiled.

    With ``threads`` these share its turns when it is compiled. ``about`` names it for people,
    with what is compiled along with it. Without an ``address`` only this process can compile it.
    """

    def __init__(
        self,
        about: str,
        plain: Callable[..., Any],
        examples: tuple[Any, ...],
        address: Address | None,
        threads: bool = False,
    ) -> None:
        self.about, self.plain, self.address = about, plain, address
        self.examples, self.threads = examples, threads

    def functions(self) -> set[str]:
        """Return the names of all functions that are compiled with it, itself included."""
        return set(map(name_of, reach(self.plain)))

    def is_ready(self) -> bool:
        """Tell whether its compiled form is kept, as far as that can be told without a compiler."""
        try:
            note = self._note()
            return (note.parent / note.read_text()).exists()
        except (OSError, RuntimeError, TypeError, ValueError, ReboundError):
            return False

    def load(self, *, compile_it: bool = True) -> Callable[..., Any] | None:
        """Return its compiled form from the cache, or else compile it, or return None."""
        from boardgame_envs.core.compiler import Compilation

        compilation = Compilation(self.plain, self.examples, self.threads)
        file = compilation.file
        if not compile_it and (file is None or not file.exists()):
            return None
        loaded = compilation.load()
        if file is not None and file.exists():
            self._say_ready(file)
        return loaded

    def _say_ready(self, file: Path) -> None:
        """Note that the compiled form is in a file."""
        with suppress(OSError, RuntimeError, ReboundError):
            note = self._note()
            if not note.exists() or note.read_text() != file.name:
                cache_files.write_whole(note, file.name.encode())

    def _note(self) -> Path:
        """Return the place of the note that says where the compiled form is."""
        key = cache_files.digest(
            fingerprint(self.plain),
            self.threads,
            list(map(describe_example, self.examples)),
            surroundings(),
        )
        name = f"{self.plain.__qualname__}-{key}.ready"
        return cache_files.cache_folder() / self.plain.__module__ / name


def describe_example(example: Any) -> Any:
    """Describe the type of an argument."""
    if isinstance(example, np.ndarray):
        return describe_numpy(example.dtype), example.ndim
    if is_named_tuple(type(example)):
        return name_of(type(example)), example._fields, list(map(describe_example, example))
    return name_of(type(example))


@cache
def surroundings() -> Any:
    """Describe what compiles, as far as it can be told without a compiler."""
    versions = [f"form {cache_files.FORM}", platform.python_implementation(), sys.version]
    for library in ("numpy", "numba", "llvmlite"):
        with suppress(PackageNotFoundError):
            versions.append(version(library))
    names = (f"NUMBA_{name}" for name in (*cache_files.SETTINGS, "CPU_NAME", "CPU_FEATURES"))
    return versions, [os.environ.get(name) for name in names], describe_processor()


def describe_processor() -> Any:
    """Describe the processor; where the system does not tell more, by its family."""
    try:
        with CPU.open() as file:
            first = file.read(8192).partition("\n\n")[0]
        lines = [line for line in first.split("\n") if line.startswith(("model name", "flags"))]
    except OSError:
        lines = []
    return platform.machine(), lines or platform.processor()
