"""What ``boardgame-envs show`` writes to files: replay pages, moving and still pictures."""

from __future__ import annotations

import argparse
import importlib.util
from pathlib import Path

from boardgame_envs.agents.by_name import make_agent
from boardgame_envs.agents.network_agent import NetworkAgent
from boardgame_envs.agents.shipped_agents import best_agent, shipped_agents
from boardgame_envs.core.sight import draw_table
from boardgame_envs.core.story import check_observer
from boardgame_envs.core.table import Table
from boardgame_envs.pictures.display import Scene
from boardgame_envs.pictures.palette import Theme
from boardgame_envs.pictures.pillow import check_pillow, to_array, write_gif, write_png
from boardgame_envs.pictures.svg import to_svg
from boardgame_envs.replays import replay_page, scene_at, scenes_of

NO_AGENT = "none"
KINDS = ("html", "gif", "png", "svg")
WIDTHS = {"small": 480, "medium": 960, "large": 1920}
GIF_WIDTH = 720


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that ask for files."""
    group = parser.add_argument_group("files", "one game (--game N, or the first) as")
    group.add_argument("--html", metavar="OUT", help="one page with a replay; needs no server")
    group.add_argument("--gif", metavar="OUT", help="a moving picture (needs Pillow)")
    group.add_argument("--png", metavar="OUT", help="a picture of one turn (needs Pillow)")
    group.add_argument("--svg", metavar="OUT", help="a drawing of one turn")
    group.add_argument(
        "--turn", type=int, metavar="N", help="the turn of --png and --svg: after N decisions"
    )
    group.add_argument("--dark", action="store_true", help="--gif, --png and --svg by night")
    group.add_argument(
        "--size", choices=WIDTHS, help="how large --png (medium) and --gif are: 480 to 1920 wide"
    )
    group.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help="a turn of --gif; default 1"
    )
    group.add_argument(
        "--agent",
        metavar="NAME",
        help="whose odds and values --html shows: an exported network; default the strongest "
        f"shipped one for the game, {NO_AGENT} for nobody's",
    )


def is_asked_for(parsed: argparse.Namespace) -> bool:
    """Tell whether any file is to be written."""
    return any(getattr(parsed, kind) for kind in KINDS)


def write_pictures(parsed: argparse.Namespace, table: Table, observer: int | None) -> None:
    """Write the files that are asked for, and say so."""
    check_observer(table, observer)
    if parsed.html:
        agent, name = adviser_for(table, parsed.agent)
        write_text(parsed.html, replay_page(table, agent, name, observer=observer))
    theme: Theme = "dark" if parsed.dark else "light"
    if parsed.gif:
        write_moving_picture(parsed, table, observer, theme)
    if parsed.png:
        check_pillow()
        width = WIDTHS[parsed.size or "medium"]
        write_png(parsed.png, to_array(chosen_scene(parsed, table, observer), theme, width))
    if parsed.svg:
        write_text(parsed.svg, to_svg(chosen_scene(parsed, table, observer), theme))
    for kind in KINDS:
        if getattr(parsed, kind):
            size = Path(getattr(parsed, kind)).stat().st_size
            print(f"{getattr(parsed, kind)}: {size / 1000:.0f} kB")


def write_text(path: str, text: str) -> None:
    """Write a text to a file."""
    Path(path).write_text(text, encoding="utf-8")


def write_moving_picture(
    parsed: argparse.Namespace, table: Table, observer: int | None, theme: Theme
) -> None:
    """Write all turns of a game to a moving picture."""
    check_pillow()
    if not 0.02 <= parsed.seconds <= 60:
        raise ValueError(f"--seconds must be from 0.02 to 60, not {parsed.seconds}")
    width = WIDTHS[parsed.size] if parsed.size else GIF_WIDTH
    frames = (to_array(scene, theme, width) for scene in scenes_of(table, observer))
    write_gif(parsed.gif, frames, parsed.seconds)


def chosen_scene(parsed: argparse.Namespace, table: Table, observer: int | None) -> Scene:
    """Return the turn that is asked for: by default the end, or a position as it stands."""
    if parsed.position is not None:
        return draw_table(table, observer)
    turn = table.num_decisions if parsed.turn is None else parsed.turn
    return scene_at(table, turn, observer)


def adviser_for(table: Table, name: str | None) -> tuple[NetworkAgent | None, str]:
    """Return the network whose odds are shown, and its name; nobody if there is none."""
    game = table.game
    if name == NO_AGENT:
        return None, ""
    if name is None:
        shipped = [agent.name for agent in shipped_agents(game)]
        best = best_agent(game, table.options, table.num_players).name
        chosen = best if best in shipped else next(iter(shipped), None)
        if chosen is None or not can_run():
            return None, ""
        name = chosen
    agent = make_agent(name, game)
    if not isinstance(agent, NetworkAgent):
        raise ValueError(f"{name} has no odds to show: --agent takes an exported network, or none")
    return agent, name


def can_run() -> bool:
    """Tell whether exported networks can be run here."""
    return importlib.util.find_spec("onnxruntime") is not None
