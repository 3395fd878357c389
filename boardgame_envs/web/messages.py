"""What a page may say: JSON objects of a few kinds, not too long and not too many."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from boardgame_envs.core.problems import shortened

# characters of a message, and of a text in it
LONGEST, LONGEST_TEXT = 8192, 400
MOST_ITEMS = 64
# messages that may come at once, and how many more each second
AT_ONCE, EACH_SECOND = 60, 20
# whole numbers that no message needs to go beyond
LARGEST = 2**53


class BadMessageError(ValueError):
    """Raised for a message that is none of those a page sends."""


def text(value: Any) -> bool:
    """Tell whether a value is a text that is not too long."""
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def number(value: Any) -> bool:
    """Tell whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST


def number_or_none(value: Any) -> bool:
    """Tell whether a value is a whole number or nothing."""
    return value is None or number(value)


def switch(value: Any) -> bool:
    """Tell whether a value is true or false."""
    return isinstance(value, bool)


def texts(value: Any) -> bool:
    """Tell whether a value is a list of texts."""
    return isinstance(value, list) and len(value) <= MOST_ITEMS and all(map(text, value))


def texts_by_name(value: Any) -> bool:
    """Tell whether a value is an object with texts."""
    return (
        isinstance(value, dict)
        and len(value) <= MOST_ITEMS
        and all(text(name) and text(said) for name, said in value.items())
    )


Check = Callable[[Any], bool]
# what each kind of message must have, and no more
SHAPES: dict[str, dict[str, Check]] = {
    "hello": {"key": text},
    # in the lobby
    "settings": {"game": text, "options": texts_by_name, "players": number_or_none},
    "open": {
        "game": text,
        "options": texts_by_name,
        "players": number,
        "seats": texts,
        "seed": number_or_none,
    },
    "forget": {"table": text},
    # at a table
    "act": {"turn": number, "action": number},
    "say": {"turn": number, "words": text},
    "why": {"pieces": texts},
    "hint": {"turn": number},
    "undo": {"turn": number},
    "belief": {},
    "rules": {},
    "review": {},
    "look": {"event": number},
    "again": {},
}


class Message(NamedTuple):
    """A message that has the shape of its kind."""

    kind: str
    values: dict[str, Any]


def read_message(data: Any) -> Message:
    """Return what a page has said, or raise BadMessageError."""
    if not isinstance(data, str):
        raise BadMessageError("a message must be text")
    if len(data) > LONGEST:
        raise BadMessageError(f"a message has at most {LONGEST} characters, not {len(data)}")
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        raise BadMessageError("a message must be JSON") from None
    if not isinstance(said, dict) or not text(said.get("type")):
        raise BadMessageError("a message must be an object with a type")
    kind = said.pop("type")
    if kind not in SHAPES:
        raise BadMessageError(f"there is no message {shortened(kind)}")
    check_shape(kind, said)
    return Message(kind, said)


def check_shape(kind: str, said: dict[str, Any]) -> None:
    """Refuse a message that lacks something, or has more or other values than it may."""
    shape = SHAPES[kind]
    if said.keys() != shape.keys():
        wanted = ", ".join(shape) or "nothing"
        raise BadMessageError(f"the message {kind!r} has {wanted} beside its type")
    for name, check in shape.items():
        if not check(said[name]):
            raise BadMessageError(f"{name} in the message {kind!r} is not as it must be")


class Pace:
    """Counts messages, so that a page that sends too many is noticed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.left, self.last = float(AT_ONCE), clock()

    def allows_one_more(self) -> bool:
        """Count a message, and tell whether it may be answered."""
        now = self.clock()
        self.left = min(self.left + (now - self.last) * EACH_SECOND, float(AT_ONCE))
        self.last = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
