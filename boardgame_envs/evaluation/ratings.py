"""Ratings on the Elo scale: one number for each agent that explains all win rates at once.

An agent of strength ``a`` that sits among ``n - 1`` others of strength ``b`` is taken to win
the share ``a / (a + (n - 1) b)``, which for two players is the model of Bradley and Terry. The
rating is ``400 log10`` of the strength. The most likely strengths are found with half a virtual
draw for each pair added to the games, so that an agent that always wins has a finite rating.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.numbers import check_seed
from boardgame_envs.evaluation.tournament import Matchup, Tournament
from boardgame_envs.matches.rng import BOOTSTRAP

ELO_SCALE = 400 / math.log(10)
VIRTUAL_DRAWS = 0.5  # for each pair of agents
ANCHOR = "random"  # the agent that is rated 0, if it takes part
RESAMPLES = 1000
SIDES_OF_95 = (2.5, 97.5)  # percentiles

# the search for the most likely strengths; a step is a change of a natural logarithm
LONGEST_STEP = 1.0
SMALLEST_STEP = 1e-10
MOST_STEPS = 500


@dataclass(frozen=True)
class Rating:
    """An agent's rating with its 95 % interval."""

    label: str
    rating: float
    low: float
    high: float


def rate(tournament: Tournament, seed: int = 0, resamples: int = RESAMPLES) -> list[Rating]:
    """Return a rating for each agent: 0 is the agent "random", or else the mean.

    The intervals come from a bootstrap: deals are drawn again with replacement, the same
    ones for all pairs. Where all games were won, no drawing shows a loss: the distance
    is then set by the virtual draw, and its interval is too narrow.
    """
    matchups = independent_matchups(tournament)
    samples = np.stack([matchup.shares for matchup in matchups], axis=1)
    rng = np.random.default_rng(np.random.SeedSequence(check_seed(seed), spawn_key=(BOOTSTRAP,)))
    redrawn = (rng.integers(len(samples), size=len(samples)) for _ in range(resamples))
    shares = np.array([samples.mean(axis=0), *(samples[deals].mean(axis=0) for deals in redrawn)])
    ratings = anchored(fit_strengths(tournament, matchups, shares) * ELO_SCALE, tournament.labels)
    low, high = np.percentile(ratings[1:], SIDES_OF_95, axis=0)
    figures = zip(tournament.labels, ratings[0], low, high, strict=True)
    return [Rating(label, float(x), float(y), float(z)) for label, x, y, z in figures]


def independent_matchups(tournament: Tournament) -> list[Matchup]:
    """Return the matchups that are games of their own: with two players one for each pair."""
    return [
        matchup
        for (agent, against), matchup in tournament.matchups.items()
        if agent < against or tournament.num_players > 2
    ]


def fit_strengths(
    tournament: Tournament, matchups: list[Matchup], shares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the most likely logarithms of strengths, for each row of mean shares."""
    virtual = VIRTUAL_DRAWS * (1 if tournament.num_players == 2 else 0.5)
    games = np.array([matchup.games for matchup in matchups], np.float64)
    weights = games + virtual
    targets = (shares * games + virtual * tournament.equal_share) / weights
    # one row for each matchup: +1 for the agent, -1 for those it sits among
    contrasts = np.zeros((len(matchups), len(tournament.labels)))
    for row, matchup in enumerate(matchups):
        contrasts[row, matchup.agent], contrasts[row, matchup.against] = 1, -1
    strengths = np.zeros((len(shares), len(tournament.labels)))
    for _ in range(MOST_STEPS):
        odds = strengths @ contrasts.T - math.log(tournament.num_players - 1)
        expected = 1 / (1 + np.exp(-odds))
        step = newton_step(contrasts, weights, targets, expected)
        strengths += step
        if np.abs(step).max() < SMALLEST_STEP:
            break
    return strengths


def newton_step(
    contrasts: NDArray[np.float64],
    weights: NDArray[np.float64],
    targets: NDArray[np.float64],
    expected: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return how to change the strengths, row by row, cut short where it would be far."""
    gradient = (weights * (targets - expected)) @ contrasts
    certainty = weights * expected * (1 - expected)
    curvature = np.einsum("rm,mi,mj->rij", certainty, contrasts, contrasts)
    # strengths count by their differences only; this keeps their sum at 0
    step = np.linalg.solve(curvature + 1.0, gradient[:, :, None])[:, :, 0]
    longest = np.abs(step).max(axis=1, keepdims=True)
    cut: NDArray[np.float64] = step * np.minimum(1, LONGEST_STEP / np.maximum(longest, 1e-300))
    return cut


def anchored(ratings: NDArray[np.float64], labels: list[str]) -> NDArray[np.float64]:
    """Return ratings moved so that the agent "random", or else the mean, is 0."""
    zero = ratings[:, [labels.index(ANCHOR)]] if ANCHOR in labels else ratings.mean(axis=1)[:, None]
    moved: NDArray[np.float64] = ratings - zero
    return moved
