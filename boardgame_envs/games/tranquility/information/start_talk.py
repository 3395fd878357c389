"""What a Start tells of all hands together, while the team deals with it [13-15, 27, R3].

Eight cards can be discarded, or the team has lost; who declines to discard unseen, and who pledges
what and is asked for it, depends on how many cards all others may discard. With a Start on the
table these are all but the monsters. Once the eight are discarded this is forgotten.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import NOBODY, seat_after
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.state import NOTHING_SAID, Phase, Stage
from boardgame_envs.games.tranquility.turn import discards, start

# of a pledge: nothing is known of it, it cannot be, it follows from the others', it was asked for
UNKNOWN, OUT_OF_BOUNDS, FOLLOWS, IS_ASKED = range(4)
MOST_SAID = 2 * cards.MAX_HAND  # more than anybody could pledge


class Talk(NamedTuple):
    """What all say, in order from the active player, and what follows for one who hears it."""

    is_on: bool
    payable: Buffer  # the cards that each might discard for the eight, but for hidden monsters
    later: Buffer  # those of all players who come after each
    heard: Buffer  # what each pledge shows
    can_reach: bool  # eight cards are within reach
    may_decline: bool  # they are if the listener does not discard unseen


@rule
def is_dealt_with(state: Record) -> bool:
    """Tell whether the team deals with a Start, or has just lost by it [13, R3]."""
    if state.seat == NOBODY:
        return bool(state.stage == Stage.START_COUNT)
    return bool(Stage.START_BLIND <= state.stage <= Stage.START_SHED)


@rule
def listen(state: Record, seat: int) -> Talk:
    """Return what a player hears, and may do, as it is [14]."""
    payable = np.zeros(cards.MAX_PLAYERS, np.int64)
    later, heard = np.zeros(cards.MAX_PLAYERS, np.int64), np.zeros(cards.MAX_PLAYERS, np.int64)
    if not is_dealt_with(state):
        return Talk(False, payable, later, heard, True, True)
    in_hands, after = 0, 0
    for steps in range(state.num_players - 1, -1, -1):
        player = seat_after(state, int(state.active), steps)
        may_go, shed = discards.count_discardable(state, player), already_shed(state, player)
        monsters = 0 if player == seat else int(state.hand_sizes[player]) - may_go
        payable[steps], later[steps] = may_go + monsters + shed, after
        heard[steps] = hear_pledge(state, seat, steps, may_go + shed, in_hands)
        in_hands, after = in_hands + may_go + shed, after + payable[steps]
    can_reach, may_decline = hear_total(state, seat, in_hands)
    return Talk(True, payable, later, heard, can_reach, may_decline)


@rule
def is_heard(
    state: Record, seat: int, talk: Talk, steps: int, held_later: int, monsters: int
) -> bool:
    """Tell whether a pledge shows the same with some monsters in that hand, and in later ones."""
    if not talk.is_on:
        return True
    own, later = talk.payable[steps] - monsters, talk.later[steps] - held_later
    return bool(hear_pledge(state, seat, steps, own, later) == talk.heard[steps])


@rule
def is_total_heard(state: Record, seat: int, talk: Talk, held: int) -> bool:
    """Tell whether eight cards are as far away with some monsters in all other hands [R3]."""
    if not talk.is_on:
        return True
    can_reach, may_decline = hear_total(state, seat, talk.payable[0] + talk.later[0] - held)
    return bool(can_reach == talk.can_reach and may_decline == talk.may_decline)


@rule
def already_shed(state: Record, player: int) -> int:
    """Return how many of the cards that a player pledged are discarded [15]."""
    if state.stage != Stage.START_SHED:
        return 0
    for steps in range(state.num_players - state.turns_to_take):
        if seat_after(state, int(state.active), steps) == player:
            is_in_progress = state.seat == player and state.phase == Phase.SHED
            return int(state.pledges[player]) - (int(state.owed) if is_in_progress else 0)
    return 0


@rule
def hear_total(state: Record, seat: int, in_hands: int) -> tuple[bool, bool]:
    """Tell whether eight cards are within reach, and if one declines to discard unseen [27, R3]."""
    reach, undecided = in_hands + int(state.blinded), 0
    first = int(state.num_players) - int(state.turns_to_take)
    if state.stage == Stage.START_COUNT:
        first = 0
    if state.stage <= Stage.START_BLIND:
        for steps in range(first, state.num_players):
            undecided += int(start.may_blind(state, seat_after(state, int(state.active), steps)))
    reach += cards.BLIND_CARDS * undecided
    is_asked = state.phase == Phase.BLIND and state.seat == seat
    without = reach - cards.BLIND_CARDS if is_asked else reach
    return reach >= cards.CARDS_TO_SHED, without >= cards.CARDS_TO_SHED


@rule
def hear_pledge(state: Record, seat: int, steps: int, own: int, later: int) -> int:
    """Return what a pledge shows of the cards that its player, and all later ones, may discard.

    A player's own one shows its bounds; of others all hear whether they were asked [14].
    """
    missing = cards.CARDS_TO_SHED - int(state.blinded)
    for before in range(steps):
        said = int(state.pledges[seat_after(state, int(state.active), before)])
        if said == NOTHING_SAID:
            return UNKNOWN
        missing -= said
    if state.stage < Stage.START_PLEDGE:
        return UNKNOWN
    player = seat_after(state, int(state.active), steps)
    fewest, most, said = max(missing - later, 0), min(own, missing), int(state.pledges[player])
    if said != NOTHING_SAID and not fewest <= said <= most:
        return OUT_OF_BOUNDS
    if player == seat:
        return IS_ASKED + 1 + fewest * MOST_SAID + most
    return IS_ASKED if fewest < most else FOLLOWS
