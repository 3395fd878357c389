"""Which of the variants are played how often: by what the learner has still to learn there.

For every variant there is a running win rate of the learner, from the games that it has finished:
as a team where all win or lose together, else its share in the win against agents that do not
learn. A game between copies of the learner tells nothing, so without such opponents, as before any
game has ended, all variants count by their weights alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.batch import Batch
from boardgame_envs.core.game import TEAM_WINS
from boardgame_envs.evaluation.duplicate import win_shares
from boardgame_envs.learning.algorithms.ppo.opponents import LEARNER, Opponents

# the slower of two running rates, between which progress shows, remembers so many times as much
SLOWER = 4.0
# games that are taken to be half won before any has ended
SUPPOSED = 2.0


class RunningRate:
    """The mean result of the last games of each variant; older ones count less and less."""

    def __init__(self, num_variants: int, memory: float) -> None:
        self.kept = float(np.exp(-1.0 / memory))
        self.won = np.zeros(num_variants)
        self.games = np.zeros(num_variants)

    def note(self, variants: NDArray[np.int64], results: NDArray[np.float64]) -> None:
        """Take in the results of games that have ended together."""
        count = np.bincount(variants, minlength=len(self.games))
        won = np.bincount(variants, results, minlength=len(self.games))
        left = self.kept**count
        self.won, self.games = self.won * left + won, self.games * left + count

    @property
    def rate(self) -> NDArray[np.float64]:
        """The rate of each variant; the fewer games, the nearer to a half."""
        return (self.won + SUPPOSED / 2) / (self.games + SUPPOSED)

    def get_state(self) -> list[list[float]]:
        """Return what a resumed run needs."""
        return [self.won.tolist(), self.games.tolist()]

    def set_state(self, state: list[list[float]]) -> None:
        """Go on from what ``get_state`` returned."""
        won, games = (np.array(numbers, np.float64) for numbers in state)
        if won.shape != self.won.shape or games.shape != self.games.shape:
            raise ValueError("the curriculum is of other variants")
        self.won, self.games = won, games


class Curriculum:
    """How often each variant is played, and what that rests on."""

    def __init__(
        self, batch: Batch, weights: Sequence[float], by: str, floor: float, memory: float
    ) -> None:
        self.weights: NDArray[np.float64] = np.array(weights) / np.sum(weights)
        self.by, self.floor = by, floor
        self.fast = RunningRate(len(weights), memory)
        self.slow = RunningRate(len(weights), memory * SLOWER)
        self.is_team = batch.is_cooperative

    # --- what is learned of variants ---

    def note_finished(self, batch: Batch, opponents: Opponents | None) -> None:
        """Take in the games that have just ended, before their seats are given away anew."""
        rows = np.flatnonzero(batch.done)
        variants = batch.finished_variant[rows]
        results = np.full(len(rows), np.nan)
        for place, (row, variant) in enumerate(zip(rows.tolist(), variants.tolist(), strict=True)):
            if self.is_team[variant]:
                won = batch.game.notation.read_result(batch.finished[row]) == TEAM_WINS
                results[place] = float(won)
            elif opponents is not None:
                results[place] = share_of_learner(batch, row, opponents)
        told = np.isfinite(results)
        for rate in (self.fast, self.slow):
            rate.note(variants[told], results[told])

    def shares(self) -> NDArray[np.float64]:
        """Return how often each variant is to be played from now on."""
        if self.by == "uncertainty":
            worth = np.sqrt(self.fast.rate * (1.0 - self.fast.rate))
        elif self.by == "progress":
            worth = np.abs(self.fast.rate - self.slow.rate)
        else:
            return self.weights
        wanted: NDArray[np.float64] = self.weights * worth
        if wanted.sum() > 0.0:
            wanted = self.floor * self.weights + (1.0 - self.floor) * wanted / wanted.sum()
        return wanted if wanted.sum() > 0.0 else self.weights

    def metrics(self, names: Sequence[str]) -> dict[str, float]:
        """Return the win rates of the learner, and the shares of variants, by their names."""
        rates, shares = self.fast.rate, self.shares()
        figures = {}
        for number, name in enumerate(names):
            if self.fast.games[number] > 0:
                figures[f"curriculum_win_rate/{name}"] = float(rates[number])
            figures[f"curriculum_share/{name}"] = float(shares[number])
        return figures

    # --- checkpoints ---

    def get_state(self) -> dict[str, Any]:
        """Return what a resumed run needs."""
        return {"fast": self.fast.get_state(), "slow": self.slow.get_state()}

    def set_state(self, state: dict[str, Any]) -> None:
        """Go on from what ``get_state`` returned."""
        self.fast.set_state(state["fast"])
        self.slow.set_state(state["slow"])


def share_of_learner(batch: Batch, row: int, opponents: Opponents) -> float:
    """Return the learner's share in a win against an agent that does not learn; NaN: no such game.

    The share is what one seat of the learner has of it, as if all others were its opponent's.
    """
    players = int(batch.finished["num_players"][row])
    seated = opponents.assigned[row, :players]
    if not opponents.is_fixed(seated).any():
        return float("nan")
    shares = win_shares(batch.final_returns[row, :players])
    return float(shares[seated == LEARNER].mean())
