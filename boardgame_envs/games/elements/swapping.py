"""Two hidden cards change places, by hand: how tests make tables that a player cannot tell apart.

This is no rule of the game, and knows nothing of the rules that deal anew [15].
"""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.games.elements.state import Ending


def swap_hidden(state: Record, seat: int, rng: np.random.Generator) -> None:
    """Let a card of the other hand and one of those aside change places, unless shown [2, 9]."""
    if int(state["seat"]) == NOBODY and is_shown(state, seat):
        return
    hand, aside = state["hands"][1 - seat], state["aside"]
    pairs = [
        (held, other)
        for held in np.flatnonzero(hand)
        for other in np.flatnonzero(aside)
        if held != other
    ]
    if pairs:
        held, other = pairs[rng.integers(len(pairs))]
        hand[held] -= 1
        hand[other] += 1
        aside[other] -= 1
        aside[held] += 1


def is_shown(state: Record, seat: int) -> bool:
    """Tell whether the last round has shown a player the other hand [9, R2]."""
    ending = int(state["last_ending"])
    # a mistaken reveal is lost by the revealer, whose hand alone is shown
    is_mistaken = ending == Ending.MISTAKEN_REVEAL and int(state["last_winner"]) == seat
    return ending == Ending.REVEAL or is_mistaken
