"""How good a policy is against the best answers to it, exactly, on a small game.

Policies are given for all information sets of a tree at once, as an array of probabilities.
All values are expected returns in float64.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.evaluation.game_tree import NUM_SEATS, GameTree

Numbers: TypeAlias = NDArray[np.float64]
Policy: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.bool_]], NDArray[np.floating]]

ROUNDING = 1e-4  # how far the probabilities of a float32 policy may be from 1 in sum


class Exploitability(NamedTuple):
    """What a policy earns against itself, and what the best answers to it earn."""

    value: float  # of seat 0; seat 1 has the opposite
    best_responses: tuple[float, float]  # what each seat could earn against the policy
    exploitability: float  # how much a best response wins on average over both seats


# --- policies ---


def uniform_policy(observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> Numbers:
    """Take every legal action with the same probability."""
    probabilities: Numbers = mask / mask.sum(axis=1, keepdims=True)
    return probabilities


def ask_policy(tree: GameTree, policy: Policy) -> Numbers:
    """Return what a policy does at every information set, checked."""
    return check_probabilities(tree, policy(tree.observation, tree.mask))


def check_probabilities(tree: GameTree, given: NDArray[np.floating]) -> Numbers:
    """Return probabilities that sum to exactly 1 over legal actions, or raise ValueError."""
    probabilities = np.array(given, np.float64)
    if probabilities.shape != tree.mask.shape:
        raise ValueError(
            f"a policy must give probabilities of the shape {tree.mask.shape}, "
            f"not {probabilities.shape}"
        )
    if not (probabilities >= 0.0).all():
        raise ValueError("a policy must give probabilities of 0 or more")
    if probabilities[~tree.mask].any():
        raise ValueError("a policy must give illegal actions the probability 0")
    totals = probabilities.sum(axis=1, keepdims=True)
    if (abs(totals - 1.0) > ROUNDING).any():
        worst = totals.flat[abs(totals - 1.0).argmax()]
        raise ValueError(f"a policy's probabilities must sum to 1, not to {worst:g}")
    probabilities /= totals
    return probabilities


# --- measuring ---


def measure(tree: GameTree, probabilities: NDArray[np.floating]) -> Exploitability:
    """Return how a policy does against itself and against the best answers to it."""
    plan = likelihood_of_sequences(tree, check_probabilities(tree, probabilities))
    first, second = (best_response(tree, plan, seat)[0] for seat in range(NUM_SEATS))
    return Exploitability(expected_value(tree, plan), (first, second), (first + second) / 2)


def likelihood_of_sequences(tree: GameTree, probabilities: Numbers) -> Numbers:
    """Return how likely each sequence is played if chance and the opponent let it happen."""
    plan = np.ones(tree.num_sequences)
    by_decision = plan[: tree.mask.size].reshape(tree.mask.shape)
    for seat in range(NUM_SEATS):
        for rows in tree.rows_by_depth[seat]:
            by_decision[rows] = plan[tree.before[rows], np.newaxis] * probabilities[rows]
    return plan


def expected_value(tree: GameTree, plan: Numbers) -> float:
    """Return what seat 0 earns when both seats play by a plan."""
    first, second = tree.played
    return float((tree.chance * plan[first] * plan[second] * tree.returns).sum())


def best_response(tree: GameTree, plan: Numbers, seat: int) -> tuple[float, NDArray[np.int64]]:
    """Return what a seat can earn at best against a plan, and the actions that earn it.

    At the other seat's information sets the action is just any legal one.
    """
    values = earned_by_sequence(tree, plan, seat)
    decisions = values[: tree.mask.size].reshape(tree.mask.shape)
    for rows in reversed(tree.rows_by_depth[seat]):
        best = np.where(tree.mask[rows], decisions[rows], -np.inf).max(axis=1)
        np.add.at(values, tree.before[rows], best)
    choices = np.where(tree.mask, decisions, -np.inf).argmax(axis=1)
    return float(values[tree.nothing_done(seat)]), choices


def earned_by_sequence(tree: GameTree, plan: Numbers, seat: int) -> Numbers:
    """Return what a seat earns in the endings that follow each of its sequences at once.

    They count as often as chance and the opponent let them happen.
    """
    returns = tree.returns if seat == 0 else -tree.returns
    weights = tree.chance * plan[tree.played[1 - seat]] * returns
    earned: Any = np.bincount(tree.played[seat], weights, minlength=tree.num_sequences)
    return np.asarray(earned, np.float64)


# --- an equilibrium ---


def solve(tree: GameTree, iterations: int) -> Numbers:
    """Return a policy that comes ever closer to an equilibrium, by CFR+.

    The seats take turns in updating their regrets; the policy is the average of all
    iterations, later ones counting more.
    """
    regrets = np.zeros(tree.mask.shape)
    probabilities = match_regrets(tree, regrets)
    plan = likelihood_of_sequences(tree, probabilities)
    average = np.zeros(tree.num_sequences)
    for iteration in range(1, iterations + 1):
        for seat in range(NUM_SEATS):
            add_regrets(tree, regrets, probabilities, plan, seat)
            probabilities = match_regrets(tree, regrets)
            plan = likelihood_of_sequences(tree, probabilities)
        average += iteration * plan
    return match_regrets(tree, average[: tree.mask.size].reshape(tree.mask.shape))


def match_regrets(tree: GameTree, regrets: Numbers) -> Numbers:
    """Return probabilities in proportion to what is positive, uniform where nothing is."""
    totals = regrets.sum(axis=1, keepdims=True)
    weights = np.where(totals > 0.0, regrets, tree.mask)
    probabilities: Numbers = weights / weights.sum(axis=1, keepdims=True)
    return probabilities


def add_regrets(
    tree: GameTree, regrets: Numbers, probabilities: Numbers, plan: Numbers, seat: int
) -> None:
    """Add what each action of a seat would have earned beyond the policy.

    Regrets never fall below 0.
    """
    values = earned_by_sequence(tree, plan, seat)
    decisions = values[: tree.mask.size].reshape(tree.mask.shape)
    for rows in reversed(tree.rows_by_depth[seat]):
        gain = decisions[rows]
        expected = (probabilities[rows] * gain).sum(axis=1)
        np.add.at(values, tree.before[rows], expected)
        gain -= expected[:, np.newaxis]
        regrets[rows] = np.maximum(regrets[rows] + gain, 0.0) * tree.mask[rows]
