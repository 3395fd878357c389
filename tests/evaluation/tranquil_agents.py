"""Small agents for Tranquility, good enough to win now and then."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgame_envs.agents.agent import BatchAgent
from boardgame_envs.games.tranquility import GAME

NAMES = [action.name for action in GAME.actions]
NUM_PLAYS = sum(name.startswith("play") for name in NAMES)
PLAYS = slice(0, NUM_PLAYS)
COST = slice(GAME.layout.start("cost"), GAME.layout.start("cost") + NUM_PLAYS)
OFF_CENTRE = slice(GAME.layout.start("off_centre"), GAME.layout.start("off_centre") + NUM_PLAYS)


class Placer(BatchAgent):
    """Plays a card where it costs little and leaves room on both sides, or else discards."""

    def choose_many(self, observation: Any, mask: Any, rng: Any) -> Any:
        liking = np.zeros(mask.shape)
        liking[:, PLAYS] = 0.5 - observation[:, COST] - observation[:, OFF_CENTRE]
        liking[:, [NAMES.index("start"), NAMES.index("finish")]] = 2.0
        return np.where(mask, liking, -np.inf).argmax(axis=1)


class Discarder(BatchAgent):
    """Discards whatever it can, and never plays a card unless it must."""

    def choose_many(self, observation: Any, mask: Any, rng: Any) -> Any:
        liking = np.zeros(mask.shape)
        liking[:, PLAYS] = -1.0
        return np.where(mask, liking, -np.inf).argmax(axis=1)
