"""The names of agents that search: ``KIND:AGENT?setting=value,setting=value``.

``search`` is one, ``search?worlds=64`` another, and ``search:heuristic:first?ms=20,threads=2``
searches with playouts by the first edition of the heuristic, for 20 ms, with two threads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from boardgame_envs.core.numbers import MOST_TABLES
from boardgame_envs.core.options import suggest
from boardgame_envs.core.problems import OptionError, shortened
from boardgame_envs.search.budget import MOST_MS

OVER, SETTINGS, NEXT, VALUE = ":", "?", ",", "="
MOST_THREADS = 1024
# who plays on in a search over a network
NETWORK, HEURISTIC = "network", "heuristic"


@dataclass(frozen=True)
class SearchName:
    """The name of an agent that searches, taken apart."""

    kind: str
    over: str | None = None  # the agent that the search is built on
    settings: dict[str, str] = field(default_factory=dict)


def is_search_name(name: str, kinds: Mapping[str, Any]) -> bool:
    """Tell whether a name begins as those of agents that search do."""
    return any(name == kind or name.startswith((kind + OVER, kind + SETTINGS)) for kind in kinds)


def read_search_name(name: str) -> SearchName:
    """Return the parts of a name, or raise OptionError."""
    before, mark, text = name.rpartition(SETTINGS)
    whole = before if mark else name
    kind, colon, over = whole.partition(OVER)
    if colon and not over:
        raise OptionError(f"{name!r} does not say over which agent {kind} searches")
    settings: dict[str, str] = {}
    for entry in text.split(NEXT) if mark else []:
        key, equals, value = entry.partition(VALUE)
        if not equals or not key or not value:
            raise OptionError(
                f"{name!r} has {shortened(entry)} where a setting is written as name=value"
            )
        if key in settings:
            raise OptionError(f"{name!r} has the setting {key!r} twice")
        settings[key] = value
    return SearchName(kind, over or None, settings)


# --- settings ---

Reader = Callable[[str, str], Any]


def read_settings(name: SearchName, readers: Mapping[str, Reader]) -> dict[str, Any]:
    """Return the settings in a name as values, or raise OptionError."""
    values = {}
    for key, text in name.settings.items():
        if key not in readers:
            raise OptionError(f"{name.kind} has no setting {key!r}{suggest(key, readers)}")
        values[key] = readers[key](key, text)
    return values


def whole_from(lowest: int, highest: int) -> Reader:
    """Return a reader of whole numbers in a range."""

    def read(key: str, text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else -1
        if not lowest <= number <= highest:
            raise OptionError(
                f"{key} must be a whole number from {lowest} to {highest}, not {shortened(text)}"
            )
        return number

    return read


def number_from(lowest: float, highest: float) -> Reader:
    """Return a reader of numbers in a range."""

    def read(key: str, text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not lowest <= number <= highest:
            raise OptionError(
                f"{key} must be a number from {lowest:g} to {highest:g}, not {shortened(text)}"
            )
        return number

    return read


def one_of(*words: str) -> Reader:
    """Return a reader of one of several words."""

    def read(key: str, text: str) -> str:
        if text not in words:
            raise OptionError(f"{key} must be {' or '.join(words)}, not {shortened(text)}")
        return text

    return read


WORLDS, THREADS = whole_from(1, MOST_TABLES), whole_from(1, MOST_THREADS)
MS = number_from(0.001, MOST_MS)
