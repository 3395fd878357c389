"""The duel: two opponents, an open row of cards, and points for the cards placed [41-46]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import NOBODY, next_seat
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.cards import HAND_LIMIT, NO_CARD
from boardgame_envs.games.tranquility.grid import can_play, is_full
from boardgame_envs.games.tranquility.hands import discard_slot, take_card
from boardgame_envs.games.tranquility.knowledge import see_discarded, see_in_hand, see_whole_hand
from boardgame_envs.games.tranquility.table import (
    ROW_SIZE,
    TABLE,
    Outcome,
    Phase,
    Stage,
)

CARD_POINTS = 2
SHORTEST_RUN = 3
MOST_LEAD = 200  # more points than any lead can have


# --- a turn ---


@rule
def open_duel_turn(state: Record) -> None:
    """Who has one card or none, and cannot place it, passes without a decision [45]."""
    seat = int(state.active)
    if state.hand_sizes[seat] <= 1 and not can_play(state, seat):
        pass_turn(state)
    else:
        state.seat = seat
        state.phase = Phase.ACT


@rule
def pass_turn(state: Record) -> None:
    """It is the opponent's turn [41]."""
    state.active = next_seat(state, int(state.active))
    state.is_refused = False
    state.placed_cell = -1
    state.stage = Stage.TURN
    state.seat = TABLE


@rule
def end_duel_action(state: Record) -> None:
    """After the payment the game may be over; else cards are drawn [45]."""
    if is_full(state) or (state.hand_sizes[0] <= 1 and state.hand_sizes[1] <= 1):
        state.outcome = Outcome.SCORED
        state.seat = NOBODY
    else:
        state.stage = Stage.DUEL_REFILL


@rule
def refill_from_row(state: Record) -> None:
    """Refill to five from the row, the farthest card first; then the row from the deck [43]."""
    while state.hand_sizes[state.active] < HAND_LIMIT and state.row_size > 0:
        take_from_row(state)
    refill_row(state)
    pass_turn(state)


@rule
def take_from_row(state: Record) -> None:
    """The card farthest from the deck comes into the hand, for all to see [19, 43]."""
    seat, card = int(state.active), int(state.row[0])
    for place in range(state.row_size - 1):
        state.row[place] = state.row[place + 1]
    state.row_size -= 1
    state.row[state.row_size] = NO_CARD
    take_card(state, seat, card)
    see_in_hand(state, seat, card)


@rule
def refill_row(state: Record) -> None:
    """The row is refilled from the deck to five [43]."""
    while state.row_size < ROW_SIZE and state.deck_size > 0:
        state.deck_size -= 1
        state.row[state.row_size] = state.deck[state.deck_size]
        state.deck[state.deck_size] = NO_CARD
        state.row_size += 1


# --- a hand that fits nowhere ---


@rule
def may_refresh(state: Record, seat: int) -> bool:
    """Five cards, none of which can be placed, and no refusal in this turn [44, R6]."""
    if state.is_refused or state.hand_sizes[seat] < HAND_LIMIT:
        return False
    return not can_play(state, seat)


@rule
def mark_refresh(state: Record, seat: int, mask: Buffer) -> None:
    """A hand that fits nowhere may be shown, to exchange it [44]."""
    mask[ACTION.refresh] = may_refresh(state, seat)


@rule
def mark_consent(mask: Buffer) -> None:
    """The opponent agrees or refuses [44]."""
    mask[ACTION.agree] = True
    mask[ACTION.refuse] = True


@rule
def show_hand(state: Record) -> None:
    """Show the hand to the opponent, who decides [44]."""
    seat = int(state.active)
    see_whole_hand(state, seat)
    state.seat = next_seat(state, seat)
    state.phase = Phase.REFRESH


@rule
def exchange_hand(state: Record) -> None:
    """Discard all five, take the whole row, however short; the turn ends [44]."""
    seat = int(state.active)
    for slot in range(state.hand_sizes[seat] - 1, -1, -1):
        card = int(state.hands[seat, slot])
        discard_slot(state, seat, slot)
        see_discarded(state, seat, card)
    while state.row_size > 0:
        take_from_row(state)
    refill_row(state)
    end_duel_action(state)
    if state.seat != NOBODY:
        pass_turn(state)


@rule
def refuse_exchange(state: Record) -> None:
    """Refused: the player acts otherwise, and may not ask again this turn [44]."""
    state.is_refused = True
    state.stage = Stage.TURN
    state.seat = TABLE


# --- the score ---


@rule
def count_own_cells(state: Record, seat: int) -> int:
    """Return how many cards of a player lie in the grid [46]."""
    cells = 0
    for cell in range(state.num_cells):
        cells += int(state.grid[cell] != NO_CARD and state.owner[cell] == seat)
    return cells


@rule
def run_points(state: Record, seat: int) -> int:
    """Return L for each run of three or more own cards with consecutive numbers [46]."""
    points, length = 0, 0
    for cell in range(state.num_cells + 1):
        is_own = cell < state.num_cells and state.grid[cell] > 0 and state.owner[cell] == seat
        if is_own and length > 0 and state.grid[cell] == state.grid[cell - 1] + 1:
            length += 1
            continue
        points += length if length >= SHORTEST_RUN else 0
        length = 1 if is_own else 0
    return points


@rule
def points_of(state: Record, seat: int) -> int:
    """Two for each own card, its runs, and one less for each card discarded [46]."""
    cards = count_own_cells(state, seat)
    return CARD_POINTS * cards + run_points(state, seat) - int(state.discard_sizes[seat])


@rule
def duel_lead(state: Record, seat: int) -> int:
    """Above 0 if a player is ahead: by points, then by cards in the grid [46]."""
    other = next_seat(state, seat)
    lead = points_of(state, seat) - points_of(state, other)
    if lead == 0:
        lead = count_own_cells(state, seat) - count_own_cells(state, other)
    return lead
