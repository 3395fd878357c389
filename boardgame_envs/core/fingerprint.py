"""A name for all that a compiled function does: functions of one fingerprint do the same.

A function is described by its bytecode and by the values of the names in it that are not its
own, and so is every function that it reaches. What does not change the compiled code does not
count: files and paths, line numbers, comments, docstrings, annotations.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np

Description: TypeAlias = Any  # strings and numbers in nested tuples; its repr says all there is
Function: TypeAlias = Any  # a plain function, or something around one

# their version is in the fingerprint elsewhere, so the name of a thing in them says what it is
LIBRARIES = frozenset({"builtins", "cmath", "math", "numba", "numpy", "operator"})
PLAIN = frozenset({bool, int, float, complex, str, bytes, type(None), type(...)})
ALLOWED = "numbers, strings, tuples, named tuples, enums, arrays, dtypes and functions"
MISSING = object()

LOAD_GLOBAL, EXTENDED_ARG, CACHE = (
    dis.opmap[name] for name in ("LOAD_GLOBAL", "EXTENDED_ARG", "CACHE")
)
LOAD_ATTRIBUTE = {dis.opmap[name] for name in ("LOAD_ATTR", "LOAD_METHOD") if name in dis.opmap}
LOAD_CONSTANT = frozenset(dis.hasconst)
# one bit of the argument says something else: for attributes since Python 3.12
ATTRIBUTE_SHIFT = int(sys.version_info >= (3, 12))
# the flags of code that say how it runs; those above tell of __future__ and docstrings
KIND_OF_FUNCTION = 0x3FF


class Names(Protocol):
    """Where a name can be looked up, now and later."""

    def get(self, name: str, default: Any, /) -> Any:
        """Return what a name stands for."""


class Closure:
    """The names that a function takes from the function around it."""

    def __init__(self, function: FunctionType) -> None:
        self.cells = dict(
            zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        )

    def get(self, name: str, default: Any, /) -> Any:
        """Return what a name stands for; the default if that is not known yet."""
        try:
            return self.cells[name].cell_contents
        except ValueError:
            return default


class Reading(NamedTuple):
    """What a function shows by itself."""

    digest: bytes
    callees: tuple[Function, ...]
    # names that were looked up: where, and what they stood for
    seen: tuple[tuple[Names, str, Any], ...]

    def is_true(self) -> bool:
        """Tell whether the names still stand for what they stood for."""
        return all(names.get(name, MISSING) is value for names, name, value in self.seen)


class ReboundError(Exception):
    """A global name of a function stands for something else than when it was first read."""


class UnknownValueError(Exception):
    """A value of a kind that nothing here can describe."""


# a function is read once in a process
READINGS: dict[Function, Reading] = {}


def fingerprint(function: Function) -> str:
    """Return a name for all that a function does, itself and by what it calls.

    Numba compiles the values of names in, and what it has compiled it keeps. So once a name
    stands for something else, nobody knows which values are in there: a ReboundError.
    """
    digest = hashlib.sha256()
    numbers = {each: number for number, each in enumerate(reach(function))}
    for each in numbers:
        reading = READINGS[each]
        if not reading.is_true():
            raise ReboundError(name_of(each))
        digest.update(reading.digest)
        for callee in reading.callees:
            digest.update(numbers[callee].to_bytes(4, "little"))
    return digest.hexdigest()


def reach(function: Function) -> list[Function]:
    """Return a function and all that it calls, directly or not."""
    reached = {function: True}
    waiting = [function]
    for each in waiting:  # and those that are added on the way
        reading = READINGS.get(each) or READINGS.setdefault(each, Reader(each).read())
        new = [callee for callee in dict.fromkeys(reading.callees) if callee not in reached]
        reached.update(dict.fromkeys(new, True))
        waiting += new
    return waiting


def unwrapped(function: Function) -> Function:
    """Return the function that another (a wrapping rule) was made of, or the function itself."""
    return getattr(function, "__wrapped__", function)


def name_of(value: Any) -> str:
    """Return the full name of a function or class."""
    return f"{value.__module__}.{getattr(value, '__qualname__', value.__name__)}"


class Reader:
    """Reads one function, and notes what it calls."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.plain: Any = unwrapped(function)
        self.callees: list[Function] = []
        self.globals: dict[str, Description] = {}
        self.seen: list[tuple[Names, str, Any]] = []

    def read(self) -> Reading:
        """Describe the function: its name, code, defaults, closure, globals and compiler flags."""
        description = (
            name_of(self.function),
            self.describe_code(self.plain.__code__),
            self.describe_named("a default", self.plain.__defaults__),
            self.describe_items("a default", self.plain.__kwdefaults__ or {}),
            self.describe_closure(),
            self.describe_items("a flag", getattr(self.function, "targetoptions", {})),
            tuple(self.globals.items()),
        )
        digest = hashlib.sha256(repr(description).encode()).digest()
        return Reading(digest, tuple(self.callees), tuple(self.seen))

    def describe_items(self, what: str, items: Mapping[str, Any]) -> Description:
        """Describe a dictionary, whose order does not matter."""
        return [(name, self.describe_named(what, items[name])) for name in sorted(items)]

    def describe_closure(self) -> Description:
        """Describe what a function takes from the function around it."""
        closure = Closure(self.plain)
        return [
            (name, self.describe_named(name, self.look_up(closure, name))) for name in closure.cells
        ]

    # --- code ---

    def describe_code(self, code: CodeType) -> Description:
        """Describe code by its instructions, constants and names; note its globals.

        Constants are given in the order of their use, not by number. So docstrings are left out:
        they are constants that no instruction loads.
        """
        shown, constants = bytearray(code.co_code), []
        module: tuple[str, ModuleType] | None = None
        for place, operation, argument in instructions(code):
            if module:
                module = self.note_attribute(module, attribute_name(code, operation, argument))
            elif operation == LOAD_GLOBAL:
                module = self.note_global(code.co_names[argument >> 1])
            elif operation in LOAD_CONSTANT:
                constants.append(self.describe_named("a constant", code.co_consts[argument]))
                shown[place + 1] = 0
        arguments = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
        variables = (code.co_varnames, code.co_cellvars, code.co_freevars)
        return (
            bytes(shown),
            code.co_exceptiontable,
            code.co_names,
            code.co_flags & KIND_OF_FUNCTION,
            arguments,
            variables,
            tuple(constants),
        )

    def note_global(self, name: str) -> tuple[str, ModuleType] | None:
        """Note what a global name stands for; return it if it is a module to look into."""
        value = self.look_up(self.plain.__globals__, name)
        if value is MISSING:
            value = self.look_up(vars(builtins), name)
        return self.note(name, value)

    def note_attribute(
        self, module: tuple[str, ModuleType], attribute: str | None
    ) -> tuple[str, ModuleType] | None:
        """Note what an attribute of a module stands for; return it if it is a module, too."""
        path, owner = module
        if attribute is None:
            raise TypeError(
                f"{name_of(self.function)} uses the module {path} by itself: "
                "compiled code may only name its attributes"
            )
        value = self.look_up(vars(owner), attribute)
        if value is MISSING:
            value = getattr(owner, attribute, MISSING)
        return self.note(f"{path}.{attribute}", value)

    def note(self, path: str, value: Any) -> tuple[str, ModuleType] | None:
        """Note the value of a name, unless it is a module whose attributes count."""
        if isinstance(value, ModuleType) and not is_in_library(value.__name__):
            return path, value
        if path not in self.globals:
            self.globals[path] = self.describe_named(path, value)
        return None

    def look_up(self, names: Names, name: str) -> Any:
        """Return what a name stands for, and remember it."""
        value = names.get(name, MISSING)
        self.seen.append((names, name, value))
        return value

    # --- values ---

    def describe_named(self, name: str, value: Any) -> Description:
        """Describe a value; a TypeError says whose it is."""
        try:
            return self.describe(value)
        except UnknownValueError as unknown:
            raise TypeError(
                f"{name_of(self.function)} uses {name}, and its compiled form cannot depend on "
                f"{unknown}: only on {ALLOWED}"
            ) from None

    def describe(self, value: Any) -> Description:
        """Describe a value, such that different values have different descriptions."""
        kind = type(value)
        if kind in PLAIN:
            return kind.__name__, repr(value)
        if kind is tuple:
            return "tuple", *map(self.describe, value)
        if value is MISSING:
            return "not defined"
        if isinstance(value, np.generic | np.ndarray | np.dtype):
            return describe_numpy(value)
        if isinstance(value, CodeType):
            return "code", self.describe_code(value)
        if isinstance(value, ModuleType) and is_in_library(value.__name__):
            return "module", value.__name__
        if isinstance(value, frozenset):
            return "frozenset", sorted(map(repr, map(self.describe, value)))
        if isinstance(value, slice | range):
            return kind.__name__, *map(self.describe, (value.start, value.stop, value.step))
        return self.describe_named_thing(value)

    def describe_named_thing(self, value: Any) -> Description:
        """Describe a function, a class, or a value of such a class."""
        if is_library_thing(value):
            return "library", name_of(value)
        if isinstance(value, FunctionType) or hasattr(value, "py_func"):
            self.callees.append(value)
            return "function", len(self.callees)
        if isinstance(value, type):
            return self.describe_class(value)
        if isinstance(value, Enum):
            return "member", self.describe_class(type(value)), value.name
        if is_named_tuple(type(value)):
            return "named", self.describe_class(type(value)), *map(self.describe, value)
        raise UnknownValueError(f"a {type(value).__qualname__}")

    def describe_class(self, kind: Any) -> Description:
        """Describe the class of an enum or of a named tuple."""
        if issubclass(kind, Enum):
            values = [(name, self.describe(each.value)) for name, each in kind.__members__.items()]
            return "enum", name_of(kind), values
        if is_named_tuple(kind):
            defaults = self.describe_items("a default", kind._field_defaults)
            return "named tuple", name_of(kind), kind._fields, defaults
        raise UnknownValueError(f"the class {kind.__qualname__}")


