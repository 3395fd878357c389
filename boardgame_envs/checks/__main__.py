"""``python -m boardgame_envs.checks LIBRARY GAME FOLDER``: try out one library.

The last line printed is a JSON object: a few words for each trial, and ``error`` if one failed.
"""

from __future__ import annotations

import importlib
import json
import sys
import traceback
from pathlib import Path

from boardgame_envs.checks import TRIALS
from boardgame_envs.games import load_game


def main(library: str, game: str, folder: str) -> int:
    """Make every trial up to the first that fails; return the exit status."""
    found: dict[str, str] = {}
    try:
        module = importlib.import_module(f"boardgame_envs.checks.{library}")
        for trial in TRIALS:
            if hasattr(module, trial):
                found[trial] = getattr(module, trial)(load_game(game), Path(folder))
    except Exception as error:
        # whatever a library raises is what there is to tell
        traceback.print_exc()
        words = " ".join(str(error).split())[:300]
        found["error"] = f"{type(error).__name__}: {words}"
    print("\n" + json.dumps(found), flush=True)
    return 1 if "error" in found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
