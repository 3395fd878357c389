"""What is legal: the only place that knows."""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTION, NUM_ACTIONS
from boardgame_envs.games.tranquility.expansions import (
    compasses,
    lifting,
    monsters,
    reefs,
    storms,
)
from boardgame_envs.games.tranquility.field import grid, placing
from boardgame_envs.games.tranquility.modes import day_and_night, duel
from boardgame_envs.games.tranquility.state import Mode, Phase
from boardgame_envs.games.tranquility.turn import discards, hands, pledges, start


@rule
def mark_legal_actions(state: Record, mask: Buffer) -> None:
    """One kind of decision at a time: a turn goes through its phases [8]."""
    seat, phase = int(state.seat), int(state.phase)
    if phase == Phase.ACT:
        mark_turn(state, seat, mask)
    elif state.owed > 0:
        discards.mark_discards(state, seat, int(state.owed), int(state.first_slot), mask)
    elif phase == Phase.REEF:
        reefs.mark_moves(state, mask)
    elif phase == Phase.NEW_REEF:
        reefs.mark_new_reef(state, mask)
    elif phase == Phase.MONSTER:
        monsters.mark_prey(state, mask)
    elif phase == Phase.STORM:
        storms.mark_rows(state, mask)
    elif phase == Phase.ANSWER:
        storms.mark_answers(mask)
    elif phase == Phase.LIFT:
        lifting.mark_own_yellow(mask)
    elif phase == Phase.RESCUE:
        lifting.mark_rescue(state, mask)
    elif phase == Phase.BLIND:
        start.mark_blind(state, mask)
    elif phase == Phase.OFFER:
        pledges.mark_offers(state, mask)
    elif phase == Phase.PLEDGE:
        pledges.mark_pledges(state, mask)
    elif phase == Phase.TAKE:
        duel.mark_takes(state, mask)
    else:
        duel.mark_consent(mask)


@rule
def mark_turn(state: Record, seat: int, mask: Buffer) -> None:
    """One action: a Start if there must be one, else whatever the hand allows [8, 12]."""
    lifting.mark_lifts(state, seat, mask)
    if start.must_start(state, seat):
        mask[ACTION.start] = True
        return
    can_place = placing.mark_plays(state, seat, mask)
    discards.mark_discards(state, seat, discards.CARDS_OF_A_DISCARD, 0, mask)
    mask[ACTION.finish] = may_finish(state, seat)
    if state.has_monsters and hands.holds(state, seat, cards.MONSTER):
        monsters.mark_prey(state, mask)
    if state.has_storms:
        compasses.mark_trade(state, seat, mask)
    if state.mode == Mode.DAY_AND_NIGHT:
        day_and_night.mark_rotations(state, seat, mask)
    elif state.mode == Mode.DUEL:
        duel.mark_refresh(state, seat, can_place, mask)


@rule
def may_finish(state: Record, seat: int) -> bool:
    """A Finish may be played when the grid is full and the Start lies [16, 24, 33, 40]."""
    if not grid.is_full(state) or not hands.holds(state, seat, cards.FINISH):
        return False
    if not state.is_start_played and state.mode != Mode.HIGH_ARCH:
        return False
    if state.mode == Mode.DAY_AND_NIGHT and not day_and_night.are_all_right_way_up(state):
        return False
    return not (state.has_monsters and monsters.is_any_held(state))


@rule
def can_act(state: Record, seat: int) -> bool:
    """Tell whether a player has any legal action in a turn [17]."""
    # nearly always there are two cards to discard, and the mask need not be asked
    if discards.count_discardable(state, seat) >= discards.CARDS_OF_A_DISCARD:
        return True
    mask = np.zeros(NUM_ACTIONS, np.bool_)
    mark_turn(state, seat, mask)
    return bool(mask.any())
