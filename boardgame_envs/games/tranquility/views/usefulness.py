"""How useful cards are to a player, and how they stand among others that may be given or taken.

A card is useless if no cell is left for it. Otherwise it is the more useful, the more its gap lacks
cards, and the less it costs. This is no more than an order to begin with: learners are shown what
it is made of, too.
"""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, inlined_rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.state import MAX_PLEDGE, NOTHING_SAID, Phase
from boardgame_envs.games.tranquility.turn import discards, hands, pledges
from boardgame_envs.games.tranquility.views.layout import (
    AT,
    FIRST_WANTED,
    HIGHEST,
    LAYOUT,
    LEAST_WANTED,
    NEXT_BEST,
    WANTED,
)

USE_SHOWN = LAYOUT.shown("my_use")
STANDING_SHOWN = LAYOUT.shown("my_standing")
GIVEN_SHOWN = LAYOUT.shown("given_use")
MISSING_SHOWN = LAYOUT.shown("still_missing")

# an island that has a place; more for its gap by its room, and for a place that costs nothing
AN_ISLAND, A_FREE_PLACE = 3, 2
BY_ROOM = np.array([0, 6, 4, 3, 2, 2, 1, 1, 0])
# a Finish, by how many others the player has not seen
A_FINISH = np.array([15, 12, 10, 9, 8, 8, 8])


@inlined_rule
def use_of_island(room: int, loss: int, cheapest: int, has_free_place: bool) -> int:
    """Return how useful an island with a place is [3, 4]."""
    use = AN_ISLAND + max(int(BY_ROOM[room]), loss) - (cheapest + 1) // 2
    return int(max(use + A_FREE_PLACE if has_free_place else use, 1))


@inlined_rule
def use_at(observation: Buffer, place: int) -> int:
    """Return how useful a card is, as it has been written."""
    return int(observation[place] * HIGHEST.my_use + 0.5)


# --- what is given ---


@inlined_rule
def may_give(state: Record) -> bool:
    """Tell whether cards are played, discarded, offered or pledged [8, 14]."""
    return state.phase <= Phase.SHED or state.phase in (Phase.OFFER, Phase.PLEDGE)


@inlined_rule
def write_giving(state: Record, seat: int, observation: Buffer) -> None:
    """Write how the cards of a hand stand among those that may be discarded [10, 11, 14]."""
    is_asked = state.seat == seat
    first, due = 0, discards.CARDS_OF_A_DISCARD
    if is_asked and state.owed > 0:
        first, due = int(state.first_slot), int(state.owed)
    islands = hands.count_islands(state, seat)
    if islands < state.hand_sizes[seat]:
        write_use_of_finishes(state, seat, islands, observation)
    write_standing(state, seat, islands, first, due, observation)
    total = 0
    for count in range(1, MAX_PLEDGE + 1):
        total += use_at(observation, AT.last_given + count)
        observation[AT.given_use + count] = GIVEN_SHOWN[min(total, HIGHEST.given_use)]
    if is_asked and (state.phase == Phase.OFFER or state.phase == Phase.PLEDGE):
        write_missing(state, seat, observation)


@inlined_rule
def write_use_of_finishes(state: Record, seat: int, islands: int, observation: Buffer) -> None:
    """Write how useful Finishes are: the less, the more of them there are [16]."""
    mine, end = 0, int(state.hand_sizes[seat])
    for slot in range(islands, end):
        mine += int(state.hands[seat, slot] == cards.FINISH)
    unseen = observation[AT.unseen_others + cards.FINISH - cards.START]
    use = A_FINISH[int(unseen * HIGHEST.unseen_others + 0.5)] // max(mine, 1)
    for slot in range(islands, end):
        if state.hands[seat, slot] == cards.FINISH:
            observation[AT.my_use + slot] = USE_SHOWN[use]


@inlined_rule
def write_standing(
    state: Record, seat: int, islands: int, first: int, due: int, observation: Buffer
) -> None:
    """Write how many cards are less useful than each, and whether it is among those due [11]."""
    is_first = True
    for slot in range(first, state.hand_sizes[seat]):
        if slot >= islands and not discards.is_discardable(state, int(state.hands[seat, slot])):
            continue
        rank = count_less_useful(state, seat, islands, first, slot, observation)
        observation[AT.my_standing + slot] = STANDING_SHOWN[standing(rank, due, is_first)]
        is_first = is_first and rank >= due
        if rank < MAX_PLEDGE:
            observation[AT.last_given + rank + 1] = observation[AT.my_use + slot]


@inlined_rule
def count_less_useful(
    state: Record, seat: int, islands: int, first: int, slot: int, observation: Buffer
) -> int:
    """Return how many cards that may be discarded come before one, as the less useful do [11]."""
    own, rank = observation[AT.my_use + slot], 0
    for other in range(first, min(slot, islands)):
        rank += int(observation[AT.my_use + other] <= own)
    for other in range(slot + 1, islands):
        rank += int(observation[AT.my_use + other] < own)
    for other in range(max(first, islands), state.hand_sizes[seat]):
        use = observation[AT.my_use + other]
        if use < own or (use == own and other < slot):
            rank += int(discards.is_discardable(state, int(state.hands[seat, other])))
    return rank


@inlined_rule
def standing(rank: int, due: int, is_first: bool) -> int:
    """Return how a card stands among others by how many are wanted before it."""
    if rank >= due:
        return int(min(NEXT_BEST + rank - due, LEAST_WANTED))
    return FIRST_WANTED if is_first else WANTED


@inlined_rule
def write_missing(state: Record, seat: int, observation: Buffer) -> None:
    """Write what is missing if the player gives so many and others what they have offered [14]."""
    missing = cards.CARDS_TO_SHED + pledges.cards_to_pledge(state)
    for other in range(state.num_players):
        if other != seat and state.pledges[other] == NOTHING_SAID:
            missing -= max(int(state.offers[other]), 0)
    for count in range(MAX_PLEDGE + 1):
        shown = min(max(missing - count, 0), HIGHEST.still_missing)
        observation[AT.still_missing + count] = MISSING_SHOWN[shown]


# --- what is taken in a duel ---


@inlined_rule
def write_taking(state: Record, observation: Buffer) -> None:
    """Write how the open cards that may be taken stand: the most useful are wanted [V7]."""
    due, lowest, last = cards.HAND_LIMIT - int(state.hand_sizes[state.seat]), -1, state.last_taken
    for place in range(state.row_size):
        if state.row[place] <= last:
            continue
        own, rank = observation[AT.row_use + place], 0
        for other in range(state.row_size):
            use = observation[AT.row_use + other]
            is_more = use > own or (use == own and other < place)
            rank += int(is_more and state.row[other] > last)
        observation[AT.row_standing + place] = STANDING_SHOWN[standing(rank, due, False)]
        if rank < due and (lowest < 0 or state.row[place] < state.row[lowest]):
            lowest = place
    if lowest >= 0:
        observation[AT.row_standing + lowest] = STANDING_SHOWN[FIRST_WANTED]
