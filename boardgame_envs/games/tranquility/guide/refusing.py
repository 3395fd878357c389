"""Why an action of Tranquility is not legal, by the number of a rule."""

from __future__ import annotations

from boardgame_envs.core.guide.finding import Refusal
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTION, ACTIONS, CELL_OF, SLOT_OF
from boardgame_envs.games.tranquility.field import grid
from boardgame_envs.games.tranquility.guide.asking import cell_words, counted, row_of_cell
from boardgame_envs.games.tranquility.guide.refusing_turns import refuse_of_turn
from boardgame_envs.games.tranquility.state import NOWHERE, Mode, Phase
from boardgame_envs.games.tranquility.turn import discards

LIFTS = ("lift_yellow", "lift_orange", "lift_purple")
# what is to be done in each phase but that of a turn, by which rule, and by which kinds of action
TASKS: dict[Phase, tuple[str, str, tuple[str, ...]]] = {
    Phase.PAY: ("You are to pay for the island with discards now.", "4", ("discard",)),
    Phase.DISCARD: ("You are to discard the second of two cards now.", "10", ("discard",)),
    Phase.ROTATE: ("You are to pay for the rotation with a discard now.", "39", ("discard",)),
    Phase.STAY: ("You are to discard two cards for the reef now.", "21", ("discard",)),
    Phase.HOLD: ("You are to discard down to the limit of your hand now.", "26", ("discard",)),
    Phase.SHED: ("You are to discard what you pledged for the Start now.", "15", ("discard",)),
    Phase.REEF: ("You are to move the reef or let it stay now.", "21", ("move_reef", "keep_reef")),
    Phase.NEW_REEF: ("You are to say at which row the reef lies now.", "36", ("move_reef",)),
    Phase.MONSTER: ("You are to say what the monster destroys now.", "36", ("monster",)),
    Phase.STORM: ("You are to say which row the purple storm closes now.", "28", ("place_storm",)),
    Phase.ANSWER: ("You are to cancel or accept the storm now.", "30", ("cancel", "accept")),
    Phase.LIFT: (
        "Before the refill you lift a yellow storm of your own, or nothing.",
        "R13",
        ("no_lift",),
    ),
    Phase.RESCUE: (
        "You may lift a storm for a player who has no legal action, or nothing.",
        "R14",
        (*LIFTS, "no_lift"),
    ),
    Phase.BLIND: ("You are to discard two cards unseen, or not, now.", "27", ("blind", "no_blind")),
    Phase.OFFER: ("You are to offer a number of cards now.", "14", ("offer",)),
    Phase.PLEDGE: ("You are to pledge a number of cards now.", "14", ("pledge",)),
    Phase.TAKE: ("You are to take a card of the row now.", "V7", ("take",)),
    Phase.REFRESH: ("You are to agree to new cards, or to refuse, now.", "44", ("agree", "refuse")),
}


def refuse(information: InformationState, action: int) -> Refusal:
    """Tell why an action is not legal, by what is decided now."""
    phase, kind = Phase(int(information.imagined.phase)), ACTIONS.kind_at(action).kind
    if phase == Phase.ACT:
        return refuse_in_turn(information, action)
    words, rule, kinds = TASKS[phase]
    if kind not in kinds:
        return Refusal(words, (rule,))
    if kind == "discard":
        return refuse_discard(information, action, rule)
    if kind in ("move_reef", "place_storm"):
        return refuse_row(information, ACTIONS.indices(action)[0], rule)
    if kind == "keep_reef":
        return Refusal("To let the reef stay you need two cards that may be discarded.", (rule,))
    if kind == "monster":
        return refuse_prey(information, action)
    if kind in LIFTS:
        return refuse_lift(information, action)
    if kind == "no_blind":
        return Refusal("Without these two the team could not discard 8 cards.", (rule,))
    if kind == "take":
        return refuse_take(information, ACTIONS.indices(action)[0])
    return refuse_count(information, action, rule)


def refuse_in_turn(information: InformationState, action: int) -> Refusal:
    """Tell why something is not the action of a turn, or of this one [8]."""
    kind = ACTIONS.kind_at(action).kind
    if kind in LIFTS:
        return refuse_lift(information, action)
    if information.mask[ACTION.start]:
        return Refusal("You hold a Start and must play it.", ("12",))
    if kind == "discard":
        return refuse_discard(information, action, "10")
    if kind == "monster":
        if not any(card == cards.MONSTER for card in information.view["my_hand"]):
            return Refusal("You hold no monster.", ("23",))
        return refuse_prey(information, action)
    return refuse_of_turn(information, action)


# --- what several phases have in common ---


def refuse_discard(information: InformationState, action: int, rule: str) -> Refusal:
    """Tell why a card cannot be discarded, or not now [10, 11, R1]."""
    state, seat, slot = information.imagined, information.seat, int(SLOT_OF[action])
    size, is_turn = int(state.hand_sizes[seat]), int(state.phase) == Phase.ACT
    if slot >= size:
        return Refusal(f"Your hand has only {counted(size, 'card')}.", ("11",))
    card = int(state.hands[seat, slot])
    if not discards.is_discardable(state, card):
        if card == cards.MONSTER:
            return Refusal("A monster cannot be discarded.", ("11", "23"))
        return Refusal("Until a Start lies, a Start cannot be discarded.", ("11",))
    due = discards.CARDS_OF_A_DISCARD if is_turn else int(state.owed)
    if discards.count_discardable(state, seat) < due:
        return Refusal(f"You have fewer than {due} cards that may be discarded.", (rule,))
    name, first = cards.card_name(card), 0 if is_turn else int(state.first_slot)
    if slot < first:
        return Refusal(f"Discards are named in order: {name} comes before the last one.", ("R1",))
    if slot > first and int(state.hands[seat, slot - 1]) == card:
        return Refusal(f"You hold several such cards: {name} means the first of them.", ("R1",))
    return Refusal(
        f"Discards are named in order: {due} are due, and fewer may go from {name} on.", ("R1",)
    )


