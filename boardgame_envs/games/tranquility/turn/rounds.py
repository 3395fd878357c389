"""Rounds of the table: from the active player clockwise, each has a turn at something [13]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.core.seats import next_seat
from boardgame_envs.games.tranquility.state import Stage


@rule
def begin_round(state: Record, stage: Stage) -> None:
    """From the active player clockwise, all have their turn at a stage [13]."""
    state.stage = stage
    state.drawer = state.active
    state.turns_to_take = state.num_players


@rule
def go_to_next_player(state: Record) -> None:
    """The next player clockwise has a turn at it [13]."""
    state.drawer = next_seat(state, int(state.drawer))
    state.turns_to_take -= 1
