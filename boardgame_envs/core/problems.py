"""What can go wrong at a table, in words."""

from __future__ import annotations


class IllegalActionError(ValueError):
    """Raised when a player tries an action the rules do not allow now."""


class NotationError(ValueError):
    """Raised when something written in a game's notation makes no sense."""
