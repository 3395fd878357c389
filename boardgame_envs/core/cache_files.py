"""The files that compiled code is kept in: whole or not there, and never in the way.

``boardgame_envs`` keeps them in ``~/.cache/boardgame_envs``; ``BOARDGAME_ENVS_CACHE`` names
another folder. What is compiled there is named by what it does (fingerprint.py), so a folder can
be copied, shipped in a container, and shared.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any

MAGIC = b"boardgame_envs compiled rule 1"
# the number of the way in which code is compiled and kept; files of another one are not looked at
FORM = 2
# An edit of a rule leaves files behind that may never be asked for again, or may be as soon as
# the edit is undone. So whenever a function is saved, all of its files go but those that were
# used last, and so do those that were not used for long. Files are marked when they are loaded.
MOST_FILES = 40  # of a function: a few kinds of arguments in some versions
LONG_UNUSED = 30 * 24 * 60 * 60.0  # seconds
FRESHLY_MARKED = 60 * 60.0  # no need to mark a file again that was marked since

# settings of Numba under which the same source becomes other code
SETTINGS = (
    "BOUNDSCHECK",
    "DEBUGINFO_DEFAULT",
    "ENABLE_AVX",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
    "USING_SVML",
)

said: set[str] = set()


def say(message: str) -> None:
    """Write a line for the user, unless ``BOARDGAME_ENVS_QUIET`` is set."""
    if not os.environ.get("BOARDGAME_ENVS_QUIET"):
        print(f"boardgame_envs: {message}", file=sys.stderr, flush=True)


def say_once(subject: str, message: str) -> None:
    """Write a line for the user, but only one about a subject in a process."""
    if subject not in said:
        said.add(subject)
        say(message)


def cache_folder() -> Path:
    """Return where compiled rules are kept between runs; a RuntimeError without a home for it.

    ``BOARDGAME_ENVS_CACHE`` names another folder.
    """
    chosen = os.environ.get("BOARDGAME_ENVS_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "boardgame_envs"


def can_keep() -> bool:
    """Tell whether there is a place for compiled code."""
    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return False
    return os.access(folder, os.W_OK)


def digest(*what: Any) -> str:
    """Return a short name for something that ``repr`` describes."""
    return hashlib.sha256(repr(what).encode()).hexdigest()[:16]


def header(file: Path, payload: bytes) -> bytes:
    """Return the first line of a file: what it is, and how to tell that it is whole."""
    return b" ".join([MAGIC, file.name.encode(), hashlib.sha256(payload).hexdigest().encode()])


def read(file: Path) -> bytes | None:
    """Return what a file keeps, or None if there is no file; damage is an error."""
    try:
        content = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    first, _, payload = content.partition(b"\n")
    if first != header(file, payload):
        raise ValueError("its content is not what was written")
    if unused_for(file) > FRESHLY_MARKED:
        with suppress(OSError):
            os.utime(file)
    return payload


def write(file: Path, payload: bytes) -> None:
    """Write a file with a header that tells whether it is whole."""
    write_whole(file, header(file, payload) + b"\n" + payload)


def write_whole(file: Path, content: bytes) -> None:
    """Write a file so that others see all of it or nothing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{uuid.uuid4().hex}.draft")
    try:
        draft.write_bytes(content)
        draft.replace(file)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def set_aside(file: Path, error: Exception) -> None:
    """Move a damaged file out of the way, and say so."""
    aside = file.with_name(f"{file.name}.damaged")
    try:
        file.replace(aside)
    except OSError:
        aside = file
    say_once("read", f"{file} is damaged ({reason(error)}); compiled anew, see {aside.name}")


def remove_unused(file: Path) -> None:
    """Remove old files of the function that a file belongs to."""
    own_files = file.parent.glob(f"{file.name.partition('-')[0]}-*")
    for number, other in enumerate(sorted(own_files, key=unused_for)):
        if number >= MOST_FILES or unused_for(other) > LONG_UNUSED:
            with suppress(OSError):
                other.unlink()


def unused_for(file: Path) -> float:
    """Return for how many seconds a file has not been used."""
    try:
        return time.time() - file.stat().st_mtime
    except OSError:
        return 0.0


def reason(error: Exception) -> str:
    """Return what an error says, in short."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
