"""Games with another past that one seat cannot tell apart from the real one."""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled_game import TableLoops, loops_of
from boardgame_envs.core.table import Moment, Table
from boardgame_envs.testing.random_games import seen_after


def dealt_anew(table: Table, seat: int) -> Table:
    """Return a finished game with another past: in each state the unseen is dealt anew.

    Where an action then does something else that the seat sees, the state stays as it was.
    """

    def redeal(state: bytes) -> bytes:
        states = np.frombuffer(state, table.game.rules.STATE).copy()
        loops_of(table.game, TableLoops).redeal_table(states, seat, np.uint64(5))
        return states.tobytes()

    def redeal_before(state: bytes, action: int) -> bytes:
        was, is_now = (table.state_from(data) for data in (state, redeal(state)))
        seen = [seen_after(table, Moment(s, int(s["seat"]), action), seat) for s in (was, is_now)]
        return redeal(state) if seen[0] == seen[1] else state

    other = table.clone()
    other._before = [
        redeal_before(state, action)
        for state, action in zip(table._before, table._actions, strict=True)
    ]
    other._chances = [(number, redeal(state)) for number, state in table._chances]
    other.states[:] = table.redealt(seat, seed=5).states
    return other
