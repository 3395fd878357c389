"""The actions of Tranquility.

Cards are counted in the sorted hand of the player to act, cells along the line, players clockwise
from the one to act.
"""

from __future__ import annotations

from boardgame_envs.core.actions import Actions, ActionTable, Axis, known_to_actor
from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.field.shapes import CELL_NAMES, Shape
from boardgame_envs.games.tranquility.state import MAX_CELLS, MAX_PLEDGE, NUM_ROWS

# --- what actions are counted by ---


def name_card(state: Record, slot: int) -> str:
    """Return the card at a place in the hand of the player to act; "?" where there is none."""
    seat = int(state["seat"])
    card = int(state["hands"][seat][slot]) if seat >= 0 else 0
    return str(cards.card_name(card)) if card else "?"


def name_cell(state: Record, cell: int) -> str:
    """Return the name of a cell; "?" for a cell that this field has not [2, 33, 35]."""
    names = CELL_NAMES[Shape(int(state["field"]))]
    return names[cell] if cell < len(names) else "?"


def name_player(state: Record, steps: int) -> str:
    """Return the name of a player, counted clockwise from the one to act."""
    return seat_name((int(state["seat"]) + steps) % int(state["num_players"]))


def hand_slots(size: int) -> Axis:
    """Return the places of a hand, by the cards that are there."""
    numbers = tuple(str(slot + 1) for slot in range(size))
    return Axis("hand_slot", tuple(f"#{number}" for number in numbers), numbers, name_card)


def name_row_card(state: Record, place: int) -> str:
    """Return the card at a place in the open row of a duel; "?" where there is none."""
    return str(int(state["row"][place]) or "?")


ROW_PLACES = Axis(
    "row_place",
    tuple(f"#{place + 1}" for place in range(cards.ROW_SIZE)),
    tuple(str(place + 1) for place in range(cards.ROW_SIZE)),
    name_row_card,
)
HAND_SLOTS, ALL_SLOTS = hand_slots(cards.HAND_LIMIT), hand_slots(cards.MAX_HAND)
CELLS = Axis("cell", tuple(CELL_NAMES[Shape.SQUARE]), named_in=name_cell)
ROWS = Axis("row", tuple(str(row + 1) for row in range(NUM_ROWS)))
COUNTS = Axis("count", tuple(str(count) for count in range(MAX_PLEDGE + 1)))
PLAYERS = Axis(
    "player",
    ("+0", "+1", "+2", "+3", "+4"),
    ("me", "the next player", "the player after the next", "the third", "the fourth player"),
    name_player,
)

ACTIONS = ActionTable(
    # a turn [9-12, 16]
    Actions("play", "play card {hand_slot} of the hand on {cell}", (HAND_SLOTS, CELLS)),
    Actions(
        "discard",
        "discard card {hand_slot} of the hand",
        (ALL_SLOTS,),
        told=known_to_actor("discard a card"),
    ),
    Actions("start", "play the Start"),
    Actions("finish", "play the Finish, and win"),
    # the Start [14]
    Actions("offer", "say one could give {count}", (COUNTS,)),
    Actions("pledge", "promise to give {count}", (COUNTS,)),
    # reefs, monsters, storms and compasses [21, 23, 27, 28, 30, 32]
    Actions("move_reef", "put the reef at row {row}", (ROWS,), "reef {row}"),
    Actions("keep_reef", "let the reef stay, for two discards", written="reef stay"),
    Actions("monster", "a monster destroys {cell}", (CELLS,)),
    Actions("place_storm", "a purple storm closes row {row}", (ROWS,), "storm {row}"),
    Actions("cancel", "cancel the revealed storm with a compass"),
    Actions("accept", "let the revealed storm take effect"),
    Actions("blind", "discard the top two cards of one's own pile unseen"),
    Actions("no_blind", "do not"),
    Actions("lift_yellow", "from {player}", (PLAYERS,)),
    Actions("lift_orange", "from {player}", (PLAYERS,)),
    Actions("lift_purple", "from row {row}", (ROWS,)),
    Actions("no_lift", "lift nothing"),
    Actions("trade", "discard the whole hand for a compass"),
    # day and night, and the duel [39, 43, 44]
    Actions("rotate", "rotate the card on {cell}", (CELLS,)),
    Actions(
        "take", "take card {row_place} of the row, counted from the farthest one", (ROW_PLACES,)
    ),
    Actions("refresh", "show the hand and ask for new cards"),
    Actions("agree", "let the opponent have new cards"),
    Actions("refuse", "do not"),
)
NUM_ACTIONS = len(ACTIONS)
# the first action of each kind
ACTION = ACTIONS.offsets()
# the kind of each action, as one of these numbers, and its number among those of its kind
KIND = ACTIONS.kind_numbers()
KIND_OF, NUMBER_IN_KIND = ACTIONS.kind_of, ACTIONS.number_in_kind
# the card and the cell that each action is about
SLOT_OF, CELL_OF = ACTIONS.along("hand_slot"), ACTIONS.along("cell")


@rule
def action_of_play(slot: int, cell: int) -> int:
    """Return the action that plays a card of the hand on a cell [9]."""
    return int(ACTION.play) + slot * MAX_CELLS + cell
