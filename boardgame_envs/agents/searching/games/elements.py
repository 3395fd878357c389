"""How Elements is searched: to the end of the round, for what the points are worth in the match."""

from __future__ import annotations

from boardgame_envs.agents.heuristics.elements import STANDINGS, worth_of_lead
from boardgame_envs.agents.searching.settings import SearchSettings
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import next_seat
from boardgame_envs.games.elements.cards import NUM_SEATS
from boardgame_envs.games.elements.observation import CRYSTALS


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


# there are few hands that differ, and rounds are short
SETTINGS = SearchSettings(
    judge=judge,
    until_round=True,
    worlds=64,
    weighed=1000,
    response_worlds=40,
    response_z=0.0,
)
