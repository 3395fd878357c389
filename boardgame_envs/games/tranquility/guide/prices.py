"""What an action of Tranquility costs and brings, as far as its player can know."""

from __future__ import annotations

from collections.abc import Callable

from boardgame_envs.core.information import InformationState
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTIONS, CELL_OF, SLOT_OF
from boardgame_envs.games.tranquility.expansions.reefs import COST_OF_STAYING
from boardgame_envs.games.tranquility.field import gaps, grid, shapes
from boardgame_envs.games.tranquility.guide.asking import cell_words, counted
from boardgame_envs.games.tranquility.modes import day_and_night, duel
from boardgame_envs.games.tranquility.state import Mode, Phase
from boardgame_envs.games.tranquility.turn import discards
from boardgame_envs.games.tranquility.turn.start import extra_cards


def consequence(information: InformationState, action: int) -> str:
    """Tell what a legal action costs and brings, by its kind."""
    kind = ACTIONS.kind_at(action).kind
    return PRICES[kind](information, action)


def number_of(action: int) -> int:
    """Return the row, player or count that an action names."""
    indices = ACTIONS.indices(action)
    return indices[0] if indices else 0


# --- a turn ---


def price_of_play(information: InformationState, action: int) -> str:
    """Tell the cost of an island, the gaps it leaves, and what else comes of it [3, 4, 9]."""
    state, seat = information.imagined, information.seat
    number, cell = int(state.hands[seat, SLOT_OF[action]]), int(CELL_OF[action])
    gap = gaps.gap_for(state, int(shapes.LINE_OF[state.field, cell]), number)
    cost = gaps.cost_in_gap(state, gap, cell, number)
    told = [f"costs {counted(cost, 'card')}" if cost else "free"]
    if cost and cost == discards.count_discardable(state, seat) - 1:
        told[0] += ", all you have"
    sides = (gap.low, number, cell - gap.first), (number, gap.high, gap.end - 1 - cell)
    told += [gap_in_words(*side) for side in sides if side[2]]
    return "; ".join([*told, *effects_of_play(information, cell, number, cost)])


def gap_in_words(low: int, high: int, cells: int) -> str:
    """Tell how many cells are left for which numbers [3]."""
    numbers = high - low - 1
    lowest, highest = low + 1, high - 1
    between = "no number" if numbers < 1 else f"{lowest}-{highest}" if numbers > 1 else f"{lowest}"
    return f"{counted(cells, 'cell')} for {between}"


def effects_of_play(information: InformationState, cell: int, number: int, cost: int) -> list[str]:
    """Tell what an island brings beside its place [31, 36, 40, 46]."""
    state, seat, told = information.imagined, information.seat, []
    after = state.copy()
    grid.fill_cell(after, cell, number)
    after.owner[cell], after.moon[cell] = seat, state.is_moon
    row = grid.row_of(state, cell)
    if state.has_storms and state.supply > 0 and grid.is_row_consecutive(after, row):
        told.append("a compass")
    if state.mode == Mode.PYRAMID and state.borders[cell] and state.explorer_size > 0:
        told.append("an explorer card")
    if state.mode == Mode.DAY_AND_NIGHT:
        is_wrong = day_and_night.is_wrong_way_up(after, cell)
        told.append(
            f"{'moon' if state.is_moon else 'sun'} up, {'wrong' if is_wrong else 'right'} way"
        )
    if state.mode == Mode.DUEL:
        gain = duel.points_of(after, seat) - duel.points_of(state, seat) - cost
        told.append(f"{gain:+} points")
    if grid.is_full(after):
        told.append("the field is full")
    elif grid.empty_cells_in_row(after, row) == 0:
        told.append(f"row {row + 1} is full")
    return told


def price_of_discard(information: InformationState, action: int) -> str:
    """Tell how many more cards go [4, 10, 15, 21, 26, 39, 46]."""
    state = information.imagined
    is_first = int(state.phase) == Phase.ACT
    left = (discards.CARDS_OF_A_DISCARD if is_first else int(state.owed)) - 1
    told = [f"then {counted(left, 'more card')}" if left else "the last of them"]
    if state.mode == Mode.DUEL:
        told.append("-1 point each")
    return "; ".join(told)


def price_of_start(information: InformationState, action: int) -> str:
    """Tell what a Start brings and costs [13, 31]."""
    state = information.imagined
    extra, told = extra_cards(state), []
    if state.has_storms and state.supply > 0:
        told.append("a compass")
    if extra:
        whose = "you draw" if information.num_players == 1 else "each draws"
        told.append(f"{whose} {extra} extra cards")
    who = "you discard" if information.num_players == 1 else "the team discards"
    return "; ".join([*told, f"{who} {cards.CARDS_TO_SHED} cards"])


def price_of_monster(information: InformationState, action: int) -> str:
    """Tell which island leaves the game [23]."""
    state, cell = information.imagined, int(CELL_OF[action])
    where = cell_words(state, cell)
    return f"{int(state.grid[cell])} and the monster leave the game, {where} is empty"


def price_of_rotation(information: InformationState, action: int) -> str:
    """Tell how a card lies after its rotation [39, 40]."""
    state, cell = information.imagined.copy(), int(CELL_OF[action])
    state.moon[cell] = not state.moon[cell]
    shows = "moon" if state.moon[cell] else "sun"
    way = "wrong" if day_and_night.is_wrong_way_up(state, cell) else "right"
    return f"costs 1 card; {int(state.grid[cell])} shows the {shows}, {way} way"


