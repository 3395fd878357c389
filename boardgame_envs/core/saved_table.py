"""A table as bytes: how its game began and what was decided, with no state in it.

The bytes begin with a line that names the format, and one with a checksum of all that follows: a
JSON object. A game began with a seed, or at a position in writing; ``outcomes`` are what chance
decided as it was told to, and ``actions`` what the seats did. Whoever reads it plays the game
again, so that every state has been made by the rules. ``state`` is a digest of the last one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.notation import required
from boardgame_envs.core.numbers import whole_number
from boardgame_envs.core.problems import shortened

# the number is that of the format
FIRST_LINE = b"boardgame_envs table 2\n"
ANY_FORMAT = b"boardgame_envs table "

KEYS: dict[str, type] = {
    "game": str,
    "version": int,
    "players": int,
    "options": dict,
    "seed": int,
    "position": list,
    "outcomes": list,
    "actions": list,
    "state": str,
}
# a game has begun with one of these, or not at all
MAY_BE_NONE = ("seed", "position")


def digest(data: bytes) -> str:
    """Return a fingerprint of bytes, as text."""
    return hashlib.sha256(data).hexdigest()


def pack(saved: Mapping[str, Any]) -> bytes:
    """Return the bytes of a saved table."""
    content = json.dumps(saved).encode()
    return FIRST_LINE + digest(content).encode() + b"\n" + content


def unpack(data: bytes) -> dict[str, Any]:
    """Return what the bytes of a saved table say, or raise ValueError."""
    if not isinstance(data, bytes) or not data.startswith(ANY_FORMAT):
        raise ValueError("this is not a saved table")
    if not data.startswith(FIRST_LINE):
        raise ValueError("this saved table has the format of another version of boardgame_envs")
    checksum, _, content = data[len(FIRST_LINE) :].partition(b"\n")
    if checksum != digest(content).encode():
        raise ValueError("this saved table is damaged: its checksum is another one")
    try:
        saved = json.loads(content)
    except (ValueError, RecursionError):
        raise ValueError("this saved table is damaged: it is not JSON") from None
    check_keys(saved)
    return dict(saved)


def check_keys(saved: Any) -> None:
    """Refuse what lacks something, or has it of another kind."""
    if not isinstance(saved, dict):
        raise ValueError(f"a saved table must be a JSON object, not {shortened(saved)}")
    for key, kind in KEYS.items():
        if key not in MAY_BE_NONE or saved.get(key, key) is not None:
            required(saved, key, kind, "this saved table")
    for action in saved["actions"]:
        if whole_number(action) is None:
            raise ValueError(f"an action of a saved table is a number, not {shortened(action)}")
    for entry in saved["position"] or ():
        if not isinstance(entry, str):
            raise ValueError(f"an entry of a position is a text, not {shortened(entry)}")
