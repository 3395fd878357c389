"""Write what is made from the code: the pages of games, the public API, stubs for editors.

With ``--check``, only say whether they are true.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

from boardgame_envs import Game, Table
from boardgame_envs.adapters.stubs import stub
from boardgame_envs.benchmark import find_opponents, find_suite
from boardgame_envs.core.handbook import handbook
from boardgame_envs.core.sight import draw_sight, sight_of_information
from boardgame_envs.games import game_names, load_game
from boardgame_envs.pictures.svg import to_svg
from boardgame_envs.public import PUBLIC, PublicModule

DOCS = Path(__file__).parent
PACKAGE = DOCS.parent / "boardgame_envs"
# what the picture of each game shows
POSITIONS = {
    "elements": "elements | hands 1 5 6 6 / 3 4 6 | chain 2 5 6 | open 4 / 3 | points 4 / 2",
    "noah": (
        "noah 3 | hands parrot-m snail cat-m kangaroo-f panda-f lion-f "
        "/ parrot-m kangaroo-m kangaroo-f bear-m rhinoceros-f "
        "/ woodpecker-f parrot-f parrot-f cat-f cat-f elephant-f "
        "| boats kangaroo-m snail-m lion-m snail-m woodpecker-m / giraffe-m / / bear-f "
        "/ elephant-m | noah 3 | known P2 of P3: woodpecker-f elephant-f "
        "| departed cat-m panda-m mule-m rhinoceros-m | departures 1 | turns 7 | starter P3"
    ),
    "tranquility": (
        "tranquility 2 expansions=reefs,monsters | grid a1=1 c1=6 c3=32 e3=38 f3=39 b4=44 d4=48 "
        "e4=50 a5=55 a6=67 c6=72 f6=79 | owners a1=P2 c3=P2 f3=P2 b4=P2 d4=P2 c6=P2 f6=P2 "
        "| placed a1 | reef 3 | hands 40 46 54 75 finish / 4 5 56 66 "
        "| piles 12 41 2 42 60 71 65 49 18 17 29 25 80 15 53 47 45 43 start 74 51 70 33 finish "
        "finish 10 27 finish 26 64 13 / 35 77 3 61 34 63 52 23 24 start 14 16 73 monster 76 21 58 "
        "59 7 68 78 28 11 30 22 37 62 36 31 57 69 | discards 20 / 8 finish "
        "| gone 9 19 monster monster | turn P2 | phase reef "
        "| ways 6 21 31 16, 6 15 16 / 7 17.6 16.800000000000004 5.2"
    ),
}
NEWLINE, BAR = "\n", "\\|"
HEADING = "<!-- Generated from the code by `make docs`. Edit the {}, not this page. -->\n\n"


def pages() -> dict[Path, str]:
    """Return the text of every generated file, of the games in this package."""
    games = [load_game(name) for name in game_names(outside=False)]
    return {
        **{DOCS / "games" / f"{g.name}.md": HEADING.format("game") + game_page(g) for g in games},
        **{DOCS / "games" / f"{g.name}.svg": picture(g) for g in games},
        **{PACKAGE / f"{g.name}_v{g.version}.pyi": stub(g) for g in games},
        DOCS / "api.md": HEADING.format("code") + "\n".join(public_api()),
    }


def game_page(game: Game) -> str:
    """Return the page about a game, with a picture below its title, and its baselines."""
    title, _, rest = handbook(game).partition("\n")
    shown = f"![A table of {game.title}, as the player at the bottom sees it]({game.name}.svg)"
    return "\n".join([title, "", shown, rest, *baselines(game), ""])


def picture(game: Game) -> str:
    """Return a picture of a game as SVG: a position, as the player to act sees it."""
    table = Table.at(POSITIONS[game.name])
    return to_svg(draw_sight(game, sight_of_information(table.information())))


def baselines(game: Game) -> Iterator[str]:
    """Go through the lines about agents to measure others by."""
    suite = find_suite(game)
    yield "## Baselines"
    yield ""
    yield "| agent | fingerprint in the benchmark |"
    yield "| --- | --- |"
    for opponent in find_opponents(game):
        yield f"| `{opponent.name}` | `{opponent.fingerprint}` |"
    yield ""
    yield "Settings that the [benchmark](../benchmark.md) measures: "
    yield ", ".join(f"`{name}`" for name in suite.settings) + f"; {suite.deals:,} deals."
    yield f"`boardgame-envs benchmark {game.name} AGENT` measures an agent against all of them;"
    yield "random play is no yardstick, for almost anything beats it."


def public_api() -> Iterator[str]:
    """Go through the lines of the page on what is public."""
    yield "# Public API"
    yield ""
    yield "These names keep their meaning from release to release, as [Versions](versioning.md)"
    yield "promises; everything else may change at any time. They are declared in"
    yield "`boardgame_envs/public.py`, and all have types."
    for module in PUBLIC:
        yield from module_section(module)
    yield ""


def module_section(module: PublicModule) -> Iterator[str]:
    """Go through the lines about one module: its names, and the first line said of each."""
    needs = f" (extra: `{module.extra}`)" if module.extra else ""
    yield from ["", f"## `{module.name}`", "", f"{module.purpose}{needs}", ""]
    yield from ["| name | what it is |", "| --- | --- |"]
    for name, docstring in docstrings(module).items():
        yield f"| `{name}` | {docstring.strip().split(NEWLINE, 1)[0].replace('|', BAR)} |"


def docstrings(module: PublicModule) -> dict[str, str]:
    """Return what is said of each public name of a module."""
    if not (module.extra and module.names):
        return {name: docstring_of(value) for name, value in module.exported().items()}
    # its library is installed in some places only, and the page must be the same in all
    source = DOCS.parent.joinpath(*module.name.split(".")).with_suffix(".py")
    declared = {
        node.name: ast.get_docstring(node) or ""
        for node in ast.parse(source.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef | ast.FunctionDef)
    }
    return {name: declared[name] for name in module.names}


def docstring_of(value: object) -> str:
    """Return what is said of a class or function of ours; of other things, nothing."""
    is_ours = str(getattr(value, "__module__", "")).startswith("boardgame_envs")
    has_docstring = inspect.isclass(value) or inspect.isroutine(value)
    return (inspect.getdoc(value) or "") if is_ours and has_docstring else ""


def main() -> int:
    """Write the files, or check them."""
    stale = [path for path, text in pages().items() if not is_current(path, text)]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.relative_to(Path.cwd())} is out of date: run 'make docs'")
        return 1 if stale else 0
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(Path.cwd())}: {len(text.splitlines())} lines")
    return 0


def is_current(path: Path, text: str) -> bool:
    """Tell whether a page says what the code says."""
    return path.exists() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
