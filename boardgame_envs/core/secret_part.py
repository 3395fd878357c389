"""What is hidden from a seat, as numbers: for the critic of a learner, and for nobody else.

A game names it in its ``secrets.py``. Where it does not, the views of the other seats serve.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core import loops
from boardgame_envs.core.compiled_game import CompiledGame, LoopGroup, loops_of
from boardgame_envs.core.game import Game


class SecretLoops(LoopGroup):
    """What a critic sees at many tables."""

    about = "for critics"
    write_secrets_batch = staticmethod(loops.write_secrets_batch)

    @classmethod
    def prepare(cls, game: CompiledGame) -> CompiledGame:
        """Return the game with the function that writes secrets."""
        own = game.game.secrets
        if own is not None:
            return game.extended("secrets", {"write_secrets": own.write_secrets}, {}, {})
        rules = {"OBSERVATION_SIZE": game.game.layout.size}
        parts: dict[str, Callable[..., Any]] = {"write_secrets": loops.write_other_views}
        return game.extended("views", rules, parts, {})


def num_secrets(game: Game) -> int:
    """Return how many numbers the secrets of a seat are."""
    if game.secrets is not None:
        return game.secrets.LAYOUT.size
    return (game.max_players - 1) * game.layout.size


def read_secrets(game: Game, states: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return what is hidden from one seat at each table."""
    secrets = np.empty((len(states), num_secrets(game)), np.float32)
    loops_of(game, SecretLoops).write_secrets_batch(states, seats, secrets)
    return secrets
