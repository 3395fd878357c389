"""The heuristic for Tranquility: cards where they cost little, an even spread, no lost gap.

It sees nothing but its own observation. A card is worth keeping if it has somewhere to go, the
more so where few cards are left for a gap; whatever must be discarded is worth least. Each action
is given a worth, in cards, and the best one is taken. What things are worth depends on the setting
(``constants.py``): the values were tuned for each (``training/tune_heuristic.py``). The first
edition had the same ones for all, and did not look at how likely gaps are to be filled.
"""

from __future__ import annotations

from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic, whole
from boardgame_envs.agents.heuristics.tranquility import gaps, storms
from boardgame_envs.agents.heuristics.tranquility.constants import (
    CONSTANT,
    CONSTANTS,
    FIRST,
    constants_for,
)
from boardgame_envs.agents.heuristics.tranquility.notes import (
    NOTES,
    read_table,
    row_room,
    tightness,
)
from boardgame_envs.agents.heuristics.tranquility.tables import TABLES
from boardgame_envs.agents.heuristics.tranquility.worth import (
    is_wrong,
    worth_of_cheapest,
    worth_of_keeping,
    worth_of_monster,
    worth_of_play,
    worth_of_taking,
)
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility.actions import ACTION, action_of_play
from boardgame_envs.games.tranquility.cards import (
    HAND_LIMIT,
    ISLANDS,
    MAX_HAND,
    MONSTER,
    ROW_SIZE,
)
from boardgame_envs.games.tranquility.state import MAX_CELLS, MAX_PLEDGE, NUM_ROWS, Phase
from boardgame_envs.games.tranquility.views.layout import AT, HIGHEST

# --- what the agent looks at ---


@rule
def read(observation: Buffer, notes: Record) -> None:
    """Read what there is to see, and think of what it means by the constants in the notes."""
    read_table(observation, notes)
    gaps.read_gaps(observation, notes)
    more = notes.constants[CONSTANT.when_few_are_left] * tightness(observation, notes)
    notes.a_discard = notes.constants[CONSTANT.a_discard] + more
    for slot in range(notes.hand_size):
        notes.worth[slot] = worth_of_keeping(observation, notes, slot)


@rule
def look(observation: Buffer, notes: Record) -> None:
    """Read what there is to see, with the constants of the setting."""
    notes.constants[:] = constants_for(observation)
    read(observation, notes)


@rule
def look_as_first(observation: Buffer, notes: Record) -> None:
    """Read what there is to see, with the constants of the first edition."""
    notes.constants[:] = FIRST
    read(observation, notes)


# --- what the agent does ---


@rule
def choose_turn(observation: Buffer, mask: Buffer, notes: Record) -> int:
    """Return the action that is worth most."""
    if mask[ACTION.finish]:
        return int(ACTION.finish)
    lift = storms.lift_first(observation, mask, notes)
    if lift >= 0:
        return lift
    if mask[ACTION.start]:
        return int(ACTION.start)
    best, most = -1, -1000.0
    for slot in range(min(notes.hand_size, HAND_LIMIT)):
        for cell in range(MAX_CELLS):
            if mask[action_of_play(slot, cell)]:
                worth = worth_of_play(observation, notes, slot, cell)
                if worth > most:
                    best, most = action_of_play(slot, cell), worth
    best, most = consider_field(observation, mask, notes, best, most)
    if mask[ACTION.trade]:
        worth = storms.worth_of_compass(observation, notes)
        worth -= worth_of_cheapest(notes, HAND_LIMIT, -1)
        if worth > most:
            best, most = ACTION.trade, worth
    spare = notes.constants[CONSTANT.new_cards] - worth_of_cheapest(notes, 2, -1)
    if best < 0 or (spare > most and can_discard(mask)):
        return choose_discard(mask, notes, 2, 0)
    return best


@rule
def consider_field(
    observation: Buffer, mask: Buffer, notes: Record, best: int, most: float
) -> tuple[int, float]:
    """Compare the best action so far with monsters and rotations."""
    turned = notes.constants[CONSTANT.a_rotation] - worth_of_cheapest(notes, 1, -1)
    for cell in range(MAX_CELLS):
        if mask[ACTION.monster + cell]:
            worth = worth_of_monster(observation, notes, cell)
            if worth > most:
                best, most = ACTION.monster + cell, worth
        if mask[ACTION.rotate + cell]:
            wrong = is_wrong(cell, observation[AT.moon + cell] > 0.5)
            if wrong and turned > most:
                best, most = ACTION.rotate + cell, turned
    return best, most


@rule
def can_discard(mask: Buffer) -> bool:
    """Tell whether cards may be discarded."""
    return bool(mask[ACTION.discard : ACTION.discard + MAX_HAND].any())


@rule
def choose_discard(mask: Buffer, notes: Record, owed: int, first_slot: int) -> int:
    """Of the cards worth least, as many as are due, name the one that comes first in hand."""
    for slot in range(MAX_HAND):
        notes.chosen[slot] = 0
    for _ in range(owed):
        best = -1
        for slot in range(first_slot, notes.hand_size):
            free = notes.chosen[slot] == 0 and notes.hand[slot] != MONSTER
            if free and (best < 0 or notes.worth[slot] < notes.worth[best]):
                best = slot
        if best >= 0:
            notes.chosen[best] = 1
    for slot in range(first_slot, notes.hand_size):
        if notes.chosen[slot] == 1 and mask[ACTION.discard + slot]:
            return int(ACTION.discard + slot)
    return first_legal(mask)


