"""Search by halving: all actions in few worlds, the better half in more, the best in most.

A *gate* keeps to the usual action, that of the playout policy, unless another one is better by
more than chance explains: by ``z`` standard errors of the paired difference. Without it a search
is often worse than its own policy, because the best of many noisy means is mostly noise.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.chance import numbered_seed
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.search.budget import Budget, Spending
from boardgame_envs.search.explanation import Explanation, Tally, explain_tally, one_action
from boardgame_envs.search.judging import Judge
from boardgame_envs.search.loop_groups import PlayoutPolicy
from boardgame_envs.search.playouts import search_actions
from boardgame_envs.search.preparation import find_actions

# the share of the budget after which the worse half of the actions is left, and after which
# all but the finalists are
HALF_LEFT, FINALISTS_LEFT = 0.25, 0.5
MARKS = HALF_LEFT, FINALISTS_LEFT, 1.0


def search_by_halving(
    information: InformationState,
    *,
    budget: Budget,
    seed: int,
    usual: int | None = None,
    policy: PlayoutPolicy | None = None,
    judge: Judge | None = None,
    z: float = 1.5,
    finalists: int = 3,
    until_round: bool = False,
    decisions: int | None = None,
    threads: int = 1,
) -> Explanation:
    """Return what to do: the usual action, or another one that is clearly better.

    Without a ``usual`` action there is no gate, and the best one is taken. The other arguments
    are those of ``search_actions``. With a budget of worlds alone the seed fixes all.
    """

    def playouts(actions: NDArray[np.int64], worlds: int, seed: int) -> NDArray[np.float64]:
        found = search_actions(
            information,
            worlds=worlds,
            seed=seed,
            actions=actions,
            policy=policy,
            judge=judge,
            until_round=until_round,
            decisions=decisions,
            threads=min(threads, worlds),
        )
        return found.of_seat()

    legal = find_actions(information, None)
    names = tuple(information.legal_actions.values())
    if legal.size == 1:
        return one_action(information.seat, int(legal[0]), names[0], "nothing else is legal")
    usual_place = None if usual is None else int(np.flatnonzero(legal == usual)[0])
    places = np.arange(len(legal))
    tally, alive = halve(legal, places, usual_place, budget, seed, finalists, playouts)
    return explain_gate(information.seat, legal, names, tally, alive, usual_place, z)


# tries actions in a number of worlds with a seed: what they are worth, by [action, world]
Trial: TypeAlias = Callable[[NDArray[np.int64], int, int], NDArray[np.float64]]


def halve(
    legal: NDArray[np.int64],
    places: NDArray[np.int64],
    usual: int | None,
    budget: Budget,
    seed: int,
    finalists: int,
    trial: Trial,
) -> tuple[Tally, NDArray[np.int64]]:
    """Try some of the legal actions, by their places, in fewer and fewer worlds the worse they are.

    Returns what was found out, and the places of those that were tried in all worlds.
    """
    check_seed(seed)
    tally, alive, spending = Tally(len(legal)), places, Spending(budget, MARKS)
    for number, portion in enumerate(spending.portions()):
        part = int(numbered_seed(np.uint64(seed), number))
        tally.add(alive, trial(legal[alive], portion, part))
        number_left = left_after(spending.share, places.size, finalists)
        alive = best_places(tally, alive, number_left, usual)
    return tally, alive


def left_after(share: float, actions: int, finalists: int) -> int:
    """Return how many actions are left when a share of the budget is gone."""
    if share >= FINALISTS_LEFT:
        return finalists
    return max(finalists, math.ceil(actions / 2)) if share >= HALF_LEFT else actions


def best_places(
    tally: Tally, alive: NDArray[np.int64], number: int, usual: int | None
) -> NDArray[np.int64]:
    """Return the actions that were worth most, the usual one always among them."""
    if alive.size <= number:
        return alive
    worth = tally.worth[alive].copy()
    # all that are left were tried in the same worlds
    means = np.nanmean(worth, axis=1)
    if usual is not None:
        means[alive == usual] = np.inf
    best = np.argsort(-means, kind="stable")[:number]
    return np.sort(alive[best])


def explain_gate(
    seat: int,
    legal: NDArray[np.int64],
    names: tuple[str, ...],
    tally: Tally,
    alive: NDArray[np.int64],
    usual: int | None,
    z: float,
) -> Explanation:
    """Return the action that passes the gate, and all that is known of the others."""
    values, _ = tally.means()
    if usual is None:
        chosen = int(alive[values[alive].argmax()])
        reason = f"{names[chosen]} was worth most"
    else:
        gains, gain_errors = tally.gains(usual)
        chosen = pass_gate(gains, gain_errors, alive, usual, z)
        reason = gate_in_words(names, gains, gain_errors, alive, usual, chosen, z)
    return explain_tally(seat, legal, names, tally, chosen, usual, reason)


def pass_gate(
    gains: NDArray[np.float64],
    errors: NDArray[np.float64],
    alive: NDArray[np.int64],
    usual: int,
    z: float,
) -> int:
    """Return the best action of those that are better than the usual one by z errors, or that."""
    chosen, most = usual, 0.0
    for place in alive.tolist():
        # an error that is infinite times nothing is not a number
        needed = z * errors[place] if math.isfinite(errors[place]) else math.inf
        if place != usual and gains[place] > max(needed, most):
            chosen, most = place, float(gains[place])
    return chosen


def gate_in_words(
    names: tuple[str, ...],
    gains: NDArray[np.float64],
    errors: NDArray[np.float64],
    alive: NDArray[np.int64],
    usual: int,
    chosen: int,
    z: float,
) -> str:
    """Say why the usual action is left, or kept."""
    others = [place for place in alive.tolist() if place != usual]
    best = max(others, key=lambda place: gains[place]) if others else usual
    if chosen != usual:
        by = f"{gains[chosen]:.3f}, {in_errors(gains[chosen], errors[chosen])} standard errors"
        return f"{names[chosen]} is better than {names[usual]} by {by}"
    if gains[best] > 0:
        many = in_errors(gains[best], errors[best])
        return (
            f"{names[usual]} is kept: {names[best]} seems better, but by {many} standard errors, "
            f"and {z:g} are needed"
        )
    return f"{names[usual]} is kept: nothing seems better"


def in_errors(gain: float, error: float) -> str:
    """Return a gain in standard errors."""
    return f"{gain / error:.1f}" if error > 0 else "countless"
