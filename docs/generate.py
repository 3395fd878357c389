"""Write what is made from the code: the pages of games, the public API, stubs for editors.

With ``--check``, only say whether they are true.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

from boardgame_envs.adapters.stubs import stub
from boardgame_envs.core.handbook import handbook
from boardgame_envs.games import game_names, load_game
from boardgame_envs.public import PUBLIC, PublicModule

DOCS = Path(__file__).parent
PACKAGE = DOCS.parent / "boardgame_envs"
NEWLINE, BAR = "\n", "\\|"
HEADING = "<!-- Generated from the code by `make docs`. Edit the {}, not this page. -->\n\n"


def pages() -> dict[Path, str]:
    """Return the text of every generated file, of the games in this package."""
    games = [load_game(name) for name in game_names(outside=False)]
    return {
        **{DOCS / "games" / f"{g.name}.md": HEADING.format("game") + handbook(g) for g in games},
        **{PACKAGE / f"{g.name}_v{g.version}.pyi": stub(g) for g in games},
        DOCS / "api.md": HEADING.format("code") + "\n".join(public_api()),
    }


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
