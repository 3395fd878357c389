"""Storms [25-30]: each one is resolved the moment it is drawn."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import NOBODY, seat_after
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.expansions import compasses
from boardgame_envs.games.tranquility.field import grid
from boardgame_envs.games.tranquility.state import NOWHERE, TABLE, Phase, Stage
from boardgame_envs.games.tranquility.turn import discards


@rule
def reveal(state: Record, drawer: int, storm: int) -> None:
    """A storm is resolved at once; who has a compass may cancel it first [25, 30]."""
    state.drawer = drawer
    state.revealed = storm
    asked = who_may_cancel(state, drawer)
    if storm == cards.PURPLE and grid.is_full(state):
        # there is no row for it, and nothing to be asked [28]
        calm(state)
    elif asked == NOBODY:
        break_loose(state)
    else:
        state.seat = asked
        state.phase = Phase.ANSWER


@rule
def who_may_cancel(state: Record, drawer: int) -> int:
    """The drawer, or the first one clockwise from there who owns a compass [30, V2]."""
    if not state.is_ru:
        return drawer if state.team_compasses > 0 else NOBODY
    for steps in range(state.num_players):
        seat = seat_after(state, drawer, steps)
        if compasses.has_compass(state, seat):
            return seat
    return NOBODY


@rule
def cancel(state: Record) -> None:
    """A compass and the storm leave the game [30]."""
    compasses.spend(state, int(state.seat))
    calm(state)
    state.seat = TABLE


@rule
def calm(state: Record) -> None:
    """The revealed storm leaves the game without effect [28, 30]."""
    state.gone[state.revealed] += 1
    state.revealed = cards.NO_CARD


@rule
def break_loose(state: Record) -> None:
    """A storm takes effect, by its colour [26, 28, 29]."""
    drawer, storm = int(state.drawer), int(state.revealed)
    state.seat = TABLE
    if storm == cards.PURPLE:
        state.seat = drawer
        state.phase = Phase.STORM
    elif storm == cards.YELLOW:
        state.revealed = cards.NO_CARD
        state.yellows[drawer] += 1
        discard_to_limit(state, drawer)
    else:
        state.revealed = cards.NO_CARD
        state.oranges[drawer] += 1


@rule
def discard_to_limit(state: Record, seat: int) -> None:
    """A yellow storm's drawer discards down to three; extra cards wait for the refill [26, 27]."""
    above = int(state.hand_sizes[seat]) - cards.YELLOW_LIMIT
    if above > 0 and state.stage != Stage.START_EXTRA:
        discards.owe(state, seat, above, Phase.HOLD)


@rule
def mark_rows(state: Record, mask: Buffer) -> None:
    """A purple storm goes to a row with an empty cell, one already closed too [28]."""
    grid.mark_rows_with_room(state, mask[ACTION.place_storm :], NOWHERE)


@rule
def mark_answers(mask: Buffer) -> None:
    """A revealed storm is cancelled with a compass, or accepted [30]."""
    mask[ACTION.cancel] = True
    mask[ACTION.accept] = True


@rule
def place(state: Record, row: int) -> None:
    """A purple storm closes a row [28]."""
    state.purples[row] += 1
    state.revealed = cards.NO_CARD
    state.seat = TABLE
