"""Arguments of environments, checked."""

from __future__ import annotations

from typing import Any, get_args

from boardgame_envs.core.numbers import MOST_TURNS, check_count
from boardgame_envs.core.problems import OptionError, shortened


def check_choice(name: str, value: Any, allowed: Any) -> Any:
    """Return one of a Literal's words, or raise OptionError."""
    if not isinstance(value, str) or value not in get_args(allowed):
        words = ", ".join(map(repr, get_args(allowed)))
        raise OptionError(f"{name} must be one of {words}, not {shortened(value)}")
    return value


def check_max_cycles(max_cycles: Any) -> int | None:
    """Return after how many cycles a game is cut short, None for never, or raise OptionError."""
    return None if max_cycles is None else check_count("max_cycles", max_cycles, 1, MOST_TURNS)
