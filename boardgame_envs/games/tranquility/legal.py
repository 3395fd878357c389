"""What is legal: the only place that knows."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.cards import (
    MONSTER,
)
from boardgame_envs.games.tranquility.day_and_night import (
    are_all_right_way_up,
    can_rotate,
    mark_rotations,
)
from boardgame_envs.games.tranquility.duel import (
    mark_consent,
    mark_refresh,
)
from boardgame_envs.games.tranquility.grid import can_play, is_full, mark_plays
from boardgame_envs.games.tranquility.hands import (
    count_discardable,
    has_finish,
    holds,
    mark_discards,
)
from boardgame_envs.games.tranquility.monsters import (
    has_prey,
    is_any_held,
    mark_prey,
)
from boardgame_envs.games.tranquility.reefs import (
    mark_new_reef,
    mark_reef_moves,
)
from boardgame_envs.games.tranquility.start import (
    mark_blind,
    mark_offers,
    mark_pledges,
    must_start,
)
from boardgame_envs.games.tranquility.storms import (
    can_lift,
    mark_answers,
    mark_lifts,
    mark_storm_rows,
    mark_trade,
)
from boardgame_envs.games.tranquility.table import Mode, Phase

CARDS_OF_A_DISCARD = 2


@rule
def mark_legal_actions(state: Record, mask: Buffer) -> None:
    """One kind of decision at a time: a turn goes through its phases [8]."""
    seat, phase = int(state.seat), int(state.phase)
    if phase == Phase.ACT:
        mark_turn(state, seat, mask)
    elif state.owed > 0:
        mark_discards(state, seat, int(state.owed), int(state.first_slot), mask)
    elif phase == Phase.REEF:
        mark_reef_moves(state, mask)
    elif phase == Phase.NEW_REEF:
        mark_new_reef(state, mask)
    elif phase == Phase.MONSTER:
        mark_prey(state, mask)
    elif phase == Phase.STORM:
        mark_storm_rows(state, mask)
    elif phase == Phase.ANSWER:
        mark_answers(mask)
    elif phase == Phase.BLIND:
        mark_blind(state, mask)
    elif phase == Phase.OFFER:
        mark_offers(state, mask)
    elif phase == Phase.PLEDGE:
        mark_pledges(state, mask)
    else:
        mark_consent(mask)


@rule
def mark_turn(state: Record, seat: int, mask: Buffer) -> None:
    """One action: a Start if there must be one, else whatever the hand allows [8, 12]."""
    mark_lifts(state, seat, mask)
    if must_start(state, seat):
        mask[ACTION.start] = True
        return
    mark_plays(state, seat, mask)
    mark_discards(state, seat, CARDS_OF_A_DISCARD, 0, mask)
    mask[ACTION.finish] = may_finish(state, seat)
    if state.has_monsters and holds(state, seat, MONSTER):
        mark_prey(state, mask)
    if state.has_storms:
        mark_trade(state, seat, mask)
    if state.mode == Mode.DAY_AND_NIGHT:
        mark_rotations(state, seat, mask)
    elif state.mode == Mode.DUEL:
        mark_refresh(state, seat, mask)


@rule
def may_finish(state: Record, seat: int) -> bool:
    """A Finish may be played when the grid is full and the Start lies [16, 24, 33, 40]."""
    if not is_full(state) or not has_finish(state, seat):
        return False
    if not state.is_start_played and state.mode != Mode.HIGH_ARCH:
        return False
    if state.mode == Mode.DAY_AND_NIGHT and not are_all_right_way_up(state):
        return False
    return not (state.has_monsters and is_any_held(state))


@rule
def can_act(state: Record, seat: int) -> bool:
    """Tell whether a player has any legal action [17]."""
    if count_discardable(state, seat) >= CARDS_OF_A_DISCARD:
        return True
    if must_start(state, seat) or can_lift(state, seat) or may_finish(state, seat):
        return True
    if state.has_monsters and holds(state, seat, MONSTER) and has_prey(state):
        return True
    if state.mode == Mode.DAY_AND_NIGHT and can_rotate(state, seat):
        return True
    return can_play(state, seat)
