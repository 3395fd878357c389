"""Tests of libraries that may not be installed."""

from __future__ import annotations

import os

import pytest

from boardgame_envs.command_line.doctor import LIBRARIES, Library, installed_version

# the extras whose libraries must be there: a test of theirs that is skipped is a failure
REQUIRED = os.environ.get("BOARDGAME_ENVS_REQUIRED", "").split()


def library_of(extra: str) -> Library:
    """Return the library that an extra installs."""
    return next(library for library in LIBRARIES if library.extra == extra)


def need(extra: str, whole_module: bool = True) -> None:
    """Skip a module of tests (or one test) if what an extra installs is not there.

    Where it is required, it is an error instead.
    """
    library = library_of(extra)
    if installed_version(library) is not None:
        return
    sentence = f"{library.name} is not installed (the extra {extra!r})"
    if extra in REQUIRED:
        raise RuntimeError(f"{sentence}, and it is required here")
    pytest.skip(sentence, allow_module_level=whole_module)
