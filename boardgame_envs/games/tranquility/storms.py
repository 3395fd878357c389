"""Storms and compasses [25-32]: each storm is resolved the moment it is drawn."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import NOBODY, next_seat, seat_after
from boardgame_envs.games.tranquility.actions import ACTION, KIND
from boardgame_envs.games.tranquility.cards import (
    COMPASS,
    NO_CARD,
    ORANGE,
    PURPLE,
    YELLOW,
    YELLOW_LIMIT,
)
from boardgame_envs.games.tranquility.grid import empty_cells_in_row, is_row_consecutive, row_of
from boardgame_envs.games.tranquility.hands import count_discardable, discard_all, owe
from boardgame_envs.games.tranquility.table import (
    NOWHERE,
    NUM_ROWS,
    TABLE,
    Phase,
    Stage,
)

# --- a storm is drawn ---


@rule
def reveal(state: Record, drawer: int, storm: int) -> None:
    """A storm is resolved at once; who has a compass may cancel it first [25, 30]."""
    state.drawer = drawer
    state.revealed = storm
    asked = who_may_cancel(state, drawer)
    if asked == NOBODY:
        break_loose(state)
    else:
        state.seat = asked
        state.phase = Phase.ANSWER


@rule
def who_may_cancel(state: Record, drawer: int) -> int:
    """The drawer; with own compasses the first one clockwise from there who has one [30, V2]."""
    if not state.is_ru:
        return drawer if state.team_compasses > 0 else NOBODY
    for steps in range(state.num_players):
        seat = seat_after(state, drawer, steps)
        if has_compass(state, seat):
            return seat
    return NOBODY


@rule
def cancel_storm(state: Record) -> None:
    """A compass and the storm leave the game [30]."""
    spend_compass(state, int(state.seat))
    calm(state)
    state.seat = TABLE


@rule
def calm(state: Record) -> None:
    """The revealed storm leaves the game without effect [28, 30]."""
    state.gone[state.revealed] += 1
    state.revealed = NO_CARD


@rule
def break_loose(state: Record) -> None:
    """A storm takes effect, by its colour [26, 28, 29]."""
    drawer, storm = int(state.drawer), int(state.revealed)
    state.seat = TABLE
    if storm == PURPLE:
        if has_row_with_room(state):
            state.seat = drawer
            state.phase = Phase.STORM
        else:
            calm(state)
    elif storm == YELLOW:
        state.revealed = NO_CARD
        state.yellows[drawer] += 1
        discard_to_limit(state, drawer)
    else:
        state.revealed = NO_CARD
        state.oranges[drawer] += 1


@rule
def discard_to_limit(state: Record, seat: int) -> None:
    """A yellow storm's drawer discards down to three; extra cards wait for the refill [26, 27]."""
    above = int(state.hand_sizes[seat]) - YELLOW_LIMIT
    if above > 0 and state.stage != Stage.START_EXTRA:
        owe(state, seat, above, Phase.HOLD)


@rule
def has_row_with_room(state: Record) -> bool:
    """Tell whether any row has an empty cell [21, 28]."""
    return bool(state.num_filled < state.num_cells)


@rule
def mark_rows_with_room(state: Record, mask: Buffer, but_for: int) -> None:
    """Every row with an empty cell, but for one perhaps [21, 28]."""
    for row in range(NUM_ROWS):
        mask[row] = row != but_for and empty_cells_in_row(state, row) > 0


@rule
def mark_storm_rows(state: Record, mask: Buffer) -> None:
    """A purple storm goes to a row with an empty cell, one already closed too [28]."""
    mark_rows_with_room(state, mask[ACTION.place_storm : ACTION.place_storm + NUM_ROWS], NOWHERE)


@rule
def mark_answers(mask: Buffer) -> None:
    """A revealed storm is cancelled with a compass, or accepted [30]."""
    mask[ACTION.cancel] = True
    mask[ACTION.accept] = True


@rule
def place_storm(state: Record, row: int) -> None:
    """A purple storm closes a row [28]."""
    state.purples[row] += 1
    state.revealed = NO_CARD
    state.seat = TABLE


# --- compasses ---


