"""The heuristic for Tranquility: free cells first, evenly spread, no gap that cannot be filled.

It sees nothing but its own observation. A card is worth keeping if it has somewhere to go, the
more so where few cards are left for a gap; whatever must be discarded is worth least. Each action
is given a worth, in cards, and the best one is taken.
"""

from __future__ import annotations

import numpy as np

from boardgame_envs.agents.heuristics import tranquility_storms as storms
from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic, label, whole
from boardgame_envs.core.compiled import Buffer, Record, rule, state_dtype
from boardgame_envs.games.tranquility.actions import ACTION, action_of_play
from boardgame_envs.games.tranquility.cards import (
    FINISH,
    HAND_LIMIT,
    ISLANDS,
    MAX_HAND,
    MAX_PLAYERS,
    MONSTER,
    ROW_SIZE,
    START,
)
from boardgame_envs.games.tranquility.modes.day_and_night import FIRST_SUN_ROW
from boardgame_envs.games.tranquility.state import (
    MAX_CELLS,
    MAX_PLEDGE,
    MODES,
    NUM_ROWS,
    PHASES,
    Mode,
    Phase,
)
from boardgame_envs.games.tranquility.views.layout import AT, HIGHEST

# what things are worth, in cards
A_CELL = 2.0  # to have a cell filled
OFF_A_CELL = 0.35  # to be a cell off the place where both sides are spread alike
FEW_CARDS = 1.0  # to leave a gap that needs every card there is; less where there are more
NO_CARDS = 9.0  # to leave a gap that cannot be filled
A_USEFUL_CARD = 0.8  # a card that has a place
A_FREE_PLACE = 0.4  # ... that costs nothing
A_NEEDED_CARD = 1.0  # ... in a gap that needs every card there is; less where there are more
A_FINISH = 2.5  # the last Finish that I know of; less where there are more
WRONG_WAY_UP = 1.5  # a card the wrong way up [day and night]
A_MONSTER = 4.0  # to be rid of one
A_REPAIR = 3.0  # to open a gap that cannot be filled
A_NEIGHBOUR = 0.5  # a card beside the one destroyed, which the next one there must be paid for
A_ROTATION = 1.0  # to have a card the right way up [day and night]
SPARE = 0.9  # a card worth less than this is offered

NOTES = state_dtype(
    [
        ("phase", np.int64),
        ("mode", np.int64),
        ("num_players", np.int64),
        ("owed", np.int64),
        ("first_slot", np.int64),
        ("hand_size", np.int64),
        ("hand", np.int64, MAX_HAND),
        ("worth", np.float64, MAX_HAND),  # of keeping each card
        ("chosen", np.int64, MAX_HAND),  # cards that would be discarded
    ]
)

# --- what the agent looks at ---


@rule
def look(observation: Buffer, notes: Record) -> None:
    """Read what there is to see."""
    notes.phase = label(observation, AT.phase, len(PHASES))
    notes.mode = label(observation, AT.mode, len(MODES))
    notes.num_players = 1 + label(observation, AT.num_players, MAX_PLAYERS)
    notes.owed = whole(observation[AT.owed], HIGHEST.owed)
    notes.first_slot = whole(observation[AT.first_slot], HIGHEST.first_slot)
    notes.hand_size = 0
    for slot in range(MAX_HAND):
        notes.hand[slot] = whole(observation[AT.my_hand + slot], HIGHEST.my_hand)
        notes.hand_size += int(notes.hand[slot] > 0)
    for slot in range(notes.hand_size):
        notes.worth[slot] = worth_of_keeping(observation, notes, slot)


# --- what the agent thinks ---


@rule
def scarcity(room: int) -> float:
    """Return 1 for a gap that needs every card there is, and less where there are more."""
    return 1.0 / float(max(room, 1))


@rule
def worth_of_keeping(observation: Buffer, notes: Record, slot: int) -> float:
    """Return what a card in my hand is worth: nothing if it has no place to go."""
    card = notes.hand[slot]
    if card == FINISH:
        return worth_of_finish(observation, notes)
    if card == START:
        return -0.1
    if observation[AT.my_places + slot] == 0.0:
        return 0.0
    room = whole(observation[AT.my_gap_room + slot], HIGHEST.my_gap_room)
    cheapest = whole(observation[AT.my_cheapest + slot], HIGHEST.my_cheapest)
    return worth_of_island(room, cheapest, observation[AT.my_free_places + slot] > 0.0)


@rule
def worth_of_island(room: int, cheapest: int, has_free_place: bool) -> float:
    """Return what an island with a place is worth, by its gap's room and its cheapest place."""
    worth = A_USEFUL_CARD + A_NEEDED_CARD * scarcity(room)
    if has_free_place:
        worth += A_FREE_PLACE
    return worth - 0.1 * cheapest


@rule
def worth_of_taking(observation: Buffer, place: int) -> float:
    """Return what a card of the row is worth: nothing if it has no place to go."""
    if observation[AT.row_places + place] == 0.0:
        return 0.0
    room = whole(observation[AT.row_gap_room + place], HIGHEST.row_gap_room)
    cheapest = whole(observation[AT.row_cheapest + place], HIGHEST.row_cheapest)
    return worth_of_island(room, cheapest, observation[AT.row_free_places + place] > 0.0)