@rule
def choose_take(observation: Buffer, notes: Record) -> int:
    """Of the cards of the row that are worth most, as many as I need, name the lowest."""
    last = whole(observation[AT.last_taken], HIGHEST.last_taken)
    best, lowest = -1, ISLANDS + 1
    for place in range(ROW_SIZE):
        card = whole(observation[AT.row + place], HIGHEST.row)
        is_wanted = count_better(observation, notes, place, last) < HAND_LIMIT - notes.hand_size
        if last < card < lowest and is_wanted:
            best, lowest = place, card
    return int(ACTION.take) + best


@rule
def count_better(observation: Buffer, notes: Record, place: int, last: int) -> int:
    """Return how many cards of the row that may still be taken are worth more than one of them."""
    better, worth = 0, worth_of_taking(observation, notes, place)
    for other in range(ROW_SIZE):
        if whole(observation[AT.row + other], HIGHEST.row) > last:
            others = worth_of_taking(observation, notes, other)
            better += int(others > worth or (others == worth and other < place))
    return better


@rule
def first_legal(mask: Buffer) -> int:
    """Return the first legal action."""
    for action in range(mask.size):
        if mask[action]:
            return action
    return -1


@rule
def spare_cards(notes: Record) -> int:
    """Return how many of my cards I can well do without."""
    cards, spare = 0, notes.constants[CONSTANT.spare]
    for slot in range(notes.hand_size):
        cards += int(notes.hand[slot] != MONSTER and notes.worth[slot] < spare)
    return cards


@rule
def nearest(mask: Buffer, start: int, wanted: int) -> int:
    """Return the legal number that comes nearest to one."""
    best = -1
    for number in range(MAX_PLEDGE + 1):
        if mask[start + number] and (best < 0 or abs(number - wanted) < abs(best - wanted)):
            best = number
    return start + best


@rule
def choose_pledge(observation: Buffer, mask: Buffer, notes: Record) -> int:
    """Pledge what is spare, and more if the offers of the others are not enough."""
    missing = whole(observation[AT.to_pledge], HIGHEST.to_pledge)
    offered = 0
    for steps in range(1, notes.num_players):
        offered += max(whole(observation[AT.offers + steps], HIGHEST.offers) - 1, 0)
    share = (missing + notes.num_players - 1) // notes.num_players
    wanted = max(spare_cards(notes), min(share, missing - offered))
    return nearest(mask, ACTION.pledge, wanted)


@rule
def choose_row(observation: Buffer, mask: Buffer, start: int) -> int:
    """Close the row in which least is left to do."""
    best, least = -1, 0
    for row in range(NUM_ROWS):
        room = row_room(observation, row)
        if mask[start + row] and (best < 0 or room < least):
            best, least = start + row, room
    return best


@rule
def choose_prey(observation: Buffer, mask: Buffer, notes: Record) -> int:
    """Let a monster loose where that is worth most."""
    best, most = -1, 0.0
    for cell in range(MAX_CELLS):
        if mask[ACTION.monster + cell]:
            worth = worth_of_monster(observation, notes, cell)
            if best < 0 or worth > most:
                best, most = ACTION.monster + cell, worth
    return best


@rule
def choose_action(observation: Buffer, mask: Buffer, notes: Record) -> int:
    """Decide what is to be decided."""
    phase = notes.phase
    if phase == Phase.ACT:
        return choose_turn(observation, mask, notes)
    if phase == Phase.OFFER:
        return nearest(mask, ACTION.offer, spare_cards(notes))
    if phase == Phase.PLEDGE:
        return choose_pledge(observation, mask, notes)
    if phase in (Phase.REEF, Phase.NEW_REEF):
        return choose_row(observation, mask, ACTION.move_reef)
    if phase == Phase.STORM:
        return choose_row(observation, mask, ACTION.place_storm)
    if phase == Phase.MONSTER:
        return choose_prey(observation, mask, notes)
    if phase == Phase.ANSWER:
        return storms.answer_storm(observation, notes)
    if phase == Phase.LIFT:
        return storms.lift_before_refill(observation, notes)
    if phase == Phase.RESCUE:
        return storms.come_to_the_rescue(observation, mask)
    if phase == Phase.BLIND:
        return int(ACTION.blind)
    if phase == Phase.TAKE:
        return choose_take(observation, notes)
    if phase == Phase.REFRESH:
        return int(ACTION.agree)
    return choose_discard(mask, notes, notes.owed, notes.first_slot)


class Heuristic(CompiledHeuristic):
    """Fills free cells first, spreads the cards evenly and keeps what gaps need."""

    look = staticmethod(look)
    read = staticmethod(read)
    choose_action = staticmethod(choose_action)
    notes = NOTES
    constants = CONSTANTS


class FirstEdition(Heuristic):
    """The heuristic as it was at first, for good: a yardstick does not get easier or harder."""

    look = staticmethod(look_as_first)


class ThirdEdition(CompiledHeuristic):
    """Judges each action by tables: stronger in most settings, and slower."""

    look, choose_action = TABLES.rules()
    look, choose_action = staticmethod(look), staticmethod(choose_action)
    notes = TABLES.notes


EDITIONS = {"first": FirstEdition, "third": ThirdEdition}
