"""The pyramid: a border card that is built over sends an explorer out [35-37].

A reconstruction: the rulebooks only sketch this mode.
"""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.games.tranquility.cards import (
    BORDER,
    COMPASS,
    FINISH,
    MONSTER,
    NO_CARD,
    REEF,
    is_storm,
)
from boardgame_envs.games.tranquility.grid import is_full
from boardgame_envs.games.tranquility.monsters import has_prey
from boardgame_envs.games.tranquility.storms import has_row_with_room, receive_compass, reveal
from boardgame_envs.games.tranquility.table import Mode, Phase


@rule
def explore(state: Record) -> None:
    """An island on an open border card uses it up, and the top explorer card is played [36]."""
    cell = int(state.placed_cell)
    if state.mode != Mode.PYRAMID or cell < 0 or not state.borders[cell]:
        return
    state.borders[cell] = False
    state.gone[BORDER] += 1
    if state.explorer_size > 0:
        state.explorer_size -= 1
        card = int(state.explorer[state.explorer_size])
        state.explorer[state.explorer_size] = NO_CARD
        play_explorer_card(state, card)


@rule
def play_explorer_card(state: Record, card: int) -> None:
    """The active player plays an explorer card at once [36]."""
    if is_storm(card):
        reveal(state, int(state.active), card)
    elif card == COMPASS:
        receive_compass(state, int(state.active))
    elif card == FINISH:
        state.found_finishes += 1
    elif card == REEF and has_row_with_room(state):
        state.seat = state.active
        state.phase = Phase.NEW_REEF
    elif card == MONSTER and has_prey(state):
        state.seat = state.active
        state.phase = Phase.MONSTER
    else:
        state.gone[card] += 1


@rule
def is_pyramid_won(state: Record) -> bool:
    """The pyramid is full, the Start lies, and a Finish is found [37]."""
    return bool(
        state.mode == Mode.PYRAMID
        and is_full(state)
        and state.is_start_played
        and state.found_finishes > 0
    )
