"""How much a search may try, and how it is spent."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from boardgame_envs.core.numbers import MOST_TABLES, check_count, finite_number
from boardgame_envs.core.problems import OptionError, shortened

# a minute for a decision is a slip of the keyboard, or patience that no game needs
MOST_MS = 60_000.0
# worlds that are tried at once where time counts: the clock is looked at after each
AT_ONCE = 4


@dataclass(frozen=True)
class Budget:
    """How much is tried: in how many worlds the best actions, and for how long."""

    worlds: int | None = None
    ms: float | None = None  # of the clock on the wall; what is found then depends on the machine

    def __post_init__(self) -> None:
        """Refuse a budget that is none."""
        if self.worlds is None and self.ms is None:
            raise OptionError("a search needs a budget: worlds, ms or both")
        if self.worlds is not None:
            check_count("worlds", self.worlds, 1, MOST_TABLES)
        if self.ms is not None:
            number = finite_number(self.ms)
            if number is None or not 0 < number <= MOST_MS:
                raise OptionError(
                    f"ms must be a number above 0, at most {MOST_MS:.0f}, not {shortened(self.ms)}"
                )


class Spending:
    """A budget while it is being spent."""

    def __init__(self, budget: Budget, marks: Sequence[float], at_once: int = AT_ONCE) -> None:
        """Begin to spend a budget; a portion never goes beyond one of the ``marks``, shares of it.

        Where time counts, a portion has ``at_once`` worlds at most.
        """
        self.budget, self.marks, self.at_once = budget, marks, at_once
        self.spent, self.began = 0, time.perf_counter()

    @property
    def share(self) -> float:
        """How much of the budget is gone, from 0 to 1."""
        shares = [0.0]
        if self.budget.worlds is not None:
            shares.append(self.spent / self.budget.worlds)
        if self.budget.ms is not None:
            shares.append(1e3 * (time.perf_counter() - self.began) / self.budget.ms)
        return min(max(shares), 1.0)

    def portions(self) -> Iterator[int]:
        """Go through numbers of worlds to be tried next, until the budget is gone."""
        while self.share < 1.0:
            portion = self._next()
            self.spent += portion
            yield portion

    def _next(self) -> int:
        """Return how many worlds come next: up to the next mark, or a few."""
        worlds = self.budget.worlds
        if worlds is None:
            return self.at_once
        marks = [math.ceil(share * worlds) for share in self.marks]
        rest = next(mark for mark in marks if mark > self.spent) - self.spent
        return rest if self.budget.ms is None else min(rest, self.at_once)
