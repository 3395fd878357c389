"""Games played at random, for laws and tests to look at."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from boardgame_envs.core.game import Game
from boardgame_envs.core.seats import seat_name
from boardgame_envs.core.table import Moment, Table
from boardgame_envs.testing.settings import Setting

# no game should take more decisions than this, however badly it is played
LONGEST_GAME = 10_000


def random_play(table: Table, seed: int) -> Iterator[int]:
    """Play legal actions at random, yielding each one before it is carried out."""
    rng = np.random.default_rng(seed)
    table.reset(seed)
    while not table.over:
        legal = table.legal_actions()
        if not legal:
            raise ValueError(f"{seat_name(table.seat)} is to act, and no action is legal")
        if table.num_decisions >= LONGEST_GAME:
            raise ValueError(f"the game has not ended after {LONGEST_GAME:,} decisions")
        action = int(rng.choice(legal))
        yield action
        table.step(action)


def played(game: Game, setting: Setting, seed: int) -> Table:
    """Return a table at which a random game has ended."""
    table = Table(game, **setting)
    for _ in random_play(table, seed):
        pass
    return table


def seen_after(table: Table, moment: Moment, seat: int) -> bytes | None:
    """Return what a seat sees once an action is carried out; None if it is not legal there."""
    there = table.with_state(np.array([moment.state], table.game.rules.STATE))
    if not there.mask[moment.action]:
        return None
    there.step(moment.action)
    return there.observe(seat).tobytes()
