"""What the heuristic for Tranquility does about storms, and with compasses."""

from __future__ import annotations

from boardgame_envs.agents.heuristics.compiled_heuristic import label, whole
from boardgame_envs.core.compiled import Buffer, rule
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.cards import MAX_PLAYERS, PURPLE, YELLOW
from boardgame_envs.games.tranquility.state import NUM_ROWS
from boardgame_envs.games.tranquility.views.layout import AT, HIGHEST

# to have a compass for a storm in play, in cards
A_PURPLE, A_YELLOW, AN_ORANGE = 6.0, 2.0, 0.0


@rule
def worth_of_compass(observation: Buffer) -> float:
    """Return what a compass is worth: the worst storm in play."""
    for row in range(NUM_ROWS):
        if observation[AT.purples + row] > 0.0:
            return A_PURPLE
    worth = 0.0
    for steps in range(MAX_PLAYERS):
        if observation[AT.yellows + steps] > 0.0:
            worth = max(worth, A_YELLOW)
        if observation[AT.oranges + steps] > 0.0:
            worth = max(worth, AN_ORANGE)
    return worth


@rule
def lift_first(mask: Buffer) -> int:
    """Lift purple storms before yellow ones, and these before orange ones; -1: there is none."""
    for row in range(NUM_ROWS):
        if mask[ACTION.lift_purple + row]:
            return int(ACTION.lift_purple + row)
    for steps in range(MAX_PLAYERS):
        if mask[ACTION.lift_yellow + steps]:
            return int(ACTION.lift_yellow + steps)
    for steps in range(MAX_PLAYERS):
        if mask[ACTION.lift_orange + steps]:
            return int(ACTION.lift_orange + steps)
    return -1


@rule
def answer_storm(observation: Buffer) -> int:
    """Cancel a storm, unless a closed row needs the compass more."""
    is_purple = observation[AT.revealed + PURPLE - YELLOW] > 0.5
    is_cancelled = is_purple or worth_of_compass(observation) < A_PURPLE
    return int(ACTION.cancel if is_cancelled else ACTION.accept)


@rule
def lift_before_refill(observation: Buffer) -> int:
    """Lift a yellow storm of my own, unless closed rows need all compasses that I can use."""
    purples = 0
    for row in range(NUM_ROWS):
        purples += whole(observation[AT.purples + row], HIGHEST.purples)
    return int(ACTION.lift_yellow if count_compasses(observation) > purples else ACTION.no_lift)


@rule
def count_compasses(observation: Buffer) -> int:
    """Return how many compasses I can use."""
    compasses = whole(observation[AT.team_compasses], HIGHEST.team_compasses)
    compasses += whole(observation[AT.own_compasses], HIGHEST.own_compasses)
    return compasses + int(observation[AT.shares_compass] > 0.5)


@rule
def come_to_the_rescue(observation: Buffer, mask: Buffer) -> int:
    """Lift what may keep the player to move from acting: their orange storm, or a closed row."""
    active = label(observation, AT.active, MAX_PLAYERS)
    if observation[AT.hand_sizes + active] == 0.0:
        return int(ACTION.no_lift)
    if mask[ACTION.lift_orange + active]:
        return int(ACTION.lift_orange + active)
    best, most = ACTION.no_lift, -1
    for row in range(NUM_ROWS):
        room = whole(observation[AT.row_room + row], HIGHEST.row_room)
        if mask[ACTION.lift_purple + row] and room > most:
            best, most = ACTION.lift_purple + row, room
    return int(best)
