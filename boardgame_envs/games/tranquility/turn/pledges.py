"""Offers and pledges: the team talks about who gives how many of the eight cards [14]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import next_seat, seat_after
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.information import evidence
from boardgame_envs.games.tranquility.state import NOTHING_SAID, TABLE, Phase, Stage
from boardgame_envs.games.tranquility.turn import discards, drawing


@rule
def is_start_turn(state: Record) -> bool:
    """Tell whether the Start was played in this turn [15]."""
    return bool(state.pledges[state.active] != NOTHING_SAID)


@rule
def clear_talk(state: Record) -> None:
    """Nothing is offered or pledged any more [14]."""
    for seat in range(state.num_players):
        state.offers[seat] = NOTHING_SAID
        state.pledges[seat] = NOTHING_SAID


@rule
def go_on_with_talk(state: Record) -> None:
    """Each says how many cards they could give, round by round; alone nobody talks [14, V3]."""
    offers_due = int(state.talk_rounds) * int(state.num_players)
    if state.num_players == 1 or state.talked >= offers_due:
        drawing.begin_round(state, Stage.START_PLEDGE)
    else:
        state.seat = state.drawer
        state.phase = Phase.OFFER


@rule
def mark_offers(state: Record, mask: Buffer) -> None:
    """Any number up to the player's discardable cards [14]."""
    for count in range(discards.count_discardable(state, int(state.seat)) + 1):
        mask[ACTION.offer + count] = True


@rule
def offer(state: Record, count: int) -> None:
    """An offer is public, and binds nobody [14]."""
    evidence.see_discardable(state, int(state.seat), count, cards.MAX_HAND)
    state.offers[state.seat] = count
    state.talked += 1
    # there may be several rounds, which are counted by the offers made
    state.drawer = next_seat(state, int(state.drawer))
    state.seat = TABLE


@rule
def cards_to_pledge(state: Record) -> int:
    """Return how many of the eight nobody has promised yet [14, 27]."""
    missing = cards.CARDS_TO_SHED - int(state.blinded)
    for seat in range(state.num_players):
        missing -= max(int(state.pledges[seat]), 0)
    return missing


@rule
def pledge_bounds(state: Record) -> tuple[int, int]:
    """Return the fewest and the most that may be pledged so that eight can come together [14]."""
    missing, later = cards_to_pledge(state), 0
    for steps in range(1, state.turns_to_take):
        later += discards.count_discardable(state, seat_after(state, int(state.drawer), steps))
    own = discards.count_discardable(state, int(state.drawer))
    return max(missing - later, 0), min(own, missing)


@rule
def go_on_with_pledges(state: Record) -> None:
    """Each pledges in turn; where one number is legal nobody is asked [14]."""
    if state.num_players == 1:
        state.pledges[state.drawer] = cards_to_pledge(state)
        drawing.begin_round(state, Stage.START_SHED)
    elif state.turns_to_take == 0:
        drawing.begin_round(state, Stage.START_SHED)
    else:
        fewest, most = pledge_bounds(state)
        if fewest == most:
            pledge(state, fewest)
        else:
            state.seat = state.drawer
            state.phase = Phase.PLEDGE


@rule
def mark_pledges(state: Record, mask: Buffer) -> None:
    """Only what lets the total come to exactly eight [14]."""
    fewest, most = pledge_bounds(state)
    for count in range(fewest, most + 1):
        mask[ACTION.pledge + count] = True


@rule
def pledge(state: Record, count: int) -> None:
    """A pledge is public, and binding [14]."""
    evidence.see_discardable(state, int(state.drawer), count, cards.MAX_HAND)
    state.pledges[state.drawer] = count
    drawing.go_to_next_player(state)
    state.seat = TABLE
