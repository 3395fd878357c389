"""Many searches at once: a network decides at the leaves of all of them in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.problems import OptionError
from boardgame_envs.search.belief import Policy, rows_of_policies
from boardgame_envs.search.leaves import Leaves


def play_out(
    searches: Sequence[Leaves], policies: Policy | Mapping[int, Policy], seeds: Sequence[int]
) -> None:
    """Let policies decide at all leaves until all are closed: one for all, or one for each seat.

    A policy gives probabilities, and each ending of a world has its own random numbers, the same
    ones whatever the action was: so actions are compared with the same luck.
    """
    rngs = [np.random.default_rng(seed) for seed in seeds]
    while waiting := [pair for pair in zip(searches, rngs, strict=True) if pair[0].rows.size]:
        open_leaves = [leaves for leaves, _ in waiting]
        odds = ask_at_leaves(open_leaves, policies)
        draws = np.concatenate([draw_for_endings(leaves, rng) for leaves, rng in waiting])
        actions = choose_by_odds(odds, draws)
        ends = np.cumsum([len(leaves.rows) for leaves in open_leaves])
        for leaves, chosen in zip(open_leaves, np.split(actions, ends[:-1]), strict=True):
            leaves.step(chosen)


def ask_at_leaves(
    searches: Sequence[Leaves], policies: Policy | Mapping[int, Policy]
) -> NDArray[np.float64]:
    """Return how likely each action is in each row, by whoever decides there."""
    observation = np.concatenate([leaves.observation for leaves in searches])
    mask = np.concatenate([leaves.mask for leaves in searches])
    seat = np.concatenate([leaves.seat for leaves in searches])
    if isinstance(policies, Mapping) and not np.isin(seat, list(policies)).all():
        raise OptionError("a search to the end needs a policy for every seat")
    odds = np.zeros(mask.shape)
    for policy, rows in rows_of_policies(policies, seat):
        if rows.size:
            odds[rows] = policy(observation[rows], mask[rows])
    return odds


def draw_for_endings(leaves: Leaves, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return a number from 0 to below 1 for each row, the same one for all actions."""
    worlds, actions, endings = leaves.shape
    drawn = rng.random((worlds, endings))
    world, rest = np.divmod(leaves.rows, actions * endings)
    draws: NDArray[np.float64] = drawn[world, rest % endings]
    return draws


def choose_by_odds(odds: NDArray[np.float64], draws: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the action on which each number from 0 to below 1 falls."""
    reached = odds.cumsum(axis=1)
    wanted = np.minimum(draws[:, None] * reached[:, -1:], np.nextafter(reached[:, -1:], 0.0))
    actions: NDArray[np.int64] = (reached <= wanted).sum(axis=1)
    return actions
