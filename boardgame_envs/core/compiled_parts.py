"""Compiled code of rules: loops, which Python calls, and parts, which loops call.

Numba knows loops alone: it makes machine code of every function, with wrappers for Python and C,
and optimises all that a function calls once more with each that calls it. Most of what is compiled
is called by compiled code only, and about half of the time went into that. So a part is optimised
once, and kept without machine code; each loop gets machine code for all of its parts.

This stands on what Numba has inside; ``tests/core/test_compiler.py`` says whether that still holds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, compile_result

from boardgame_envs.core.compiled_cache import Packing

# LLVM inlines what is small; in bytes of a part's bitcode, far more than it has ever inlined
MAY_BE_INLINED = 20_000


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
            # old releases have nothing to load again
            getattr(self, "_reload_init", set()).update(getattr(callee, "_reload_init", ()))
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
