"""What has happened, as one seat learned of it, with what matters about it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from boardgame_envs.core.guide.finding import guide_of
from boardgame_envs.core.seats import CHANCE

if TYPE_CHECKING:
    from boardgame_envs.core.information import InformationState
    from boardgame_envs.core.table import Moment, Table


class News(NamedTuple):
    """One event: who acted (or CHANCE), what a seat was told of it, and what matters about it."""

    seat: int
    told: str
    notes: tuple[str, ...] = ()


def announce(before: InformationState, told: str, after: InformationState) -> tuple[str, ...]:
    """Return what matters about an action, from what a seat knew before and knows after it."""
    if before.seat != after.seat:
        raise ValueError(f"seat {before.seat} is not told what seat {after.seat} knows")
    guide = guide_of(before.game)
    return () if guide is None else tuple(guide.announce(before, told, after))


def news(table: Table, observer: int, since: int = 0) -> list[News]:
    """Return what a seat has learned of each event of a game, from a number of events on."""
    observer = table.check_seat(observer)
    return list(islice(all_news(table, observer, since), since, None))


def all_news(table: Table, observer: int, since: int) -> Iterator[News]:
    """Go through the events of a game; those before a number of them without notes."""
    moments = list(table.history())
    # what the seat knows after a decision it knows before the next one
    known: InformationState | None = None
    for number, moment in enumerate(moments):
        if moment.seat == CHANCE:
            yield News(CHANCE, table.game.notation.tell_outcome(moment.state, observer))
            continue
        told = table.game.actions.tell(moment.state, moment.action, observer)
        notes: tuple[str, ...] = ()
        if number >= since:
            before = knowledge_at(table, moment, observer) if known is None else known
            known = knowledge_after(table, moments[number + 1 :], observer)
            notes = announce(before, told, known)
        yield News(moment.seat, told, notes)


def knowledge_at(table: Table, moment: Moment, observer: int) -> InformationState:
    """Return what a seat knew before a decision."""
    states = np.array([moment.state], table.game.rules.STATE)
    return table.with_state(states).information(observer)


def knowledge_after(table: Table, later: list[Moment], observer: int) -> InformationState:
    """Return what a seat knew when a decision and all that chance made of it was over."""
    decision = next((moment for moment in later if moment.seat != CHANCE), None)
    if decision is None:
        return table.information(observer)
    return knowledge_at(table, decision, observer)