def refuse_row(information: InformationState, row: int, rule: str) -> Refusal:
    """Tell why a reef or a storm cannot lie at a row [21, 28, 36]."""
    state = information.imagined
    if grid.empty_cells_in_row(state, row) == 0:
        return Refusal(f"Row {row + 1} has no empty cell.", (rule,))
    return Refusal(f"The reef lies at row {row + 1} already: it moves to another one.", (rule,))


def refuse_prey(information: InformationState, action: int) -> Refusal:
    """Tell why a monster cannot come on a cell [20, 23]."""
    state, cell = information.imagined, int(CELL_OF[action])
    if cell >= int(state.num_cells):
        return no_such_cell(information)
    if int(state.grid[cell]) == cards.NO_CARD:
        return Refusal(f"There is no island on {cell_words(state, cell)}.", ("23",))
    return closed_row(information, cell)


def no_such_cell(information: InformationState) -> Refusal:
    """Tell that a field has no such cell [2, 33, 35]."""
    rules = {Mode.HIGH_ARCH: "33", Mode.PYRAMID: "35"}
    return Refusal(
        "This field has no such cell.", (rules.get(Mode(int(information.imagined.mode)), "2"),)
    )


def closed_row(information: InformationState, cell: int) -> Refusal:
    """Tell what closes a row [20]."""
    state, row = information.imagined, row_of_cell(information.imagined, cell)
    by = "the reef" if int(state.reef_row) == row - 1 else "a purple storm"
    return Refusal(f"Row {row} is closed by {by}.", ("20",))


def refuse_lift(information: InformationState, action: int) -> Refusal:
    """Tell why a storm cannot be lifted: no such storm, or no compass [30, V2]."""
    state, kind = information.imagined, ACTIONS.kind_at(action).kind
    number, colour = ACTIONS.indices(action)[0], kind.removeprefix("lift_")
    if kind == "lift_purple":
        lies, where = state.purples[number] > 0, f"at row {number + 1}"
    elif number >= information.num_players:
        return Refusal("There is no such player.", ("30",))
    else:
        seat = (information.seat + number) % information.num_players
        lies = (state.yellows if kind == "lift_yellow" else state.oranges)[seat] > 0
        where = "before you" if number == 0 else f"before {seat_name(seat)}"
    if not lies:
        return Refusal(f"No {colour} storm lies {where}.", ("30",))
    whose = "You have" if state.is_ru else "The team has"
    return Refusal(f"{whose} no compass.", ("30", "V2") if state.is_ru else ("30",))


# --- the Start, and the duel ---


def refuse_count(information: InformationState, action: int, rule: str) -> Refusal:
    """Tell how many cards may be offered or pledged [14]."""
    kind = ACTIONS.kind_at(action).kind
    if kind == "offer":
        most = discards.count_discardable(information.imagined, information.seat)
        return Refusal(f"You have {counted(most, 'card')} that may be discarded.", (rule,))
    legal = [
        count for count, _ in enumerate(ACTIONS.range_of(kind)) if is_legal(information, count)
    ]
    return Refusal(
        f"So that the total can be exactly 8 you may pledge {legal[0]} to {legal[-1]}.", (rule,)
    )


def is_legal(information: InformationState, count: int) -> bool:
    """Tell whether a number may be pledged [14]."""
    return bool(information.mask[ACTIONS.number("pledge", count)])


def refuse_take(information: InformationState, place: int) -> Refusal:
    """Tell why a card of the row cannot be taken now [V7, R18]."""
    state = information.imagined
    if place >= int(state.row_size):
        return Refusal(f"The row has only {counted(int(state.row_size), 'card')}.", ("V7",))
    card, last = int(state.row[place]), int(state.last_taken)
    if card <= last:
        return Refusal(f"Cards are taken in ascending order: {card} is below {last}.", ("R18",))
    return Refusal(
        f"Cards are taken in ascending order: above {card} there are too few for the others.",
        ("R18",),
    )


def refuse_words(information: InformationState, text: str) -> Refusal | None:
    """Tell of cards that are not in the hand, and of cells that are not in the field [2, 9]."""
    words = text.lower().split()
    held = [str(cards.card_name(card)) for card in information.view["my_hand"] if card]
    numbers = [word for word in words if word.isdecimal()]
    if numbers and words[0] not in ("offer", "pledge", "reef", "storm", "lift", "take"):
        number = int(numbers[0])
        if not 1 <= number <= cards.ISLANDS:
            return Refusal(f"Islands are numbered from 1 to {cards.ISLANDS}.", ("1",))
        if numbers[0] not in held:
            return Refusal(f"You do not hold {number}; your hand is {' '.join(held)}.", ("9",))
        return Refusal("The field has no such cell.", ("2",))
    if words[:1] == ["reef"] and int(information.imagined.reef_row) == NOWHERE:
        return Refusal("There is no reef.", ("21",))
    if words[:1] == ["take"] and information.view["mode"] == "duel":
        return Refusal("That card is not in the row.", ("43",))
    return None
