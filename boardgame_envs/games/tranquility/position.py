"""How positions of Tranquility are written: ``tranquility 2 | hands 12 40 / 5 7 | grid a1=3``.

Where nothing says what is being decided, a turn begins.
"""

from __future__ import annotations

from collections import Counter

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.problems import NotationError
from boardgame_envs.core.written_position import PositionTable
from boardgame_envs.games.tranquility import cards, rules
from boardgame_envs.games.tranquility.state import TABLE, Stage
from boardgame_envs.games.tranquility.writing import card_entries, course_entries, field_entries

MOST_IN_BOX = Counter(
    {
        **dict.fromkeys(range(1, cards.ISLANDS + 1), 1),
        **dict.fromkeys((cards.YELLOW, cards.PURPLE, cards.ORANGE), cards.STORMS_OF_A_COLOUR),
        cards.START: cards.STARTS,
        cards.FINISH: cards.FINISHES,
        cards.MONSTER: cards.MOST_MONSTERS,
        cards.COMPASS: cards.COMPASSES,
        cards.REEF: cards.REEFS,
        cards.BORDER: cards.BORDERS,
    }
)


def prepare(state: Record) -> None:
    """Let a turn of the first player begin [8]."""
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
    check_cards(state)
    if int(state["stage"]) != Stage.DEAL:
        for hand, size in zip(state["hands"], state["hand_sizes"], strict=True):
            hand[:size].sort()
    if int(state["seat"]) == TABLE:
        rules.go_on(state)


def check_cards(state: Record) -> None:
    """Refuse cards that are not in the box, and islands that are not removed [1, V1]."""
    places = ("grid", "hands", "piles", "blind", "removed", "explorer", "row", "deck")
    there = Counter(int(card) for name in places for card in state[name].flat if card)
    there.update(card_entries.by_kind(state["gone"] + state["discards"].sum(axis=0)))
    for card, count in sorted(there.items()):
        if count > MOST_IN_BOX[card]:
            name = cards.card_name(card)
            raise NotationError(f"the box has {MOST_IN_BOX[card]} of the card {name}, not {count}")
    removed, number = int((state["removed"] > 0).sum()), int(state["removed_islands"])
    if removed != number and int(state["stage"]) != Stage.DEAL:
        raise NotationError(f"'removed' names {number} islands with these options, not {removed}")


POSITION = PositionTable(
    entries=(*field_entries.ENTRIES, *card_entries.ENTRIES, *course_entries.ENTRIES),
    prepare=prepare,
    complete=complete,
)
