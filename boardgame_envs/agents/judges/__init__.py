"""What the end of a round is worth, so that a search need not play the whole game out.

A module of a game has ``judge(states)``: how much each seat expects of the game, by what has been
scored, an array of [table, seat]. It is shown finished rounds and finished games, and looks at
nothing that is hidden. A game from another package has it in its own ``judge.py``.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.game import Game

Judge: TypeAlias = Callable[[NDArray[Any]], NDArray[np.float64]]


def find_judge(game: Game) -> Judge | None:
    """Return how a game judges the end of a round; None if it has to be played to its end."""
    for module in (f"{__name__}.{game.name}", f"{game.package}.judge"):
        if importlib.util.find_spec(module):
            judge: Judge = importlib.import_module(module).judge
            return judge
    return None
