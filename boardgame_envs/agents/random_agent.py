"""The agent that takes any legal action."""

from __future__ import annotations

import random

from boardgame_envs.core.information import InformationState


class RandomAgent:
    """Takes every legal action with the same chance."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def begin_game(self, seed: int) -> None:
        """Begin a new sequence of choices."""
        self._rng.seed(seed)

    def choose(self, information: InformationState) -> int:
        """Return any legal action."""
        return int(self._rng.choice(information.mask.nonzero()[0]))
