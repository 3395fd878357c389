"""Data sets, read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from boardgame_envs.dataset.folder import GAMES, JSON_LINES, NPZ, NUMBERS, TEXT, Folder
from boardgame_envs.dataset.numbers import Columns


def read_numbers(path: str | Path) -> Columns:
    """Return all decisions of a data set as columns, in the order in which they were made."""
    pieces = list(each_piece(path))
    return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}


def each_piece(path: str | Path) -> Iterator[Columns]:
    """Go through the decisions of a data set, some games at a time."""
    folder = Folder(path)
    folder.description()
    for number in folder.pieces():
        with np.load(folder.piece(NUMBERS, number, NPZ), allow_pickle=False) as columns:
            yield dict(columns)


def read_text(path: str | Path) -> Iterator[dict[str, Any]]:
    """Go through all decisions of a data set in words."""
    yield from each_line(path, TEXT)


def read_games(path: str | Path) -> Iterator[dict[str, Any]]:
    """Go through the games of a data set: seed, who sat where, and how they ended."""
    yield from each_line(path, GAMES)


def each_line(path: str | Path, kind: str) -> Iterator[dict[str, Any]]:
    """Go through the lines of the files of one kind."""
    folder = Folder(path)
    folder.description()
    for number in folder.pieces():
        with open(folder.piece(kind, number, JSON_LINES), encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)