@rule
def has_compass(state: Record, seat: int) -> bool:
    """Compasses belong to the team; in the Russian edition to a player, or to two [30, V2]."""
    if not state.is_ru:
        return bool(state.team_compasses > 0)
    return state.own_compasses[seat] > 0 or shares_compass(state, seat)


@rule
def shares_compass(state: Record, seat: int) -> bool:
    """The Start's compass belongs to who played it and the next one clockwise [V2]."""
    holder = int(state.shared_compass)
    return holder != NOBODY and (seat == holder or seat == next_seat(state, holder))


@rule
def spend_compass(state: Record, seat: int) -> None:
    """A compass leaves the game, an own one before the shared one [30, V2]."""
    state.gone[COMPASS] += 1
    if not state.is_ru:
        state.team_compasses -= 1
    elif state.own_compasses[seat] > 0:
        state.own_compasses[seat] -= 1
    else:
        state.shared_compass = NOBODY


@rule
def receive_compass(state: Record, seat: int) -> None:
    """A compass goes to the team, or to who earned it [31, V2]."""
    if state.is_ru:
        state.own_compasses[seat] += 1
    else:
        state.team_compasses += 1


@rule
def gain_compass(state: Record, seat: int) -> None:
    """A compass is gained, while the supply lasts [31]."""
    if state.supply > 0:
        state.supply -= 1
        receive_compass(state, seat)


@rule
def gain_compass_of_start(state: Record, seat: int) -> None:
    """The Start brings a compass; in the Russian edition two players share it [31, V2]."""
    if state.is_ru and state.num_players > 1 and state.supply > 0:
        state.supply -= 1
        state.shared_compass = seat
    else:
        gain_compass(state, seat)


@rule
def gain_compass_of_row(state: Record) -> None:
    """A placement that completes a row of consecutive numbers brings a compass [31, R4]."""
    cell = int(state.placed_cell)
    if state.supply > 0 and cell >= 0 and is_row_consecutive(state, row_of(state, cell)):
        gain_compass(state, int(state.active))


@rule
def may_trade(state: Record, seat: int) -> bool:
    """A whole hand of two or more, all of which may be discarded, for a compass [32]."""
    cards = int(state.hand_sizes[seat])
    return state.supply > 0 and cards >= 2 and count_discardable(state, seat) == cards


@rule
def mark_trade(state: Record, seat: int, mask: Buffer) -> None:
    """The whole hand may be traded for a compass [32]."""
    mask[ACTION.trade] = may_trade(state, seat)


@rule
def trade(state: Record) -> None:
    """Discard the whole hand and gain a compass [32]."""
    discard_all(state, int(state.active))
    gain_compass(state, int(state.active))


# --- storms in play are lifted ---


@rule
def mark_lifts(state: Record, seat: int, mask: Buffer) -> None:
    """With a compass, any storm in play may be lifted before the action [30]."""
    if not has_compass(state, seat):
        return
    for steps in range(state.num_players):
        other = seat_after(state, seat, steps)
        mask[ACTION.lift_yellow + steps] = state.yellows[other] > 0
        mask[ACTION.lift_orange + steps] = state.oranges[other] > 0
    for row in range(NUM_ROWS):
        mask[ACTION.lift_purple + row] = state.purples[row] > 0


@rule
def can_lift(state: Record, seat: int) -> bool:
    """Tell whether a player has a compass and a storm is in play [30, 17]."""
    if not has_compass(state, seat):
        return False
    storms = 0
    for other in range(state.num_players):
        storms += int(state.yellows[other]) + int(state.oranges[other])
    for row in range(NUM_ROWS):
        storms += int(state.purples[row])
    return storms > 0


@rule
def lift(state: Record, kind: int, number: int) -> None:
    """A compass and a storm in play leave the game; this is no action [30]."""
    seat = int(state.seat)
    spend_compass(state, seat)
    if kind == KIND.lift_yellow:
        state.yellows[seat_after(state, seat, number)] -= 1
        state.gone[YELLOW] += 1
    elif kind == KIND.lift_orange:
        state.oranges[seat_after(state, seat, number)] -= 1
        state.gone[ORANGE] += 1
    else:
        state.purples[number] -= 1
        state.gone[PURPLE] += 1
