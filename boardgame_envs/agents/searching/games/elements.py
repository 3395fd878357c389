"""How Elements is searched: to the end of the round, for what the points are worth in the match."""

from __future__ import annotations

import numpy as np

from boardgame_envs.agents.heuristics.elements import STANDINGS, worth_of_lead
from boardgame_envs.agents.searching.settings import OpenRounds, SearchSettings
from boardgame_envs.core.chance import GOLDEN_GAMMA, Word, scramble
from boardgame_envs.core.compiled import Buffer, Record, rule, wrapping_rule
from boardgame_envs.core.seats import next_seat
from boardgame_envs.games.elements.cards import MAX_CARDS, MAX_KINDS, NUM_SEATS
from boardgame_envs.games.elements.observation import CRYSTALS
from boardgame_envs.games.elements.rules import POINTS_FOR_REVEAL


@rule
def judge(state: Record, values: Buffer) -> None:
    """Write the chance of each player to win the match, rounds being even; in [V5] the lead."""
    for seat in range(NUM_SEATS):
        other = next_seat(state, seat)
        lead = int(state.points[seat]) - int(state.points[other])
        if state.reward_points:
            values[seat] = float(lead)
        elif state.rounds > 0:
            left = max(int(state.rounds) - int(state.rounds_played), 0)
            values[seat] = (1.0 + worth_of_lead(lead, left)) / 2.0
        else:
            values[seat] = (1.0 + worth_of_points(state, seat, other)) / 2.0


@rule
def worth_of_points(state: Record, seat: int, other: int) -> float:
    """Return what a match to a number of points is worth [13]: 1 if it is won, -1 if it is lost."""
    mine = max(int(state.target_points) - int(state.points[seat]), 0)
    theirs = max(int(state.target_points) - int(state.points[other]), 0)
    # far from the end a lead is worth what it is worth nearer to it
    beyond = max(max(mine, theirs) - CRYSTALS, 0)
    return float(STANDINGS[max(mine - beyond, 0), max(theirs - beyond, 0)])


@wrapping_rule
def key_of_round(state: Record) -> Word:
    """Return a word for all that a round goes on from: hands, open cards, the chain, whose turn."""
    key = scramble(np.uint64(state.seat + 1))
    for seat in range(NUM_SEATS):
        for kind in range(MAX_KINDS):
            held = state.hands[seat, kind] * (MAX_CARDS + 1) + state.open_cards[seat, kind]
            key = (key ^ np.uint64(held)) * GOLDEN_GAMMA
            key = key ^ (key >> np.uint64(31))
    for place in range(state.chain_size):
        key = (key ^ np.uint64(state.chain[place] + 1)) * GOLDEN_GAMMA
        key = key ^ (key >> np.uint64(31))
    return scramble(key)


@rule
def write_bounds(state: Record, seat: int, bounds: Buffer) -> None:
    """Write what the match is worth with two points more to the other seat, and to this one [9]."""
    bounds[0] = worth_with(state, seat, 0, POINTS_FOR_REVEAL)
    bounds[1] = worth_with(state, seat, POINTS_FOR_REVEAL, 0)


@rule
def worth_with(state: Record, seat: int, more: int, more_to_other: int) -> float:
    """Return what the match is worth to a seat after a round that brings so many points."""
    other, values = next_seat(state, seat), np.zeros(NUM_SEATS)
    state.rounds_played += 1
    state.points[seat] += more
    state.points[other] += more_to_other
    judge(state, values)
    state.points[seat] -= more
    state.points[other] -= more_to_other
    state.rounds_played -= 1
    return float(values[seat])


# there are few hands that differ, and rounds are short
SETTINGS = SearchSettings(
    judge=judge,
    until_round=True,
    worlds=64,
    network_worlds=40,
    tau=0.1,
    open_rounds=OpenRounds(key_of_round, write_bounds),
    weighed=1000,
    response_worlds=40,
    response_z=0.0,
)
