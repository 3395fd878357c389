"""How Noah is searched: to the end of the round, for a share of the win that tears leave."""

from __future__ import annotations

from math import exp, sqrt

from boardgame_envs.agents.searching.settings import SearchSettings
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import NOBODY

# by how many tears more a player is e times less likely to win: fitted to matches of heuristics,
# in which it grows with the players and with the root of the rounds that are left
TEARS, TEARS_BY_PLAYER = 1.8, 0.33
# at the end of the match it would be nothing, but playouts are not what will happen
TEARS_AT_END = 1.0
# tears that whoever has most of them gets in a round, about
TEARS_OF_ROUND, TEARS_OF_ROUND_BY_PLAYER = 2.0, 1.0


@rule
def judge(state: Record, values: Buffer) -> None:
    """Write the share of the win that each player can expect; in [V3] their lead in tears."""
    fewest, total = int(state.tears[0]), 0.0
    for seat in range(state.num_players):
        fewest = min(fewest, int(state.tears[seat]))
        total += float(state.tears[seat])
    scale, shares = tears_that_matter(state), 0.0
    for seat in range(state.num_players):
        if state.reward_points:
            values[seat] = total / float(state.num_players) - float(state.tears[seat])
        else:
            values[seat] = exp((fewest - float(state.tears[seat])) / scale)
        shares += values[seat]
    if not state.reward_points:
        for seat in range(state.num_players):
            values[seat] /= shares


@rule
def tears_that_matter(state: Record) -> float:
    """Return by how many tears more a player is e times less likely to win."""
    left = rounds_left(state)
    if left == 0.0:
        return TEARS_AT_END
    return float((TEARS + TEARS_BY_PLAYER * float(state.num_players)) * sqrt(left))


@rule
def rounds_left(state: Record) -> float:
    """Return how many rounds are left to play, a guess where the match goes to some tears [V1]."""
    if state.seat == NOBODY:
        return 0.0
    if state.play_to == 0:
        return float(state.rounds - state.rounds_played)
    most = 0.0
    for seat in range(state.num_players):
        most = max(most, float(state.tears[seat]))
    of_round = TEARS_OF_ROUND + TEARS_OF_ROUND_BY_PLAYER * float(state.num_players)
    return max(1.0, (float(state.play_to) - most) / of_round)


SETTINGS = SearchSettings(judge=judge, plays_on="heuristic:third", until_round=True, response_z=0.0)
