"""Tables in files: each with its keys, so that a server that is started again goes on with them.

A file holds the seed of its game and the keys of all seats. It stays on this machine, in a folder
that nobody else may look into.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from boardgame_envs.web.doors import new_key

FORMAT = 1
SUFFIX = ".json"
LOBBY = "lobby"
# tables that are kept; the oldest are forgotten first
MOST_KEPT = 500
# bytes of a file; the longest games come to a hundredth of it
LARGEST = 20_000_000


@dataclass
class SavedTable:
    """All of a table that is kept in a file."""

    id: str
    title: str
    # of each seat: who sits there, and the key of a person
    names: list[str]
    keys: list[str | None]
    watch: str
    session: str
    is_over: bool = False
    made: str = field(default_factory=lambda: datetime.now().isoformat(" ", "minutes"))


def usual_folder() -> Path:
    """Return where tables are kept if nobody says so."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "boardgame_envs" / "tables"


class Drawer:
    """A folder of tables."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # the files hold keys and hidden cards
            folder.chmod(0o700)
        except OSError as problem:
            raise ValueError(f"tables cannot be kept in {folder}: {problem.strerror}") from None

    def lobby_key(self) -> str:
        """Return the key of the lobby: the same one after a restart."""
        path = self.folder / f"{LOBBY}{SUFFIX}"
        kept = read_object(path)
        if kept is not None and isinstance(kept.get("key"), str):
            return str(kept["key"])
        key = new_key()
        write_whole(path, json.dumps({"format": FORMAT, "key": key}))
        return key

    def save(self, table: SavedTable) -> None:
        """Keep a table."""
        write_whole(self._path(table.id), json.dumps({"format": FORMAT, **asdict(table)}))

    def forget(self, id: str) -> None:
        """Throw a table away."""
        self._path(id).unlink(missing_ok=True)

    def tables(self) -> Iterator[SavedTable]:
        """Go through the tables that are kept, the newest first; what cannot be read is left."""
        paths = [path for path in self.folder.glob(f"*{SUFFIX}") if path.stem != LOBBY]
        paths.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in paths[:MOST_KEPT]:
            table = table_from(read_object(path))
            if table is not None and table.id == path.stem:
                yield table
        for path in paths[MOST_KEPT:]:
            path.unlink(missing_ok=True)

    def _path(self, id: str) -> Path:
        return self.folder / f"{id}{SUFFIX}"


def table_from(kept: dict[str, Any] | None) -> SavedTable | None:
    """Return the table that a file holds, or None if it holds none."""
    if kept is None or kept.pop("format", None) != FORMAT:
        return None
    try:
        table = SavedTable(**kept)
    except TypeError:
        return None
    is_sound = (
        all(isinstance(text, str) for text in (table.id, table.title, table.watch, table.session))
        and isinstance(table.keys, list)
        and isinstance(table.names, list)
        and len(table.keys) == len(table.names)
        and all(key is None or isinstance(key, str) for key in table.keys)
        and all(isinstance(name, str) for name in table.names)
    )
    return table if is_sound else None


def read_object(path: Path) -> dict[str, Any] | None:
    """Return the JSON object in a file, or None if there is none."""
    try:
        if path.stat().st_size > LARGEST:
            return None
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return kept if isinstance(kept, dict) else None


def write_whole(path: Path, text: str) -> None:
    """Write a file that nobody else may read, all of it or nothing."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    partial.replace(path)
