"""The actions of Elements [3, 5-8, 10]."""

from __future__ import annotations

from boardgame_envs.core.actions import Actions, ActionTable, Axis
from boardgame_envs.core.compiled import Record
from boardgame_envs.games.elements.cards import NAMES, VALUES


def name_kind(state: Record, kind: int) -> str:
    """Return the value of a kind of card in the deck that is played with [V4]."""
    if kind >= int(state["num_kinds"]):
        return f"a card of kind {kind + 1}, which this deck has not"
    return str(int(state["values"][kind]))


def name_yin_yang(state: Record, index: int) -> str:
    """Return the highest value of the deck that is played with [7, V4]."""
    return str(int(state["values"].max()))


CARD = Axis(
    "card",
    tuple(map(str, VALUES)),
    tuple(f"{kind} ({name})" for kind, name in enumerate(NAMES, 1)),
    name_kind,
)
YIN_YANG = Axis("yin_yang", (str(VALUES[-1]),), ("Yin-Yang",), name_yin_yang)

ACTIONS = ActionTable(
    Actions("lay", "lay a card of kind {card} on the chain", (CARD,)),
    Actions("take", "take the top card of the chain"),
    Actions("discard", "discard a {yin_yang}", (YIN_YANG,)),
    Actions("reveal", "reveal; the round ends"),
    Actions("surrender", "give the round up"),
)
# the first action of each kind
ACTION = ACTIONS.offsets()
# the kind of each action, as one of these numbers, and its number among those of its kind
KIND = ACTIONS.kind_numbers()
KIND_OF, NUMBER_IN_KIND = ACTIONS.kind_of, ACTIONS.number_in_kind
