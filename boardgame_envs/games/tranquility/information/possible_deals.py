"""Other deals that a player must hold possible [19]."""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import seat_after
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import NUM_ACTIONS
from boardgame_envs.games.tranquility.information.hidden_cards import redeal_piles
from boardgame_envs.games.tranquility.information.hidden_in_duel import redeal_duel
from boardgame_envs.games.tranquility.legal import can_act, mark_legal_actions
from boardgame_envs.games.tranquility.state import Mode, Phase, Stage
from boardgame_envs.games.tranquility.turn import discards, start

# deals that are tried before all that is hidden stays as it is
MOST_TRIES = 500


@rule
def redeal_unseen(state: Record, seat: int) -> None:
    """Deal anew what a player cannot know [19]."""
    if state.stage == Stage.DEAL:
        return
    if state.seat != seat or state.owed == 0:
        # the place of the last card discarded is the discarder's secret
        state.first_slot = 0
    mask = np.zeros(NUM_ACTIONS, np.bool_)
    if state.seat >= 0:
        mark_legal_actions(state, mask)
    hands, piles, discarded = state.hands.copy(), state.piles.copy(), state.discards.copy()
    blind, removed, deck = state.blind.copy(), state.removed.copy(), state.deck.copy()
    for _ in range(MOST_TRIES):
        is_dealt = True
        if state.mode == Mode.DUEL:
            redeal_duel(state, seat)
        else:
            is_dealt = redeal_piles(state, seat)
        if is_dealt and is_possible(state, seat, mask):
            return
    # so few arrangements are possible that none was found: all stays as it is
    state.hands[:], state.piles[:], state.discards[:] = hands, piles, discarded
    state.blind[:], state.removed[:], state.deck[:] = blind, removed, deck


@rule
def is_possible(state: Record, seat: int, mask: Buffer) -> bool:
    """Tell whether a new deal agrees with what a player is asked, and others can do [19]."""
    if state.seat < 0:
        return True
    legal = np.zeros(NUM_ACTIONS, np.bool_)
    mark_legal_actions(state, legal)
    if state.seat == seat:
        if (legal != mask).any():
            return False
    elif not legal.any() or not is_rightly_asked(state, legal):
        return False
    if state.phase == Phase.RESCUE and can_act(state, int(state.active)):
        # all know that the player to move has no legal action [R14]
        return False
    return can_shed_eight(state)


@rule
def can_shed_eight(state: Record) -> bool:
    """Tell whether the team has the cards that a Start asks it for [14, 15, R3]."""
    if state.stage == Stage.START_SHED:
        for steps in range(state.turns_to_take):
            if not can_keep_word(state, seat_after(state, int(state.drawer), steps)):
                return False
    if state.stage in (Stage.START_OFFER, Stage.START_PLEDGE):
        for other in range(state.num_players):
            if not can_keep_word(state, other):
                return False
    if state.stage in (Stage.START_BLIND, Stage.START_OFFER, Stage.START_PLEDGE):
        blind_from = int(state.num_players)
        if state.stage == Stage.START_BLIND:
            blind_from -= int(state.turns_to_take)
        return start.cards_within_reach(state, blind_from) >= cards.CARDS_TO_SHED
    return True


@rule
def is_rightly_asked(state: Record, legal: Buffer) -> bool:
    """Tell whether a player has the choice that it is asked for [14, R2]."""
    if state.phase == Phase.PLEDGE:
        return bool(legal.sum() > 1)
    return bool(state.owed == 0 or state.owed < discards.count_discardable(state, int(state.seat)))


@rule
def can_keep_word(state: Record, seat: int) -> bool:
    """Tell whether a player has as many cards to discard as it offered or pledged [14]."""
    said = max(int(state.offers[seat]), int(state.pledges[seat]))
    return said <= discards.count_discardable(state, seat)
