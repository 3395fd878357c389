"""Arguments of environments that are one of several words."""

from __future__ import annotations

from typing import Any, get_args

from boardgame_envs.core.options import OptionError


def check_choice(name: str, value: Any, allowed: Any) -> Any:
    """Return one of a Literal's words, or raise OptionError."""
    if value not in get_args(allowed):
        words = ", ".join(map(repr, get_args(allowed)))
        raise OptionError(f"{name} must be one of {words}, not {value!r}")
    return value
