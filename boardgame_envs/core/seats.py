"""Seats: who is to act. A state's ``seat`` field holds a seat, CHANCE or NOBODY."""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule

NOBODY = -1  # the game is over
CHANCE = -2  # a random event comes next: a deal, a draw


@rule
def next_seat(state: Record, seat: int) -> int:
    """Return the next seat clockwise."""
    return int(seat) + 1 if seat + 1 < state.num_players else 0


@rule
def seat_after(state: Record, seat: int, steps: int) -> int:
    """Return the seat a number of places clockwise, fewer than there are seats."""
    other = int(seat) + int(steps)
    return other if other < state.num_players else other - int(state.num_players)


@rule
def relative_seat(state: Record, observer: int, seat: int) -> int:
    """Return how many places clockwise from the observer a seat is."""
    return int(seat) - int(observer) + (int(state.num_players) if seat < observer else 0)


def seat_name(seat: int) -> str:
    """Return the name of a seat in notation: seat 0 is P1."""
    return f"P{seat + 1}"
