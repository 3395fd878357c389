"""Numba: what makes compiled code of rules. Nothing but this and its cache imports numba.

It is imported when compiled code is wanted, and not before: that takes a moment. Rules are plain
functions, and Numba asks any value of a global name for its type: there a rule shows its compiled
form.

A function has two compiled forms. What Python calls is a **loop**, with machine code. What loops
call is a **part**: optimised, but without machine code, which each loop gets for all of its parts.
Numba itself knows loops alone: it makes machine code of every function, and optimises all that a
function calls once more with each that calls it. That took more than half of the time.
"""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import config as numba_config
from numba.core import event
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, compile_result

from boardgame_envs.core import compiled
from boardgame_envs.core.compiled_cache import Packing, RuleCache
from boardgame_envs.core.fingerprint import Function, name_of, reach, unwrapped

config: Any = numba_config  # its settings are made at run time, so no type checker sees them
# what is called from inlined rules is inlined only if it says so itself
OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "forceinline": False,
    "no_cfunc_wrapper": True,  # nobody calls a rule from C
}
# LLVM inlines what is small; in bytes of a part's bitcode, far more than it has ever inlined
MAY_BE_INLINED = 20_000

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


# --- code of parts and loops ---


class RuleLibrary(JITCodeLibrary):
    """Code that is optimised once, with such callees as LLVM may inline.

    The others are put beside it afterwards, as they are. Of a loop it becomes machine code.
    """

    def finalize(self) -> None:
        """Optimise the code, and complete it."""
        self._raise_if_finalized()
        self._codegen._check_llvm_bugs()
        callees = list(dict.fromkeys(self._linking_libraries))
        for callee in callees:
            self._reload_init.update(callee._reload_init)
        link(self._final_module, filter(None, map(to_inline, callees)))
        self._optimize_final_module()
        self.keep_own()
        link(self._final_module, map(with_all_callees, callees))
        self._final_module.verify()
        self._finalize_final_module()

    def keep_own(self) -> None:
        """Keep the code as it is without the callees that are not inlined, if that is of use."""


class PartLibrary(RuleLibrary):
    """Code that loops and other parts link; no machine code is made of it."""

    own: Any
    size: int
    must_be_inlined = False

    def keep_own(self) -> None:
        """Keep what callers may inline; several of them may define it, as in C++."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        self.own = self._final_module.clone()
        self.size = len(self.own.as_bitcode())

    def _finalize_final_module(self) -> None:
        """Check the code as Numba does, and stop before the machine code."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """Return the code with all that it calls."""
        self._ensure_finalized()
        return self._final_module

    def pack(self) -> tuple[Any, ...]:
        """Return all that the code is made of."""
        self._ensure_finalized()
        modules = (self.own.as_bitcode(), self._final_module.as_bitcode())
        return self.name, self.must_be_inlined, *modules

    @classmethod
    def unpack(
        cls, codegen: Any, name: str, must_be_inlined: bool, own: bytes, everything: bytes
    ) -> PartLibrary:
        """Return code that was packed."""
        library = cls(codegen, name)
        library.must_be_inlined, library.size = must_be_inlined, len(own)
        library.own = llvm.parse_bitcode(own)
        library._final_module = llvm.parse_bitcode(everything)
        library._finalize_final_module()
        return library


def link(module: Any, others: Iterable[Any]) -> None:
    """Add to a module what it uses of others."""
    for other in others:
        module.link_in(other, preserve=True)


def to_inline(library: Any) -> Any:
    """Return the code that callers of a library may inline; None if it is too large for that."""
    if not isinstance(library, PartLibrary):
        return with_all_callees(library)
    if library.must_be_inlined or library.size <= MAY_BE_INLINED:
        return library.own
    return None


def with_all_callees(library: Any) -> Any:
    """Return the code of a library, and of all that it calls."""
    return library._get_module_for_linking()


# --- how Numba is made to compile parts and loops ---


class LoopPipeline(CompilerBase):
    """Compiles a loop."""

    def define_pipelines(self) -> list[Any]:
        """Return what Numba does for any function, with our kind of library."""
        state = self.state
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(state)]

    def compile_extra(self, func: Any) -> Any:
        """Compile a function; what its parts know of Python is handed over with it."""
        code = super().compile_extra(func)
        for environment in code._find_referenced_environments():
            code.library.codegen.set_env(environment.env_name, environment)
        return code


class PartPipeline(CompilerBase):
    """Compiles a part."""

    def define_pipelines(self) -> list[Any]:
        """Return what Numba does for any function, up to the machine code."""
        state = self.state
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.must_be_inlined = bool(state.flags.forceinline)
        state.flags.no_compile = True
        return [DefaultPassBuilder.define_nopython_pipeline(state)]

    def compile_extra(self, func: Any) -> Any:
        """Compile a function, and make it known to those that call it."""
        code = super().compile_extra(func)._replace(entry_point=name_for_numba())
        code.target_context.insert_user_function(code.entry_point, code.fndesc, [code.library])
        return code


def name_for_numba() -> Any:
    """Return something by which Numba knows a part: it takes what Python would call.

    Nobody calls a part from Python; who does gets an error from an empty queue.
    """
    return deque[None]().popleft


class PartPacking(Packing):
    """How parts are taken apart and put together."""

    def reduce(self, code: Any) -> Any:
        """Return what a part consists of."""
        code.fndesc.typemap = code.fndesc.calltypes = None  # large, and of no use any more
        known = code._find_referenced_environments()
        packed = code.library.pack()
        return packed, code.fndesc, code.environment, code.signature, code.reload_init, known

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Return a part from what it consists of."""
        packed, description, environment, signature, reload_init, known = payload
        for prepare in reload_init or ():
            prepare()
        return compile_result(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=PartLibrary.unpack(target_context.codegen(), *packed),
            environment=environment,
            entry_point=name_for_numba(),
            fndesc=description,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=reload_init,
            referenced_envs=known,
        )


# --- what is going on ---


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
