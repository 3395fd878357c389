"""How a table is shown: as a text, or printed for humans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import gymnasium

from boardgame_envs.core.problems import KeywordError, shortened

RenderMode: TypeAlias = Literal["ansi", "human"] | None
RENDER_MODES = ("ansi", "human")


def check_render_mode(render_mode: Any) -> RenderMode:
    """Return a way to show the table, or raise OptionError."""
    is_a_mode = isinstance(render_mode, str) and render_mode in RENDER_MODES
    if render_mode is not None and not is_a_mode:
        raise KeywordError(
            f"render_mode must be None, 'ansi' or 'human', not {shortened(render_mode)}"
        )
    mode: RenderMode = render_mode
    return mode


def render_text(render_mode: str | None, text: Callable[[], str]) -> str | None:
    """Return the text, print it, or warn that there is no render mode."""
    if render_mode is None:
        gymnasium.logger.warn("render() needs an environment made with a render_mode")
        return None
    if render_mode == "ansi":
        return text()
    print(text())
    return None