def instructions(code: CodeType) -> Iterator[tuple[int, int, int]]:
    """Yield the place, the operation and the argument of each instruction.

    ``dis`` gives the same and much more, and takes twenty times as long.
    """
    raw, extended = code.co_code, 0
    for place in range(0, len(raw), 2):
        operation, argument = raw[place], raw[place + 1] | extended
        extended = argument << 8 if operation == EXTENDED_ARG else 0
        if operation not in (EXTENDED_ARG, CACHE):
            yield place, operation, argument


def attribute_name(code: CodeType, operation: int, argument: int) -> str | None:
    """Return the name of the attribute that an instruction looks up, if it does so."""
    if operation not in LOAD_ATTRIBUTE:
        return None
    return str(code.co_names[argument >> ATTRIBUTE_SHIFT])


def describe_numpy(value: Any) -> Description:
    """Describe a dtype, a NumPy number or an array."""
    if isinstance(value, np.dtype):
        fields = [
            (name, describe_numpy(field[0]), field[1:])
            for name, field in (value.fields or {}).items()
        ]
        base, shape = value.subdtype or (None, ())
        inner = base and describe_numpy(base)
        return "dtype", value.str, value.itemsize, value.isalignedstruct, fields, inner, shape
    if value.dtype.hasobject:
        raise UnknownValueError(f"a {type(value).__name__} of Python objects")
    flags = value.flags
    layout = (flags.c_contiguous, flags.f_contiguous, flags.aligned, flags.writeable)
    content = hashlib.sha256(value.tobytes()).hexdigest()
    return type(value).__name__, describe_numpy(value.dtype), value.shape, layout, content


def is_in_library(module: str) -> bool:
    """Tell whether a module belongs to what the version of a library says."""
    return module.partition(".")[0] in LIBRARIES


def is_library_thing(value: Any) -> bool:
    """Tell whether a value is a function or class of a library."""
    if isinstance(value, np.ufunc):
        return getattr(np, value.__name__, None) is value
    module = getattr(value, "__module__", None)
    return isinstance(module, str) and is_in_library(module) and hasattr(value, "__qualname__")


def is_named_tuple(kind: type) -> bool:
    """Tell whether a class is that of a named tuple."""
    return issubclass(kind, tuple) and hasattr(kind, "_field_defaults")
