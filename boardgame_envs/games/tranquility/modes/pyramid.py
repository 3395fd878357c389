"""The pyramid: a border card that is built over sends an explorer out [35-37].

A reconstruction: the rulebooks only sketch this mode [R17].
"""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.expansions import compasses, monsters, storms
from boardgame_envs.games.tranquility.field import grid
from boardgame_envs.games.tranquility.state import Mode, Phase


@rule
def explore(state: Record) -> None:
    """An island on an open border card uses it up, and the top explorer card is played [36]."""
    cell = int(state.placed_cell)
    if state.mode != Mode.PYRAMID or cell < 0 or not state.borders[cell]:
        return
    state.borders[cell] = False
    state.gone[cards.BORDER] += 1
    if state.explorer_size > 0:
        state.explorer_size -= 1
        card = int(state.explorer[state.explorer_size])
        state.explorer[state.explorer_size] = cards.NO_CARD
        play_explorer_card(state, card)


@rule
def play_explorer_card(state: Record, card: int) -> None:
    """The active player plays an explorer card at once [36]."""
    if cards.is_storm(card):
        storms.reveal(state, int(state.active), card)
    elif card == cards.COMPASS:
        compasses.receive(state, int(state.active))
    elif card == cards.FINISH:
        state.found_finishes += 1
    elif card == cards.REEF and not grid.is_full(state):
        state.seat = state.active
        state.phase = Phase.NEW_REEF
    elif card == cards.MONSTER and monsters.has_prey(state):
        state.seat = state.active
        state.phase = Phase.MONSTER
    else:
        state.gone[card] += 1


@rule
def is_won(state: Record) -> bool:
    """The pyramid is full, the Start lies, and a Finish is found [37]."""
    return bool(
        state.mode == Mode.PYRAMID
        and grid.is_full(state)
        and state.is_start_played
        and state.found_finishes > 0
    )
