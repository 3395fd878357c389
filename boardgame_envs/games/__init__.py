"""The games. A folder here that has a ``GAME`` is a game; nothing else lists them.

Other packages may offer games as well: ``core/catalogue.py`` knows how all are found.
"""

from boardgame_envs.core.catalogue import (
    BrokenGameError,
    UnknownGameError,
    game_names,
    load_game,
)

__all__ = ["BrokenGameError", "UnknownGameError", "game_names", "load_game"]
