"""Pictures of a table: frames of ``rgb_array``, SVG, and the display list alone."""

from __future__ import annotations

from collections.abc import Callable

from boardgame_envs.adapters.pettingzoo_aec import TableEnv
from boardgame_envs.adapters.rendering import Frame, Mode
from boardgame_envs.command_line.bench.aec import one_game
from boardgame_envs.command_line.bench.rows import NotMeasured, Ratio, Row, Setting, per_second
from boardgame_envs.core.sight import draw_table

NAME = "pictures"
ABOUT = "pictures of one table, a new one after each decision of a random game"
ROUNDS = 3
RATIOS: tuple[Ratio, ...] = ()
FRAMES = "frames/s"


def rows(setting: Setting) -> list[Row]:
    """Return a row for each way to look at a table; steps are not counted."""
    return [
        row("rgb_array, as the first player sees it", setting, "rgb_array", "player_0"),
        row("rgb_array, as whoever is to act sees it", setting, "rgb_array", "selected"),
        row("rgb_array, all hands open", setting, "rgb_array", "table"),
        row("svg, as the first player sees it", setting, "svg", "player_0"),
        display_lists(setting),
    ]


def row(name: str, setting: Setting, mode: Mode, seat: str) -> Row:
    """Return a row of frames that ``render()`` returns."""

    def measure() -> float:
        try:
            envs = tables_of_a_game(setting, mode, seat)
        except ImportError as error:
            raise NotMeasured(str(error)) from None
        return per_second(lambda: shown(envs, TableEnv.render), setting.seconds)

    return Row(f"pictures: {name}", FRAMES, measure)


def display_lists(setting: Setting) -> Row:
    """Return the row of pictures that nobody prints."""

    def measure() -> float:
        envs = tables_of_a_game(setting, "svg", "player_0")
        return per_second(
            lambda: shown(envs, lambda env: draw_table(env.table, 0)), setting.seconds
        )

    return Row("pictures: the display list alone", "lists/s", measure)


def tables_of_a_game(setting: Setting, mode: Mode, seat: str) -> list[TableEnv]:
    """Return a random game as environments, one after each decision."""
    env = TableEnv(setting.game, render_mode=mode, render_seat=seat, **setting.options)
    seed, actions = one_game(setting)
    env.reset(seed)
    envs = []
    for action in actions:
        env.step(action)
        envs.append(env.clone())
    return envs


def shown(envs: list[TableEnv], show: Callable[[TableEnv], Frame | object | None]) -> int:
    """Show every table; return how many there were."""
    for env in envs:
        show(env)
    return len(envs)
