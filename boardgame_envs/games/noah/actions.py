"""The actions of Noah [4, 9, 10, 13, 16].

Opponents are counted clockwise from the player whose turn it is, boats clockwise from Noah.
"""

from __future__ import annotations

from boardgame_envs.core.actions import Actions, ActionTable, Axis
from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games.noah.cards import ANIMAL_NAMES, CARD_NAMES, NUM_BOATS, NUM_OPPONENTS

# --- what actions are counted by ---


def opponent_of(state: Record, index: int) -> int:
    """Return the seat of an opponent [2]."""
    return (int(state["active"]) + index + 1) % int(state["num_players"])


def name_opponent(state: Record, index: int) -> str:
    """Return the name of an opponent [2]."""
    return seat_name(opponent_of(state, index))


def name_boat(state: Record, index: int) -> str:
    """Return the number of a boat, counted from the first one [13]."""
    return str((int(state["noah"]) + index + 1) % NUM_BOATS + 1)


ANIMAL = Axis("animal", ANIMAL_NAMES)
CARD = Axis("card", CARD_NAMES)
OPPONENT = Axis(
    "opponent",
    ("+1", "+2", "+3", "+4"),
    ("next player", "player after the next", "third player from here", "fourth player"),
    name_opponent,
)
BOAT = Axis(
    "boat",
    ("+1", "+2", "+3", "+4"),
    ("next boat clockwise", "second boat", "third boat", "boat before this one"),
    name_boat,
)

# --- what others learn of them ---


def tell_return(state: Record, indices: tuple[int, ...], observer: int) -> str | None:
    """A returned card is known to those who swap [10]."""
    swapping = int(state["active"]), int(state["opponent"])
    return None if observer in swapping else "return a card"


def tell_gift(state: Record, indices: tuple[int, ...], observer: int) -> str | None:
    """A gift is known to giver and receiver [16]."""
    receiver = opponent_of(state, indices[1])
    known_to = int(state["active"]), receiver
    return None if observer in known_to else f"give a card {seat_name(receiver)}"


# --- the table ---

ACTIONS = ActionTable(
    Actions("load", "load {animal}", (ANIMAL,), "play {animal}"),
    Actions("look", "see the hand of the {opponent}", (OPPONENT,)),
    Actions("draw", "draw from the {opponent}", (OPPONENT,)),
    Actions("give_back", "return {card}", (CARD,), "return {card}", tell_return),
    Actions("move_noah", "move Noah to the {boat}", (BOAT,), "noah {boat}"),
    Actions("give", "give {card} to the {opponent}", (CARD, OPPONENT), told=tell_gift),
)
# the first action of each kind
ACTION = ACTIONS.offsets()
# the kind of each action, as one of these numbers
KIND = ACTIONS.kind_numbers()
KIND_OF = ACTIONS.kind_of
# the place of each action on each axis
ANIMAL_IN, CARD_IN = ACTIONS.along("animal"), ACTIONS.along("card")
OPPONENT_IN, BOAT_IN = ACTIONS.along("opponent"), ACTIONS.along("boat")


@rule
def gift_of(card: int, opponent: int) -> int:
    """Return the action that gives a card to an opponent [16]."""
    return int(ACTION.give + card * NUM_OPPONENTS + opponent)
