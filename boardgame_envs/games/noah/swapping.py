"""Two hidden cards change places, by hand: how tests make tables that a player cannot tell apart.

This is no rule of the game, and knows nothing of the rules that deal anew [22].
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgame_envs.core.compiled import Record


def swap_hidden(state: Record, seat: int, rng: np.random.Generator) -> None:
    """Let two cards change places that nobody but their owners has seen [22]."""
    piles = [(state["rest"], state["rest"])]
    piles += [
        (state["hands"][owner], unseen_cards(state, owner))
        for owner in range(int(state["num_players"]))
        if owner != seat
    ]
    one, other = rng.choice(len(piles), 2, replace=False)
    (pile, unseen), (pile_there, unseen_there) = piles[one], piles[other]
    pairs = [
        (here, there)
        for here in np.flatnonzero(unseen > 0)
        for there in np.flatnonzero(unseen_there > 0)
        if here != there
    ]
    if pairs:
        here, there = pairs[rng.integers(len(pairs))]
        pile[here] -= 1
        pile[there] += 1
        pile_there[there] -= 1
        pile_there[here] += 1


def unseen_cards(state: Record, owner: int) -> Any:
    """Return the cards of a hand that no opponent knows there, but for one that a lion drew."""
    unseen = state["hands"][owner] - state["known"][:, owner].max(axis=0)
    if int(state["drawn"]) >= 0:
        unseen[int(state["drawn"])] = 0
    return unseen