@rule
def worth_of_finish(observation: Buffer, notes: Record) -> float:
    """Return what a Finish is worth: the more, the fewer there are; a second one is spare."""
    mine = 0
    for slot in range(notes.hand_size):
        mine += int(notes.hand[slot] == FINISH)
    others = whole(observation[AT.unseen_others + FINISH - START], HIGHEST.unseen_others)
    worth = A_FINISH / float(1 + others) + A_USEFUL_CARD
    return worth if mine == 1 else worth / mine


@rule
def worth_of_play(observation: Buffer, notes: Record, slot: int, cell: int) -> float:
    """Return what it is worth to place a card on a cell, with the cards that pay for it."""
    pair = slot * MAX_CELLS + cell
    cost = whole(observation[AT.cost + pair], HIGHEST.cost)
    room = whole(observation[AT.room_after + pair], HIGHEST.room_after)
    off_centre = whole(observation[AT.off_centre + pair], HIGHEST.off_centre)
    worth = A_CELL - OFF_A_CELL * 0.25 * off_centre
    worth -= FEW_CARDS * scarcity(room) if room > 0 else NO_CARDS
    if notes.mode == Mode.DAY_AND_NIGHT and is_wrong(cell, observation[AT.moon_up] > 0.5):
        worth -= WRONG_WAY_UP
    return worth - worth_of_cheapest(notes, cost, slot)


@rule
def is_wrong(cell: int, is_moon: bool) -> bool:
    """Tell whether a card that lies this way up on a cell must be rotated."""
    needs_moon = cell < FIRST_SUN_ROW * 6
    return is_moon != needs_moon


@rule
def worth_of_cheapest(notes: Record, count: int, but_for: int) -> float:
    """Return what a number of cards that I would discard are worth, and note which these are."""
    for slot in range(MAX_HAND):
        notes.chosen[slot] = 0
    total = 0.0
    for _ in range(count):
        best = -1
        for slot in range(notes.hand_size):
            free = notes.chosen[slot] == 0 and slot != but_for and notes.hand[slot] != MONSTER
            if free and (best < 0 or notes.worth[slot] < notes.worth[best]):
                best = slot
        if best >= 0:
            notes.chosen[best] = 1
            total += notes.worth[best] + 0.5
    return total


@rule
def worth_of_monster(observation: Buffer, cell: int) -> float:
    """Return what it is worth to let a monster loose on a cell: best where it opens a gap."""
    beside = whole(observation[AT.room_beside + cell], HIGHEST.room_beside)
    without = whole(observation[AT.room_without + cell], HIGHEST.room_without)
    worth = A_MONSTER + 0.1 * float(without)
    if without < 2:
        worth -= A_MONSTER + A_CELL
    if cell > 0 and observation[AT.filled + cell - 1] > 0.5:
        worth -= A_NEIGHBOUR
    if cell + 1 < MAX_CELLS and observation[AT.filled + cell + 1] > 0.5:
        worth -= A_NEIGHBOUR
    return worth + A_REPAIR if beside == 0 and without > 0 else worth


# --- what the agent does ---


@rule
def choose_turn(observation: Buffer, mask: Buffer, notes: Record) -> int:
    """Return the action that is worth most."""
    if mask[ACTION.finish]:
        return int(ACTION.finish)
    lift = storms.lift_first(mask)
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
        worth = storms.worth_of_compass(observation) - worth_of_cheapest(notes, HAND_LIMIT, -1)
        if worth > most:
            best, most = ACTION.trade, worth
    spare = -worth_of_cheapest(notes, 2, -1)
    if best < 0 or (spare > most and can_discard(mask)):
        return choose_discard(mask, notes, 2, 0)
    return best


@rule
def consider_field(
    observation: Buffer, mask: Buffer, notes: Record, best: int, most: float
) -> tuple[int, float]:
    """Compare the best action so far with monsters and rotations."""
    turned = A_ROTATION - worth_of_cheapest(notes, 1, -1)
    for cell in range(MAX_CELLS):
        if mask[ACTION.monster + cell]:
            worth = worth_of_monster(observation, cell)
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
        is_wanted = count_better(observation, place, last) < HAND_LIMIT - notes.hand_size
        if last < card < lowest and is_wanted:
            best, lowest = place, card
    return int(ACTION.take) + best


@rule
def count_better(observation: Buffer, place: int, last: int) -> int:
    """Return how many cards of the row that may still be taken are worth more than one of them."""
    better, worth = 0, worth_of_taking(observation, place)
    for other in range(ROW_SIZE):
        if whole(observation[AT.row + other], HIGHEST.row) > last:
            others = worth_of_taking(observation, other)
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
    cards = 0
    for slot in range(notes.hand_size):
        cards += int(notes.hand[slot] != MONSTER and notes.worth[slot] < SPARE)
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
        room = whole(observation[AT.row_room + row], HIGHEST.row_room)
        if mask[start + row] and (best < 0 or room < least):
            best, least = start + row, room
    return best


@rule
def choose_prey(observation: Buffer, mask: Buffer) -> int:
    """Let a monster loose where that is worth most."""
    best, most = -1, 0.0
    for cell in range(MAX_CELLS):
        if mask[ACTION.monster + cell]:
            worth = worth_of_monster(observation, cell)
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
        return choose_prey(observation, mask)
    if phase == Phase.ANSWER:
        return storms.answer_storm(observation)
    if phase == Phase.LIFT:
        return storms.lift_before_refill(observation)
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
    choose_action = staticmethod(choose_action)
    notes = NOTES