# --- the Start ---


def price_of_offer(information: InformationState, action: int) -> str:
    """Tell what has been offered by then [14]."""
    offers = [offer - 1 for offer in information.view["offers"][1:] if offer]
    mine = number_of(action)
    return f"not binding; {sum(offers) + mine} of {cards.CARDS_TO_SHED} offered then"


def price_of_pledge(information: InformationState, action: int) -> str:
    """Tell what is missing then [14]."""
    missing = information.view["to_pledge"] - number_of(action)
    return f"binding; {missing} left to the others" if missing else "binding; the 8 are complete"


def price_of_blind(information: InformationState, action: int) -> str:
    """Tell how many of the eight are left for the hands [27]."""
    left = cards.CARDS_TO_SHED - int(information.imagined.blinded)
    is_blind = ACTIONS.kind_at(action).kind == "blind"
    left -= cards.BLIND_CARDS if is_blind else 0
    lost = f"{cards.BLIND_CARDS} cards of your pile go unseen; " if is_blind else ""
    return f"{lost}{counted(left, 'card')} of the 8 are left to give"


# --- reefs, storms and compasses ---


def price_of_row(information: InformationState, action: int) -> str:
    """Tell which row is closed, and which one opens [20, 21, 28]."""
    state, row = information.imagined, number_of(action)
    told = f"closes row {row + 1}, {counted(grid.empty_cells_in_row(state, row), 'empty cell')}"
    if int(state.phase) == Phase.REEF and not state.purples[state.reef_row]:
        told += f"; opens row {int(state.reef_row) + 1}"
    return told


def price_of_answer(information: InformationState, action: int) -> str:
    """Tell what the storm does that is cancelled or accepted [26, 28-30]."""
    state = information.imagined
    if ACTIONS.kind_at(action).kind == "cancel":
        return "costs a compass; the storm has no effect"
    drawer = int(state.drawer)
    who, s = ("you", "") if drawer == information.seat else (seat_name(drawer), "s")
    return {
        cards.YELLOW: f"{who} may hold only {cards.YELLOW_LIMIT} cards",
        cards.PURPLE: f"{who} close{s} a row",
        cards.ORANGE: f"{who} may play only beside islands",
    }[int(state.revealed)]


def price_of_lift(information: InformationState, action: int) -> str:
    """Tell what a lifted storm no longer does [30]."""
    state, kind, number = information.imagined, ACTIONS.kind_at(action).kind, number_of(action)
    if kind == "lift_purple":
        still = state.purples[number] > 1 or state.reef_row == number
        return f"costs a compass; row {number + 1} {'stays closed' if still else 'opens'}"
    piles = state.yellows if kind == "lift_yellow" else state.oranges
    other = (information.seat + number) % information.num_players
    who = "you" if number == 0 else seat_name(other)
    if piles[other] > 1:
        return f"costs a compass; another storm stays before {who}"
    held = f"{who} may hold {cards.HAND_LIMIT} cards again"
    return f"costs a compass; {held if kind == 'lift_yellow' else f'{who} may play anywhere'}"


def price_of_trade(information: InformationState, action: int) -> str:
    """Tell how many cards a compass costs [32]."""
    size = int(information.imagined.hand_sizes[information.seat])
    return f"all {size} cards of your hand go; you gain a compass"


# --- the duel ---


def price_of_take(information: InformationState, action: int) -> str:
    """Tell how many cards are still taken then [V7]."""
    left = cards.HAND_LIMIT - int(information.imagined.hand_sizes[information.seat]) - 1
    return f"then {counted(left, 'more card')}, higher than it" if left else "the last of them"


def price_of_consent(information: InformationState, action: int) -> str:
    """Tell what the opponent does then [44]."""
    name = seat_name(int(information.imagined.active))
    if ACTIONS.kind_at(action).kind == "agree":
        return f"{name} discards {cards.HAND_LIMIT} cards and takes the whole row"
    return f"{name} must do something else in this turn"


def said(words: str) -> Callable[[InformationState, int], str]:
    """Return a price that is the same in every position."""
    return lambda information, action: words


PRICES: dict[str, Callable[[InformationState, int], str]] = {
    "play": price_of_play,
    "discard": price_of_discard,
    "start": price_of_start,
    "finish": said("the team wins"),
    "offer": price_of_offer,
    "pledge": price_of_pledge,
    "move_reef": price_of_row,
    "keep_reef": said(f"costs {COST_OF_STAYING} cards"),
    "monster": price_of_monster,
    "place_storm": price_of_row,
    "cancel": price_of_answer,
    "accept": price_of_answer,
    "blind": price_of_blind,
    "no_blind": price_of_blind,
    "lift_yellow": price_of_lift,
    "lift_orange": price_of_lift,
    "lift_purple": price_of_lift,
    "no_lift": said("the compass is kept"),
    "trade": price_of_trade,
    "rotate": price_of_rotation,
    "take": price_of_take,
    "refresh": said("the opponent sees your hand; if agreed, all 5 are exchanged, -5 points"),
    "agree": price_of_consent,
    "refuse": price_of_consent,
}
