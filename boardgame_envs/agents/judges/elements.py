"""What the score of an Elements match is worth, if both are as likely to win each round."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

# how likely a round brings a player so many points more than the other: somebody surrenders in
# one of four, as trained agents play [9, 10]
LEADS = {-2: 0.375, -1: 0.125, 1: 0.125, 2: 0.375}
MOST = max(LEADS)


def judge(states: NDArray[Any]) -> NDArray[np.float64]:
    """Return what each player expects: the lead in points, or the chance to win the match."""
    points, first = states["points"].astype(np.int64), states[0]
    lead = points[:, 0] - points[:, 1]
    if first["reward_points"]:
        return np.stack([lead, -lead], axis=1).astype(np.float64)
    if first["rounds"]:
        left = int(first["rounds"]) - states["rounds_played"].astype(np.int64)
        wins = np.array([wins_with(*pair) for pair in zip(lead, left, strict=True)])
    else:
        wins = chances_to(int(first["target_points"]))[points[:, 0], points[:, 1]]
    return np.stack([wins, 1.0 - wins], axis=1)


@cache
def chances_to(target: int) -> NDArray[np.float64]:
    """Return how likely a player wins a match to a target, by both players' points [13]."""
    chances = np.zeros((target + MOST, target + MOST))
    chances[target:] = 1.0
    for own in range(target - 1, -1, -1):
        for other in range(target - 1, -1, -1):
            chances[own, other] = sum(
                share * chances[own + max(lead, 0), other + max(-lead, 0)]
                for lead, share in LEADS.items()
            )
    return chances


def wins_with(lead: int, rounds: int) -> float:
    """Return how likely a lead wins, with rounds to play; a draw is half a win [V2]."""
    chances = leads_after(rounds)
    lowest = int(lead) - MOST * rounds
    leads = np.arange(lowest, lowest + len(chances))
    return float(chances @ ((1.0 + np.sign(leads)) / 2.0))


@cache
def leads_after(rounds: int) -> NDArray[np.float64]:
    """Return how likely each change of the lead is, from the lowest on, in a number of rounds."""
    one = np.array([LEADS.get(lead, 0.0) for lead in range(-MOST, MOST + 1)])
    chances = np.ones(1)
    for _ in range(rounds):
        chances = np.convolve(chances, one)
    return chances
