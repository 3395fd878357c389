"""Why something is not the action of a turn: placements, and what has a moment of its own."""

from __future__ import annotations

from boardgame_envs.core.guide.finding import Refusal
from boardgame_envs.core.information import InformationState
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTIONS, CELL_OF, SLOT_OF
from boardgame_envs.games.tranquility.field import gaps, grid, shapes
from boardgame_envs.games.tranquility.guide.asking import cell_words, counted, row_of_cell
from boardgame_envs.games.tranquility.modes import day_and_night, high_arch
from boardgame_envs.games.tranquility.state import Mode
from boardgame_envs.games.tranquility.turn import discards

# what is never the action of a turn, but has a moment of its own
OTHER_MOMENTS = {
    "offer": ("Cards are offered when a Start is played.", "14"),
    "pledge": ("Cards are pledged when a Start is played.", "14"),
    "move_reef": ("A reef is moved at the end of a turn, where there is one.", "21"),
    "keep_reef": ("A reef is moved or stays at the end of a turn, where there is one.", "21"),
    "place_storm": ("A purple storm closes a row when it is drawn.", "28"),
    "cancel": ("A storm is cancelled when it is drawn.", "30"),
    "accept": ("A storm is accepted when it is drawn.", "30"),
    "blind": (
        "Cards are discarded unseen when a Start is played, by who has a yellow storm.",
        "27",
    ),
    "no_blind": ("Cards are discarded unseen when a Start is played, or not.", "27"),
    "no_lift": ("Nothing need be lifted now: that is asked before a refill.", "R13"),
    "take": ("Cards of the row are taken when a hand is refilled in a duel.", "43"),
    "agree": ("Nobody has asked for new cards.", "44"),
    "refuse": ("Nobody has asked for new cards.", "44"),
}


def refuse_of_turn(information: InformationState, action: int) -> Refusal:
    """Tell why something is not a legal action of this turn [8, 9, 12, 16, 32, 39, 44]."""
    kind = ACTIONS.kind_at(action).kind
    if kind in OTHER_MOMENTS:
        words, rule = OTHER_MOMENTS[kind]
        return Refusal(words, (rule,))
    if kind == "play":
        return refuse_play(information, action)
    if kind == "start":
        return refuse_start(information)
    if kind == "finish":
        return refuse_finish(information)
    if kind == "trade":
        return refuse_trade(information)
    return refuse_rotation(information, action) if kind == "rotate" else refuse_refresh(information)


# --- placements ---


def refuse_play(information: InformationState, action: int) -> Refusal:
    """Tell why a card cannot be played on a cell [2, 9, 20, 33-35]."""
    state, seat = information.imagined, information.seat
    slot, cell = int(SLOT_OF[action]), int(CELL_OF[action])
    if slot >= int(state.hand_sizes[seat]):
        size = counted(int(state.hand_sizes[seat]), "card")
        return Refusal(f"Your hand has only {size}.", ("9",))
    number = int(state.hands[seat, slot])
    if not cards.is_island(number):
        return Refusal(f"A {cards.card_name(number)} is no island.", ("9",))
    if cell >= int(state.num_cells):
        rules = {Mode.HIGH_ARCH: "33", Mode.PYRAMID: "35"}
        return Refusal("This field has no such cell.", (rules.get(Mode(int(state.mode)), "2"),))
    if int(state.grid[cell]) != cards.NO_CARD:
        there = f"{int(state.grid[cell])} lies on {cell_words(state, cell)}"
        return Refusal(f"{there} already.", ("9",))
    first, end = high_arch.lines_in_play(state)
    line = int(shapes.LINE_OF[state.field, cell])
    if not first <= line < end:
        return Refusal("The vault is begun when both columns are full.", ("34",))
    gap = gaps.gap_for(state, line, number)
    if not gap.first <= cell < gap.end:
        return refuse_order(information, cell, number, line)
    return refuse_place(information, gap, cell, number)


def refuse_order(information: InformationState, cell: int, number: int, line: int) -> Refusal:
    """Tell between which numbers a cell lies [3]."""
    state = information.imagined
    start, stop = (int(shapes.LINE_STARTS[state.field, line + step]) for step in (0, 1))
    before = [int(state.grid[c]) for c in range(start, cell) if state.grid[c]]
    behind = [int(state.grid[c]) for c in range(cell + 1, stop) if state.grid[c]]
    bounds = [f"above {before[-1]}"] if before else []
    bounds += [f"below {behind[0]}"] if behind else []
    where = cell_words(state, cell)
    return Refusal(f"On {where} a number must lie {' and '.join(bounds)}, not {number}.", ("3",))


