"""A finished game as scenes: one before each decision, and one of the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from boardgame_envs.core.seats import CHANCE, seat_name
from boardgame_envs.core.sight import draw_table
from boardgame_envs.core.table import Moment, Table
from boardgame_envs.pictures.display import Scene


def check_over(table: Table) -> None:
    """Refuse a game that is not over: its pictures would show the hidden cards."""
    table.check_begun()
    if not table.over:
        raise ValueError("the game is not over: a replay would show the hidden cards")


def decisions_of(table: Table) -> list[Moment]:
    """Return the decisions of a game, with the table before each."""
    return [moment for moment in table.history() if moment.seat != CHANCE]


def scenes_of(table: Table, observer: int | None, names: Sequence[str] = ()) -> Iterator[Scene]:
    """Go through the pictures of a finished game, as a seat or spectators (None) saw it."""
    check_over(table)
    told = ""
    for moment in decisions_of(table):
        yield draw_table(table_before(table, moment), observer, names, told)
        told = told_of(table, moment, observer)
    yield draw_table(table, observer, names, told)


def scene_at(table: Table, turn: int, observer: int | None, names: Sequence[str] = ()) -> Scene:
    """Return the picture of a finished game after a number of decisions."""
    check_over(table)
    turn, decisions = check_turn(table, turn), decisions_of(table)
    told = told_of(table, decisions[turn - 1], observer) if turn else ""
    now = table if turn == len(decisions) else table_before(table, decisions[turn])
    return draw_table(now, observer, names, told)


def check_turn(table: Table, turn: int) -> int:
    """Return a number of decisions after which a game can be looked at, or raise ValueError."""
    if not 0 <= turn <= table.num_decisions:
        raise ValueError(
            f"the turn must be from 0 to {table.num_decisions}, the end of the game, not {turn}"
        )
    return turn


def table_before(table: Table, moment: Moment) -> Table:
    """Return the table as it was before a decision, without its past."""
    return table.with_state(np.array([moment.state], table.game.rules.STATE))


def told_of(table: Table, moment: Moment, observer: int | None) -> str:
    """Return what an observer was told of a decision; spectators are told all."""
    actions = table.game.actions
    told = (
        actions.name(moment.state, moment.action)
        if observer is None
        else actions.tell(moment.state, moment.action, observer)
    )
    return f"{seat_name(moment.seat)}: {told}"
