"""What a search would do, and why."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.search.action_values import standard_errors


@dataclass(frozen=True, eq=False)
class Explanation:
    """What a search found out about each legal action, and what it does.

    All arrays have an entry for each of ``actions``. What was not tried, or not often enough to
    say, is not a number, or has an infinite error. ``str`` gives it as a table.
    """

    seat: int
    actions: NDArray[np.int64]
    names: tuple[str, ...]
    values: NDArray[np.float64]  # what the action is worth to the seat, on average
    errors: NDArray[np.float64]  # the standard error of that
    visits: NDArray[np.int64]  # how often it was tried
    gains: NDArray[np.float64]  # by how much it is better than the usual action, paired
    gain_errors: NDArray[np.float64]  # the standard error of that
    odds: NDArray[np.float64]  # how likely the agent is to take it
    chosen: int  # what the agent does
    usual: int | None  # what it would do without a search, if it would do anything
    worlds: int  # in how many the best actions were tried
    reason: str  # a sentence

    @property
    def best(self) -> int:
        """The action with the highest value among those that were tried most often."""
        most = np.where(self.visits == self.visits.max(), self.values, -np.inf)
        return int(self.actions[np.nan_to_num(most, nan=-np.inf).argmax()])

    def __str__(self) -> str:
        """Return a table, the best action first, and why one of them is chosen."""
        rows = [["", "action", "value", "better by", "tried", "taken"]]
        rows += [self._row(int(place)) for place in self._order()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        return "\n".join([*lines, "", self.reason])

    def _order(self) -> NDArray[np.int64]:
        """Return the places of the actions: those that were tried more often first."""
        keys = np.nan_to_num(self.values, nan=-np.inf), self.visits, self.odds > 0
        return np.lexsort(keys)[::-1].astype(np.int64)

    def _row(self, place: int) -> list[str]:
        action = int(self.actions[place])
        mark = "*" if action == self.chosen else " "
        is_usual = self.usual is not None and action == self.usual
        return [
            mark,
            self.names[place],
            with_error(self.values[place], self.errors[place], ""),
            "(usual)" if is_usual else with_error(self.gains[place], self.gain_errors[place], "+"),
            str(int(self.visits[place])),
            f"{self.odds[place]:.0%}",
        ]


def with_error(mean: float, error: float, sign: str) -> str:
    """Return a number with its standard error, as far as both are known."""
    if math.isnan(mean):
        return "-"
    number = f"{mean:{sign}.3f}"
    return f"{number} ± {error:.3f}" if math.isfinite(error) else number


def one_action(seat: int, action: int, name: str, reason: str) -> Explanation:
    """Return what there is to say where a seat has a single legal action."""
    nothing = np.array([math.nan])
    return Explanation(
        seat=seat,
        actions=np.array([action]),
        names=(name,),
        values=nothing,
        errors=np.array([math.inf]),
        visits=np.zeros(1, np.int64),
        gains=nothing,
        gain_errors=np.array([math.inf]),
        odds=np.ones(1),
        chosen=action,
        usual=action,
        worlds=0,
        reason=reason,
    )


class Tally:
    """What each action was worth in each world; not a number where it was not tried."""

    def __init__(self, actions: int) -> None:
        self.worth = np.zeros((actions, 0))

    def add(self, tried: Sequence[int] | NDArray[np.int64], worth: NDArray[np.float64]) -> None:
        """Note what some actions, by their places, were worth in some more worlds."""
        more = np.full((len(self.worth), worth.shape[1]), math.nan)
        more[tried] = worth
        self.worth = np.concatenate([self.worth, more], axis=1)

    @property
    def worlds(self) -> int:
        """In how many worlds anything was tried."""
        return self.worth.shape[1]

    @property
    def visits(self) -> NDArray[np.int64]:
        """In how many worlds each action was tried."""
        return np.asarray(np.count_nonzero(~np.isnan(self.worth), axis=1), np.int64)

    def means(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return what each action was worth on average, and the standard errors."""
        return means_of(self.worth)

    def gains(self, usual: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return by how much each action was better than one of them, world by world."""
        return means_of(self.worth - self.worth[usual])


def means_of(rows: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the mean of each row, and its standard error, leaving out what is not a number."""
    means, errors = np.full(len(rows), math.nan), np.full(len(rows), math.inf)
    for place, row in enumerate(rows):
        known = row[~np.isnan(row)]
        if known.size:
            means[place], errors[place] = known.mean(), standard_errors(known[None])[0]
    return means, errors


def explain_tally(
    seat: int,
    legal: NDArray[np.int64],
    names: tuple[str, ...],
    tally: Tally,
    chosen: int,
    usual: int | None,
    reason: str,
    odds: NDArray[np.float64] | None = None,
) -> Explanation:
    """Return what a tally says; actions are named by their places.

    Gains are over the usual action, or over the one that is chosen where there is none. Without
    ``odds`` the chosen action is taken for sure.
    """
    values, errors = tally.means()
    gains, gain_errors = tally.gains(chosen if usual is None else usual)
    if odds is None:
        odds = np.zeros(legal.size)
        odds[chosen] = 1.0
    return Explanation(
        seat=seat,
        actions=legal,
        names=names,
        values=values,
        errors=errors,
        visits=tally.visits,
        gains=gains,
        gain_errors=gain_errors,
        odds=odds,
        chosen=int(legal[chosen]),
        usual=None if usual is None else int(legal[usual]),
        worlds=tally.worlds,
        reason=reason,
    )
