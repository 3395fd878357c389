"""How a table is shown: in words, as pixels or as SVG, as a seat sees it or as spectators do."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import gymnasium
import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.position import Position
from boardgame_envs.core.problems import KeywordError, shortened
from boardgame_envs.core.sight import draw_table
from boardgame_envs.pictures.pillow import to_array
from boardgame_envs.pictures.svg import to_svg

Mode: TypeAlias = Literal["ansi", "human", "rgb_array", "svg"]
RenderMode: TypeAlias = Mode | None
RENDER_MODES: tuple[Mode, ...] = get_args(Mode)
# games go by turns, not by frames: a video shows each for this part of a second
RENDER_FPS = 1
Frame: TypeAlias = str | NDArray[np.uint8]
SELECTED, TABLE = "selected", "table"


def check_render_mode(render_mode: Any) -> RenderMode:
    """Return a way to show the table, or raise OptionError."""
    if render_mode is not None and (
        not isinstance(render_mode, str) or render_mode not in RENDER_MODES
    ):
        known = " or ".join([", ".join(map(repr, RENDER_MODES[:-1])), repr(RENDER_MODES[-1])])
        raise KeywordError(f"render_mode must be None, {known}, not {shortened(render_mode)}")
    # whether Pillow is there is asked when it is needed: some libraries ask for rgb_array on trial
    mode: RenderMode = render_mode
    return mode


def check_render_seat(render_seat: Any, num_players: int) -> str:
    """Return whose eyes the table is seen with, or raise OptionError."""
    players = [f"player_{seat}" for seat in range(num_players)]
    allowed = [SELECTED, *players, TABLE]
    if not isinstance(render_seat, str) or render_seat not in allowed:
        known = " or ".join([", ".join(map(repr, allowed[:-1])), repr(TABLE)])
        raise KeywordError(f"render_seat must be {known}, not {shortened(render_seat)}")
    return render_seat


def observer_of(render_seat: str, selected: int) -> int | None:
    """Return the seat that looks at the table, None for spectators who see every hand."""
    if render_seat == TABLE:
        return None
    return selected if render_seat == SELECTED else int(render_seat.removeprefix("player_"))


def render_table(table: Position, render_mode: str | None, observer: int | None) -> Frame | None:
    """Return how the table looks, print it, or warn that there is no render mode."""
    if render_mode is None:
        gymnasium.logger.warn("render() needs an environment made with a render_mode")
        return None
    if render_mode == "human":
        print(text_of(table, observer))
        return None
    return frame_of(table, render_mode, observer)


def frame_of(table: Position, render_mode: str, observer: int | None) -> Frame:
    """Return how the table looks to a seat, or to spectators (None)."""
    if render_mode == "rgb_array":
        return to_array(draw_table(table, observer))
    if render_mode == "svg":
        return to_svg(draw_table(table, observer))
    return text_of(table, observer)


def text_of(table: Position, observer: int | None) -> str:
    """Return the table in words, as a seat sees it or all of it."""
    if observer is not None:
        return table.text(observer)
    table.check_begun()
    return table.game.observation.describe_table(table.states[0])
