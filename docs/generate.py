"""Write the pages of docs/games from the code; with --check, only say whether they are true."""

from __future__ import annotations

import sys
from pathlib import Path

from boardgame_envs.core.handbook import handbook
from boardgame_envs.games import game_names, load_game

FOLDER = Path(__file__).parent / "games"
HEADING = "<!-- Generated from the code by `make docs`. Edit the game, not this page. -->\n\n"


def pages() -> dict[Path, str]:
    """Return the text of every generated page, of the games in this package."""
    names = game_names(outside=False)
    return {FOLDER / f"{name}.md": HEADING + handbook(load_game(name)) for name in names}


def main() -> int:
    """Write the pages, or check them."""
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
