"""Files that are there whole or as they were before, whatever happens while they are written."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from boardgame_envs.learning.run.interruption import CannotGoOnError


class UnwritableError(CannotGoOnError):
    """Raised when something in the folder of a run cannot be written."""

    @classmethod
    def about(cls, path: Path, error: OSError) -> UnwritableError:
        """Return the error that names a path and says why it cannot be written."""
        return cls(f"{path} cannot be written ({error.strerror or error})")


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, or raise UnwritableError and leave it as it was."""
    # a name that is not looked for: whoever is killed here leaves no half of anything behind
    partial = path.with_name(f".{path.name}.partial")
    try:
        with open(partial, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise UnwritableError.about(path, error) from None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make sure that a renamed file survives a power failure."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