def refuse_place(information: InformationState, gap: gaps.Gap, cell: int, number: int) -> Refusal:
    """Tell why a number cannot come on a cell where it would fit [4, 20, 29, 42]."""
    state, seat = information.imagined, information.seat
    if grid.is_cell_closed(state, cell):
        row = row_of_cell(state, cell)
        by = "the reef" if int(state.reef_row) == row - 1 else "a purple storm"
        return Refusal(f"Row {row} is closed by {by}.", ("20",))
    cost, payable = (
        gaps.cost_in_gap(state, gap, cell, number),
        discards.count_discardable(state, seat) - 1,
    )
    if cost > payable:
        have = counted(max(payable, 0), "other card")
        return Refusal(f"That costs {counted(cost, 'card')}; you have {have} to discard.", ("4",))
    if state.oranges[seat] > 0 and not gaps.touches(gap, cell):
        return Refusal("With an orange storm you play only beside an island.", ("29",))
    return Refusal(f"{number} there would leave a gap with too few numbers for its cells.", ("42",))


# --- other actions of a turn ---


def holds(information: InformationState, card: int) -> bool:
    """Tell whether a card is in one's own hand [19]."""
    return card in information.view["my_hand"]


def refuse_start(information: InformationState) -> Refusal:
    """Tell why there is no Start to play [12, 33, 41]."""
    mode = Mode(int(information.imagined.mode))
    if mode in (Mode.HIGH_ARCH, Mode.DUEL):
        rule = "33" if mode == Mode.HIGH_ARCH else "41"
        return Refusal("There are no Starts in this mode.", (rule,))
    if information.imagined.is_start_played:
        return Refusal("A Start lies already.", ("12",))
    return Refusal("You hold no Start.", ("12",))


def refuse_finish(information: InformationState) -> Refusal:
    """Tell what is missing to play a Finish [16, 24, 33, 37, 40, 41]."""
    state = information.imagined
    mode = Mode(int(state.mode))
    if mode == Mode.PYRAMID:
        return Refusal("In the pyramid nobody plays a Finish: explorers find one.", ("37",))
    if mode == Mode.DUEL:
        return Refusal("There are no Finishes in a duel.", ("41",))
    rule = "33" if mode == Mode.HIGH_ARCH else "16"
    if not holds(information, cards.FINISH):
        return Refusal("You hold no Finish.", (rule,))
    if not grid.is_full(state):
        empty = counted(int(state.num_cells) - int(state.num_filled), "cell")
        return Refusal(f"The field is not full: {empty} empty.", (rule,))
    if not state.is_start_played and mode != Mode.HIGH_ARCH:
        return Refusal("No Start has been played.", (rule,))
    if mode == Mode.DAY_AND_NIGHT and not day_and_night.are_all_right_way_up(state):
        return Refusal("Some cards do not lie the right way up.", ("40",))
    # with the field full and a Start played it is public who holds monsters [R10]
    return Refusal("There is still a monster in a hand.", ("24",))


def refuse_trade(information: InformationState) -> Refusal:
    """Tell why the hand cannot be traded for a compass [25, 32, R12]."""
    state, seat = information.imagined, information.seat
    if not state.has_storms:
        return Refusal("Compasses are traded for only with the expansion storms.", ("32",))
    if state.supply == 0:
        return Refusal("No compass is left to be gained.", ("32",))
    if state.hand_sizes[seat] < discards.CARDS_OF_A_DISCARD:
        return Refusal("To trade your hand you need two cards or more.", ("R12",))
    return Refusal("Not all cards of your hand may be discarded.", ("32",))


def refuse_rotation(information: InformationState, action: int) -> Refusal:
    """Tell why a card cannot be rotated [2, 39]."""
    state, cell = information.imagined, int(CELL_OF[action])
    if int(state.mode) != Mode.DAY_AND_NIGHT:
        return Refusal("Cards are rotated in day and night only.", ("39",))
    if int(state.grid[cell]) == cards.NO_CARD:
        return Refusal(f"There is no card on {cell_words(state, cell)}.", ("39",))
    return Refusal("You have no card to discard for a rotation.", ("39",))


def refuse_refresh(information: InformationState) -> Refusal:
    """Tell why nobody can ask for new cards [44, R6]."""
    state = information.imagined
    if int(state.mode) != Mode.DUEL:
        return Refusal("New cards are asked for in a duel only.", ("44",))
    if state.hand_sizes[information.seat] < cards.HAND_LIMIT:
        return Refusal(f"You need {cards.HAND_LIMIT} cards to ask for new ones.", ("44",))
    if state.is_refused:
        return Refusal("You were refused new cards in this turn.", ("44",))
    return Refusal("You can place a card, so you may not ask for new ones.", ("44", "R6"))
