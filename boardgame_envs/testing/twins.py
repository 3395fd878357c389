"""Tables that a seat cannot tell from the real one, made without the rules that deal anew.

A twin of a table has other cards where the seat cannot see, and others may have chosen something
else face down. It goes along with the real game for as long as the seat sees and is told the same.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from boardgame_envs.core.information import InformationState
from boardgame_envs.core.table import Table

# cards that are exchanged when a twin is made: one exchange may change too little
EXCHANGES = 3
# how often, of ten times, chance is another one at a twin: what others draw may differ
OTHER_CHANCE = 3


class Twin:
    """One seat's twin of a table; ``table`` is the real one while there is none."""

    def __init__(self, real: Table, seat: int, rng: np.random.Generator) -> None:
        self.real, self.seat, self.rng = real, seat, rng
        self.table = real

    def look(self) -> bool:
        """Tell whether there is a twin now; one that the seat can tell apart is made anew."""
        if self.table is self.real or not self.looks_alike(self.table):
            self.table = self.exchanged()
        return self.table is not self.real

    def looks_alike(self, other: Table) -> bool:
        """Tell whether the seat sees the same, and may do the same, at another table."""
        real, seat = self.real, self.seat
        if other.seat != real.seat or not np.array_equal(other.observe(seat), real.observe(seat)):
            return False
        if seat == real.seat:
            return np.array_equal(other.mask, real.mask)
        return other.over or bool(other.mask.any())

    def exchanged(self) -> Table:
        """Return a table with a few hidden cards exchanged; the real one if that cannot be done."""
        swap: Callable[..., None] | None = getattr(self.real.game.rules, "swap_hidden", None)
        if swap is None:
            return self.real
        states = self.real.states.copy()
        for _ in range(EXCHANGES):
            swap(states[0], self.seat, self.rng)
        other = self.real.with_state(states)
        return other if self.looks_alike(other) else self.real

    def follow(self, action: int) -> None:
        """Let the twin go on as the real table will: by an action that looks alike to the seat."""
        if self.table is self.real:
            self.table = self.real.clone()
        told = self.told(self.real, action)
        legal = self.table.legal_actions()
        alike = [other for other in legal if self.told(self.table, other) == told]
        if not alike:
            self.table = self.real
            return
        is_other = self.rng.integers(10) < OTHER_CHANCE
        self.table.states["rng"] = self.rng.integers(2**63) if is_other else self.real.states["rng"]
        self.table.step(int(self.rng.choice(alike)))

    def told(self, table: Table, action: int) -> str:
        """Return what the seat is told of an action."""
        return table.game.actions.tell(table.states[0], action, self.seat)


def cards_of(table: Table) -> bytes:
    """Return all that lies on a table, without the generator that later chance comes from."""
    states = table.states.copy()
    states["rng"] = 0
    return states.tobytes()


def all_of(information: InformationState) -> dict[str, Any]:
    """Return everything that an information state holds, and all that can be had from it."""
    kept = {}
    for name, value in vars(information).items():
        kept.update(in_bytes(f"the attribute {name}", value))
    return {
        **kept,
        "the pickle": pickle.dumps(information),
        "legal_actions": information.legal_actions,
        "view": information.view,
        "text": information.text,
        "worlds": [world.states.tobytes() for world in information.worlds(2, seed=3)],
    }


def in_bytes(name: str, value: Any) -> dict[str, Any]:
    """Return a value byte for byte, a record field by field."""
    if not isinstance(value, np.ndarray):
        return {name: pickle.dumps(value)}
    fields = value.dtype.names or ()
    return {
        **{f"{name}[{field!r}]": value[field].tobytes() for field in fields},
        name: (value.shape, value.dtype, value.tobytes()),
    }
