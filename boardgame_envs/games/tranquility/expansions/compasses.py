"""Compasses [30-32]: who has them, what they cost, and how they are gained."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import NOBODY, next_seat
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.field import grid
from boardgame_envs.games.tranquility.information import evidence
from boardgame_envs.games.tranquility.turn import discards


@rule
def has_compass(state: Record, seat: int) -> bool:
    """Compasses belong to the team; in the Russian edition to a player, or to two [30, V2]."""
    if not state.is_ru:
        return bool(state.team_compasses > 0)
    return state.own_compasses[seat] > 0 or shares_compass(state, seat)


@rule
def shares_compass(state: Record, seat: int) -> bool:
    """The Start's compass belongs to who played it and the next one clockwise [V2, R21]."""
    holder = int(state.shared_compass)
    return holder != NOBODY and (seat == holder or seat == next_seat(state, holder))


@rule
def spend(state: Record, seat: int) -> None:
    """A compass leaves the game, one's own before a shared one [30, V2]."""
    state.gone[cards.COMPASS] += 1
    if not state.is_ru:
        state.team_compasses -= 1
    elif state.own_compasses[seat] > 0:
        state.own_compasses[seat] -= 1
    else:
        state.shared_compass = NOBODY


@rule
def receive(state: Record, seat: int) -> None:
    """A compass goes to the team, or to who earned it [31, V2]."""
    if state.is_ru:
        state.own_compasses[seat] += 1
    else:
        state.team_compasses += 1


@rule
def gain(state: Record, seat: int) -> None:
    """A compass is gained, while the supply lasts [31]."""
    if state.supply > 0:
        state.supply -= 1
        receive(state, seat)


@rule
def gain_for_start(state: Record, seat: int) -> None:
    """The Start brings a compass; in the Russian edition two players share it [31, V2, R21]."""
    if state.is_ru and state.num_players > 1 and state.supply > 0:
        state.supply -= 1
        state.shared_compass = seat
    else:
        gain(state, seat)


@rule
def gain_for_row(state: Record) -> None:
    """A placement that completes a row of consecutive numbers brings a compass [31, R4]."""
    cell = int(state.placed_cell)
    if state.supply > 0 and cell >= 0 and grid.is_row_consecutive(state, grid.row_of(state, cell)):
        gain(state, int(state.active))


@rule
def may_trade(state: Record, seat: int) -> bool:
    """A whole hand of two or more, all of which may be discarded, for a compass [32, R12]."""
    size = int(state.hand_sizes[seat])
    return state.supply > 0 and size >= 2 and discards.count_discardable(state, seat) == size


@rule
def mark_trade(state: Record, seat: int, mask: Buffer) -> None:
    """The whole hand may be traded for a compass [32]."""
    mask[ACTION.trade] = may_trade(state, seat)


@rule
def trade(state: Record) -> None:
    """Discard the whole hand, all of which may be, and gain a compass [32]."""
    seat = int(state.active)
    evidence.see_discardable(state, seat, int(state.hand_sizes[seat]), cards.MAX_HAND)
    discards.discard_all(state, seat)
    gain(state, seat)
