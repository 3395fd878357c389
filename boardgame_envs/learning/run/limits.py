"""What the values of a config's fields may be, beside their type, and how they are told."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Limit:
    """What the values of a field must be, beside their type."""

    words: str
    holds: Callable[[Any], bool]


def at_most(highest: float) -> Limit:
    """Return the limit of what is not too large."""
    return Limit(f"must be at most {highest:,}", lambda number: number <= highest)


def one_of(names: Sequence[str]) -> Limit:
    """Return the limit of what is one of some names."""
    return Limit(f"must be one of {', '.join(names)}", lambda name: name in names)


POSITIVE = Limit("must be above 0", lambda number: number > 0)
NOT_NEGATIVE = Limit("must not be negative", lambda number: number >= 0)
AT_LEAST_1 = Limit("must be at least 1", lambda number: number >= 1)
AT_LEAST_2 = Limit("must be at least 2", lambda number: number >= 2)
AT_MOST_1 = at_most(1)

# the seeds that NumPy, torch and Stable-Baselines3 have in common
SEED = at_most(2**32 - 1)
# decisions: more than any machine plays in a thousand years
DECISIONS = at_most(10**15)
# decisions that are in memory at once, with what was seen
ROLLOUT = 2**22
# weights and factors: beyond this, float32 has nothing left to add them to
WEIGHT = at_most(1_000_000)

WIDEST, MOST_LAYERS = 8192, 32
WIDTHS = Limit(
    f"must be a list of widths above 0 and at most {WIDEST:,}, for at most {MOST_LAYERS} layers",
    lambda widths: 0 < len(widths) <= MOST_LAYERS and all(0 < one <= WIDEST for one in widths),
)
MOST_VARIANTS = 1000
VARIANTS = Limit(
    f"must be at most {MOST_VARIANTS:,} option sets",
    lambda variants: len(variants) <= MOST_VARIANTS,
)
LOWEST_TEMPERATURE, HIGHEST_TEMPERATURE, MOST_TEMPERATURES = 0.01, 100, 20
TEMPERATURE = Limit(
    f"must be from {LOWEST_TEMPERATURE} to {HIGHEST_TEMPERATURE}",
    lambda one: LOWEST_TEMPERATURE <= one <= HIGHEST_TEMPERATURE,
)
TEMPERATURES = Limit(
    f"must be a list of 1 to {MOST_TEMPERATURES} numbers from {LOWEST_TEMPERATURE} to "
    f"{HIGHEST_TEMPERATURE}",
    lambda several: 0 < len(several) <= MOST_TEMPERATURES and all(map(TEMPERATURE.holds, several)),
)


class Telling(reprlib.Repr):
    """Values as short texts, however large they are and however deep."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxlist, self.maxdict, self.maxtuple, self.maxset = 2, 8, 8, 8, 8
        self.maxstring = self.maxother = 60

    def repr_int(self, value: int, level: int) -> str:
        """Return a whole number; Python itself refuses to write very long ones."""
        return repr(value) if abs(value) < 10**20 else f"a number of {value.bit_length()} bits"


told: Callable[[Any], str] = Telling().repr
