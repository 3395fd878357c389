"""How positions of Tranquility are written: ``tranquility 2 | hands 12 40 / 5 7 | grid a1=3``.

Where nothing says what is being decided, a turn begins.
"""

from __future__ import annotations

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.written_position import PositionTable
from boardgame_envs.games.tranquility import cards, rules
from boardgame_envs.games.tranquility.state import TABLE, Stage
from boardgame_envs.games.tranquility.writing import (
    card_entries,
    checks,
    course_entries,
    evidence_entries,
    field_entries,
)


def prepare(state: Record) -> None:
    """Let a turn of the first player begin [8]."""
    state["ways"] = evidence_entries.UNWRITTEN
    state["seat"] = TABLE
    state["stage"] = Stage.TURN


def complete(state: Record) -> None:
    """Count the cards everywhere, refuse what the box has not, and let the table go on [1, 8]."""
    for name in ("hand", "pile"):
        state[f"{name}_sizes"] = (state[f"{name}s"] > 0).sum(axis=1)
    for name in ("explorer", "row", "deck"):
        state[f"{name}_size"] = (state[name] > 0).sum()
    state["discard_sizes"] = state["discards"].sum(axis=1) + (state["blind"] > 0).sum(axis=1)
    state["gone"][cards.START] = int(state["is_start_played"])
    checks.check_cards(state)
    if int(state["stage"]) != Stage.DEAL:
        for hand, size in zip(state["hands"], state["hand_sizes"], strict=True):
            hand[:size].sort()
    checks.check_course(state)
    evidence_entries.complete_ways(state)
    if int(state["seat"]) == TABLE:
        rules.go_on(state)


POSITION = PositionTable(
    entries=(
        *field_entries.ENTRIES,
        *card_entries.ENTRIES,
        *course_entries.ENTRIES,
        *evidence_entries.ENTRIES,
    ),
    prepare=prepare,
    complete=complete,
)
