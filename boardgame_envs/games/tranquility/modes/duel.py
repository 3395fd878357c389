"""The duel: two opponents, an open row of cards, and points for the cards placed [41-46]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import NOBODY, next_seat
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.field import grid, placing
from boardgame_envs.games.tranquility.information import seen_cards
from boardgame_envs.games.tranquility.state import TABLE, Outcome, Phase, Stage
from boardgame_envs.games.tranquility.turn import discards, hands

CARD_POINTS = 2
SHORTEST_RUN = 3
MOST_LEAD = 200  # more points than any lead can have


# --- a turn ---


@rule
def open_turn(state: Record) -> None:
    """Who has one card or none, and cannot place it, passes without a decision [45]."""
    seat = int(state.active)
    if state.hand_sizes[seat] <= 1 and not placing.can_play(state, seat):
        seen_cards.see_pass(state, seat)
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
def end_action(state: Record) -> None:
    """After the payment the game may be over; else cards are drawn [45]."""
    if grid.is_full(state) or (state.hand_sizes[0] <= 1 and state.hand_sizes[1] <= 1):
        state.outcome = Outcome.SCORED
        state.seat = NOBODY
    else:
        state.stage = Stage.DUEL_REFILL


@rule
def refill_from_row(state: Record) -> None:
    """Refill to five from the row, the farthest card first; then the row from the deck [43].

    Cards may be chosen, if there are more than are needed [V7].
    """
    missing = count_missing(state)
    if state.has_row_choice and 0 < missing < state.row_size:
        state.seat = state.active
        state.phase = Phase.TAKE
        return
    for _ in range(min(missing, int(state.row_size))):
        take_from_row(state, 0)
    state.last_taken = cards.NO_CARD
    refill_row(state)
    pass_turn(state)


@rule
def count_missing(state: Record) -> int:
    """Return how many cards the active player needs to have five [43]."""
    return cards.HAND_LIMIT - int(state.hand_sizes[state.active])


@rule
def take_from_row(state: Record, place: int) -> int:
    """A card of the row comes into the hand, for all to see; the others move up [19, 43].

    Returns the card.
    """
    seat, card = int(state.active), int(state.row[place])
    for later in range(place, state.row_size - 1):
        state.row[later] = state.row[later + 1]
    state.row_size -= 1
    state.row[state.row_size] = cards.NO_CARD
    hands.take_card(state, seat, card)
    seen_cards.see_in_hand(state, seat, card)
    return card


@rule
def mark_takes(state: Record, mask: Buffer) -> None:
    """Ascending, and never so that too few higher cards are left to take [V7, R18]."""
    for place in range(state.row_size):
        higher = 0
        for other in range(state.row_size):
            higher += int(state.row[other] > state.row[place])
        is_next = state.row[place] > state.last_taken
        mask[ACTION.take + place] = is_next and higher >= count_missing(state) - 1


@rule
def take(state: Record, place: int) -> None:
    """Take a card of the row by choice [V7]."""
    state.last_taken = take_from_row(state, place)
    state.seat = TABLE


@rule
def refill_row(state: Record) -> None:
    """The row is refilled from the deck to five [43]."""
    while state.row_size < cards.ROW_SIZE and state.deck_size > 0:
        state.deck_size -= 1
        state.row[state.row_size] = state.deck[state.deck_size]
        state.deck[state.deck_size] = cards.NO_CARD
        state.row_size += 1


# --- a hand that fits nowhere ---


@rule
def mark_refresh(state: Record, seat: int, can_place: bool, mask: Buffer) -> None:
    """Five cards that fit nowhere may be shown, unless that was refused in this turn [44, R6]."""
    is_whole = state.hand_sizes[seat] >= cards.HAND_LIMIT
    mask[ACTION.refresh] = is_whole and not can_place and not state.is_refused


@rule
def mark_consent(mask: Buffer) -> None:
    """The opponent agrees or refuses [44]."""
    mask[ACTION.agree] = True
    mask[ACTION.refuse] = True


@rule
def show_hand(state: Record) -> None:
    """Show the hand to the opponent, who decides [44]."""
    seat = int(state.active)
    seen_cards.see_whole_hand(state, seat)
    state.seat = next_seat(state, seat)
    state.phase = Phase.REFRESH


@rule
def exchange_hand(state: Record) -> None:
    """Discard all five, take the whole row, however short; the turn ends [44]."""
    seat = int(state.active)
    for slot in range(state.hand_sizes[seat] - 1, -1, -1):
        card = int(state.hands[seat, slot])
        discards.discard_slot(state, seat, slot)
        seen_cards.see_discarded(state, seat, card)
    while state.row_size > 0:
        take_from_row(state, 0)
    refill_row(state)
    end_action(state)
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
        cells += int(state.grid[cell] != cards.NO_CARD and state.owner[cell] == seat)
    return cells


@rule
def run_points(state: Record, seat: int) -> int:
    """Return the lengths of a player's runs of three or more consecutive numbers [46]."""
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
    """Two for each card of a player, their runs, and one less for each discard [46]."""
    placed = CARD_POINTS * count_own_cells(state, seat)
    return placed + run_points(state, seat) - int(state.discard_sizes[seat])


@rule
def lead_of(state: Record, seat: int) -> int:
    """Above 0 if a player is ahead: by points, then by cards in the grid; else a draw [46, R19]."""
    other = next_seat(state, seat)
    lead = points_of(state, seat) - points_of(state, other)
    if lead == 0:
        lead = count_own_cells(state, seat) - count_own_cells(state, other)
    return lead
