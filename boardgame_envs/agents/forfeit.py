"""Giving a game up."""

from __future__ import annotations


class Forfeit(Exception):  # noqa: N818, it is a result of a game and no error
    """Raised by an agent that gives its game up; the message says why."""
