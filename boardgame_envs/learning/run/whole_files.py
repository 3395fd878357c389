"""Files that are there whole or as they were before, whatever happens while they are written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from boardgame_envs.learning.run.interruption import CannotGoOnError


class UnwritableError(CannotGoOnError):
    """Raised when something in the folder of a run cannot be written."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say in one sentence that a file or folder cannot be written, and why."""
    try:
        yield
    except OSError as error:
        raise UnwritableError(f"{path} cannot be written ({error.strerror or error})") from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, or raise UnwritableError and leave it as it was."""
    # a name that is not looked for: whoever is killed here leaves no half of anything behind
    partial = path.with_name(f".{path.name}.partial")
    try:
        with writing(path):
            with open(partial, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(path)
            sync_folder(path.parent)
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


class AppendedFile:
    """A file that grows by whole pieces."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with writing(path):
            self._file: Any = open(path, "ab", buffering=0)  # noqa: SIM115
            self.position: int = self._file.seek(0, 2)  # how far it has been written

    def append(self, piece: bytes) -> None:
        """Write a piece at the end, or raise UnwritableError and leave the file as it was."""
        end = self.position + len(piece)
        with writing(self.path):
            try:
                while piece:
                    piece = piece[self._file.write(piece) :]
            except OSError:
                with suppress(OSError):
                    self._file.truncate(self.position)
                raise
        self.position = end

    def cut(self, position: int) -> None:
        """Forget what was written after a position."""
        with writing(self.path):
            self.position = min(position, self._file.seek(0, 2))
            self._file.truncate(self.position)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def sync_folder(folder: Path) -> None:
    """Make sure that a renamed file survives a power failure."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
