"""What can go wrong at a table, in words."""

from __future__ import annotations

from typing import Any


class IllegalActionError(ValueError):
    """Raised when a player tries an action the rules do not allow now."""


class NotationError(ValueError):
    """Raised when something written in a game's notation makes no sense."""


class OptionError(ValueError):
    """Raised when an option is unknown, or its value is not allowed."""


class KeywordError(OptionError, TypeError):
    """Raised for a keyword argument that an environment does not have, or not with this value.

    Libraries that try out arguments wait for a TypeError before they do without.
    """


class NotBegunError(ValueError, AttributeError):
    """Raised by what needs a game, before one has begun.

    To Python it is an attribute, too, that is not there yet.
    """


def shortened(value: Any, longest: int = 60) -> str:
    """Return a value as text that fits a message."""
    try:
        text = repr(value)
    except Exception:
        # numbers with thousands of digits, lists in lists in lists
        text = f"a {type(value).__name__} that cannot be written down"
    return text if len(text) <= longest else text[: longest - 3] + "..."
