"""Compiled code in files: found again as long as it does the same, wherever the source is.

Numba's own cache looks at the file a function is in and at the place of that file. It goes on
with old code when an imported function or constant has changed, compiles anew when the package
has moved, and ends in a traceback when a file is damaged. So compiled rules are given the cache
below, with one file for each function and kind of arguments:

    <cache>/<module>/<function>-<fingerprint>.<arguments>.nbc

No trouble with files ever keeps a rule from running: at worst, it is compiled once more.
"""

from __future__ import annotations

import pickle
import platform
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import config as numba_config
from numba.core import types
from numba.core.caching import CompileResultCacheImpl
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from boardgame_envs.core.cache_files import (
    FORM,
    SETTINGS,
    cache_folder,
    digest,
    read,
    reason,
    remove_unused,
    say_once,
    set_aside,
    write,
)
from boardgame_envs.core.fingerprint import (
    PLAIN,
    ReboundError,
    UnknownValueError,
    fingerprint,
    name_of,
)

# types whose names say all that compiled code can depend on
NAMED_IN_FULL = (
    types.Number,
    types.Boolean,
    types.Record,
    types.NestedArray,
    types.NoneType,
    types.CharSeq,
    types.UnicodeCharSeq,
    types.UnicodeType,
    types.SliceType,
    types.NumberClass,
    types.DType,
)
TUPLE: Any = types.BaseTuple

config: Any = numba_config  # its settings are made at run time, so no type checker sees them
pickled: Callable[[Any], bytes] = dumps
parts_of: Callable[[Any], tuple[tuple[Any, ...], Any]] = normalize_signature


class Packing(CompileResultCacheImpl):
    """Numba's way to take compiled code apart and to put it together, without its files."""

    def __init__(self, function: Any) -> None:
        # a warning names these
        self._lineno = function.__code__.co_firstlineno
        self._locator = SimpleNamespace(_py_file=function.__code__.co_filename)


class RuleCache:
    """The cache of one function, with the methods that Numba calls on its own ones.

    Numba is given a copy of the function, so ``source`` is what the fingerprint is taken of.
    """

    def __init__(self, dispatcher: Any, source: Any, packing: Any) -> None:
        self._dispatcher, self._source, self._packing = dispatcher, source, packing
        self._enabled = True

    # --- what Numba calls ---

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return the compiled code for a signature, or None if there is none."""
        file = self.file(signature)
        if file is None:
            return None
        try:
            payload = read(file)
            if payload is None:
                return None
            target_context.refresh()
            code = self._packing.rebuild(target_context, pickle.loads(payload))
        except Exception as error:
            set_aside(file, error)
            return None
        # a class that no module holds is another class once it has been in a file
        return code if list(code.signature.args) == kinds_of(signature)[1:] else None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep the compiled code for a signature, if that can be done."""
        file = self.file(signature)
        if file is None or not self._packing.check_cachable(code):
            return
        try:
            write(file, pickled(self._packing.reduce(code)))
            remove_unused(file)
        except Exception as error:
            why = f"compiled rules cannot be kept in {file.parent} ({reason(error)})"
            say_once("write", f"{why}: other processes will compile them again")

    def enable(self) -> None:
        """Use files."""
        self._enabled = True

    def disable(self) -> None:
        """Leave files alone."""
        self._enabled = False

    def flush(self) -> None:
        """Forget all compiled code of the function."""
        folder = self._folder()
        if folder is not None:
            for file in folder.glob(f"{self._readable_name()}-*"):
                with suppress(OSError):
                    file.unlink()

    @property
    def cache_path(self) -> str | None:
        """The folder of the files, for Numba's statistics."""
        folder = self._folder()
        return None if folder is None else str(folder)

    # --- which file ---

    def _readable_name(self) -> str:
        """Return the function's name as a part of a file name."""
        return re.sub(r"[^\w.]", "_", str(self._dispatcher.__qualname__))

    def _folder(self) -> Path | None:
        """Return the folder of the function's files; None without a home to put it in."""
        try:
            return cache_folder() / str(self._dispatcher.__module__)
        except RuntimeError:
            say_once("write", "compiled rules cannot be kept: there is no home folder")
            return None

    def file(self, signature: Any) -> Path | None:
        """Return the file for a signature, or None if there can be no file for it."""
        folder = self._folder() if self._enabled else None
        if folder is None:
            return None
        try:
            does = fingerprint(self._source)
            arguments = [describe_kind(kind) for kind in kinds_of(signature)]
        except (ReboundError, UnknownValueError):
            return None
        flags = sorted(self._dispatcher.targetoptions.items())
        does = digest(does, flags, surroundings(self._dispatcher))
        # The symbols in compiled code are made from this name. Were they the same for what does
        # not do the same, a process that meets both (a module is reloaded) would mix them up.
        self._dispatcher.py_func.__qualname__ = f"{self._dispatcher.__qualname__}_{does}"
        return folder / f"{self._readable_name()}-{does}.{digest(arguments)}.nbc"


# --- what compiled code depends on, besides what the function does ---


def surroundings(dispatcher: Any) -> Any:
    """Describe what compiles: versions, settings and the processor."""
    versions = (
        FORM,
        platform.python_implementation(),
        platform.python_version(),
        getattr(sys, "abiflags", ""),
        np.__version__,
        numba.__version__,
        llvmlite.__version__,
    )
    settings = [str(getattr(config, name, None)) for name in SETTINGS]
    return versions, settings, dispatcher.targetctx.codegen().magic_tuple()


def kinds_of(signature: Any) -> list[Any]:
    """Return the type of what is returned, if it is demanded, and those of the arguments."""
    arguments, returned = parts_of(signature)
    return [returned, *arguments]


def describe_kind(kind: Any) -> Any:
    """Describe a type of Numba; its own name leaves out what a class consists of.

    Types that hold a function or a module are not described: their names are of this process.
    """
    if kind is None or isinstance(kind, NAMED_IN_FULL):
        return str(kind)
    if isinstance(kind, TUPLE):
        own = getattr(kind, "instance_class", tuple)
        parts = [describe_kind(each) for each in kind.types]
        return type(kind).__name__, name_of(own), getattr(own, "_fields", ()), parts
    if isinstance(kind, types.EnumMember):
        return str(kind), name_of(kind.instance_class)
    if isinstance(kind, types.Array):
        return str(kind), describe_kind(kind.dtype)
    if isinstance(kind, types.Optional):
        return str(kind), describe_kind(kind.type)
    constant = getattr(kind, "literal_value", getattr(kind, "value", kind))
    if isinstance(kind, types.Literal | types.Omitted) and type(constant) in PLAIN:
        return type(kind).__name__, repr(constant)
    raise UnknownValueError(str(kind))
