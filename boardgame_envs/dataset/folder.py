"""The folder of a data set: a description, a card, and files for every few games.

A piece, the files of a number of games, is there whole or not at all: its list of games is
written last. The same command in the same folder goes on where it was interrupted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DESCRIPTION, CARD = "dataset.json", "README.md"
NUMBERS, TEXT, GAMES = "numbers", "text", "games"
NPZ, PARQUET, JSON_LINES = ".npz", ".parquet", ".jsonl"
# what may grow from one command to the next
GROWING = ("games",)


class DatasetError(ValueError):
    """Raised for a folder that holds no data set, another one, or only a part of one."""


class Folder:
    """The files of a data set."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def piece(self, kind: str, number: int, suffix: str) -> Path:
        """Return where a part of a piece is."""
        return self.path / f"{kind}-{number:05d}{suffix}"

    def pieces(self) -> Iterator[int]:
        """Go through the numbers of the pieces that are there."""
        files = sorted(self.path.glob(f"{GAMES}-*{JSON_LINES}"))
        for number, file in enumerate(files):
            if file != self.piece(GAMES, number, JSON_LINES):
                raise DatasetError(f"{self.path}: piece {number} of the data set is missing")
            yield number

    def has_piece(self, number: int, games: int) -> bool:
        """Tell whether a piece is there, with as many games as it should have."""
        file = self.piece(GAMES, number, JSON_LINES)
        return file.exists() and len(file.read_text(encoding="utf-8").splitlines()) == games

    def drop_after(self, number: int) -> None:
        """Remove the pieces from a number on: there are fewer games now."""
        for kind in (GAMES, NUMBERS, TEXT):
            for file in self.path.glob(f"{kind}-*"):
                if file.name >= f"{kind}-{number:05d}":
                    file.unlink()

    def description(self) -> dict[str, Any]:
        """Return what the data set is, or raise DatasetError."""
        try:
            read: dict[str, Any] = json.loads((self.path / DESCRIPTION).read_text("utf-8"))
        except FileNotFoundError:
            raise DatasetError(f"{self.path} holds no data set: it has no {DESCRIPTION}") from None
        except ValueError:
            raise DatasetError(f"{self.path / DESCRIPTION} is not JSON") from None
        return read

    def claim(self, description: dict[str, Any]) -> None:
        """Begin a data set here, or go on with it; raise DatasetError if it is another one."""
        self.path.mkdir(parents=True, exist_ok=True)
        if (self.path / DESCRIPTION).exists():
            there = self.description()
            other = [
                key
                for key in {*there, *description} - set(GROWING)
                if there.get(key) != description.get(key)
            ]
            if other:
                raise DatasetError(
                    f"{self.path} holds another data set, with other {', '.join(sorted(other))}: "
                    "choose another folder"
                )
        elif any(self.path.iterdir()):
            raise DatasetError(f"{self.path} is not empty, and holds no data set")
        self.write(DESCRIPTION, json.dumps(description, indent=2).encode() + b"\n")

    def write(self, name: str | Path, content: bytes) -> None:
        """Write a file whole, or leave it as it was."""
        file = self.path / name
        draft = file.with_name(f".{file.name}.{os.getpid()}")
        try:
            draft.write_bytes(content)
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
