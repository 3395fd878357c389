"""What the heuristic for Tranquility does about storms, and with compasses."""

from __future__ import annotations

from boardgame_envs.agents.heuristics.compiled_heuristic import label, whole
from boardgame_envs.agents.heuristics.tranquility.constants import CONSTANT
from boardgame_envs.agents.heuristics.tranquility.notes import emptiest_first, row_room
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.cards import MAX_PLAYERS, ORANGE, PURPLE, YELLOW
from boardgame_envs.games.tranquility.state import NUM_ROWS
from boardgame_envs.games.tranquility.views.layout import AT, HIGHEST


@rule
def still_to_pass(notes: Record) -> float:
    """Return how much yellow and orange storms matter now: less when the field is nearly full."""
    filled = notes.num_filled / max(notes.num_cells, 1)
    return float(1.0 - notes.constants[CONSTANT.storms_pass] * filled)


@rule
def worth_against_purple(observation: Buffer, notes: Record, row: int) -> float:
    """Return what a compass for a purple storm at a row is worth."""
    room = notes.constants[CONSTANT.its_room] * row_room(observation, row)
    return float(notes.constants[CONSTANT.a_purple] + room)


@rule
def worth_against_yellow(notes: Record, steps: int) -> float:
    """Return what a compass for a yellow storm before a player is worth."""
    which = CONSTANT.my_yellow if steps == 0 else CONSTANT.their_yellow
    return float(notes.constants[which]) * still_to_pass(notes)


@rule
def worth_against_orange(notes: Record, steps: int) -> float:
    """Return what a compass for an orange storm before a player is worth."""
    which = CONSTANT.my_orange if steps == 0 else CONSTANT.their_orange
    return float(notes.constants[which]) * still_to_pass(notes)


@rule
def worth_of_compass(observation: Buffer, notes: Record) -> float:
    """Return what a compass is worth: the worst storm in play."""
    worth = 0.0
    for row in range(NUM_ROWS):
        if observation[AT.purples + row] > 0.0:
            worth = max(worth, worth_against_purple(observation, notes, row))
    for steps in range(MAX_PLAYERS):
        if observation[AT.yellows + steps] > 0.0:
            worth = max(worth, worth_against_yellow(notes, steps))
        if observation[AT.oranges + steps] > 0.0:
            worth = max(worth, worth_against_orange(notes, steps))
    return worth


@rule
def lift_first(observation: Buffer, mask: Buffer, notes: Record) -> int:
    """Lift the worst storm, of equals a purple before a yellow and an orange one; -1: none."""
    best, most = -1, -1000.0
    for row in range(NUM_ROWS):
        worth = worth_against_purple(observation, notes, row)
        if mask[ACTION.lift_purple + row] and worth > most:
            best, most = ACTION.lift_purple + row, worth
    for steps in range(MAX_PLAYERS):
        worth = worth_against_yellow(notes, steps)
        if mask[ACTION.lift_yellow + steps] and worth > most:
            best, most = ACTION.lift_yellow + steps, worth
    for steps in range(MAX_PLAYERS):
        worth = worth_against_orange(notes, steps)
        if mask[ACTION.lift_orange + steps] and worth > most:
            best, most = ACTION.lift_orange + steps, worth
    return int(best)


@rule
def answer_storm(observation: Buffer, notes: Record) -> int:
    """Cancel a storm, unless one in play, for which the compass is kept, is much worse."""
    if observation[AT.revealed + PURPLE - YELLOW] > 0.5:
        return int(ACTION.cancel)
    is_orange = observation[AT.revealed + ORANGE - YELLOW] > 0.5
    revealed = worth_against_orange(notes, 0) if is_orange else worth_against_yellow(notes, 0)
    enough = revealed + notes.constants[CONSTANT.patience]
    return int(ACTION.cancel if worth_of_compass(observation, notes) < enough else ACTION.accept)


@rule
def lift_before_refill(observation: Buffer, notes: Record) -> int:
    """Lift a yellow storm of my own, unless worse ones need all compasses that I can use."""
    is_spare = count_compasses(observation) > count_worse_than_my_yellow(observation, notes)
    return int(ACTION.lift_yellow if is_spare else ACTION.no_lift)


@rule
def count_worse_than_my_yellow(observation: Buffer, notes: Record) -> int:
    """Return how many storms in play are worse than a yellow one of my own."""
    worse, mine = 0, worth_against_yellow(notes, 0)
    for row in range(NUM_ROWS):
        if worth_against_purple(observation, notes, row) > mine:
            worse += whole(observation[AT.purples + row], HIGHEST.purples)
    for steps in range(MAX_PLAYERS):
        if worth_against_yellow(notes, steps) > mine:
            worse += whole(observation[AT.yellows + steps], HIGHEST.yellows)
        if worth_against_orange(notes, steps) > mine:
            worse += whole(observation[AT.oranges + steps], HIGHEST.oranges)
    return worse


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
    lift = emptiest_first(observation, mask, ACTION.lift_purple)
    return int(ACTION.no_lift) if lift < 0 else lift
