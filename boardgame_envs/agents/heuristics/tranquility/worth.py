"""What cards and placements are worth to the heuristic for Tranquility, in cards."""

from __future__ import annotations

from boardgame_envs.agents.heuristics.compiled_heuristic import whole
from boardgame_envs.agents.heuristics.tranquility import gaps
from boardgame_envs.agents.heuristics.tranquility.constants import CONSTANT
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility.cards import FINISH, MAX_HAND, MONSTER, START
from boardgame_envs.games.tranquility.modes.day_and_night import FIRST_SUN_ROW
from boardgame_envs.games.tranquility.state import MAX_CELLS, Mode
from boardgame_envs.games.tranquility.views.layout import AT, HIGHEST

A_START = -0.1  # in hand, where it can do nothing: the first to be discarded
ROOM_WITHOUT = 0.1  # for each card to spare in the gap that a destroyed one leaves


@rule
def scarcity(room: int) -> float:
    """Return 1 for a gap that needs every card there is, and less where there are more."""
    return 1.0 / float(max(room, 1))


# --- what is kept ---


@rule
def worth_of_keeping(observation: Buffer, notes: Record, slot: int) -> float:
    """Return what a card in my hand is worth: nothing if it has no place to go."""
    card = notes.hand[slot]
    if card == FINISH:
        return worth_of_finish(observation, notes)
    if card == START:
        return A_START
    if observation[AT.my_places + slot] == 0.0:
        return 0.0
    room = whole(observation[AT.my_gap_room + slot], HIGHEST.my_gap_room)
    cheapest = whole(observation[AT.my_cheapest + slot], HIGHEST.my_cheapest)
    has_free_place = observation[AT.my_free_places + slot] > 0.0
    worth = worth_of_island(notes.constants, room, cheapest, has_free_place)
    likely = notes.constants[CONSTANT.a_likely_card]
    return worth + likely * gaps.trouble_of_loss(notes, card) if likely != 0.0 else worth


@rule
def worth_of_island(constants: Buffer, room: int, cheapest: int, has_free_place: bool) -> float:
    """Return what an island with a place is worth, by its gap's room and its cheapest place."""
    needed = constants[CONSTANT.a_needed_card] * scarcity(room)
    worth = constants[CONSTANT.a_useful_card] + needed
    if has_free_place:
        worth += constants[CONSTANT.a_free_place]
    return float(worth - constants[CONSTANT.a_costly_place] * cheapest)


@rule
def worth_of_taking(observation: Buffer, notes: Record, place: int) -> float:
    """Return what a card of the row is worth: nothing if it has no place to go."""
    if observation[AT.row_places + place] == 0.0:
        return 0.0
    room = whole(observation[AT.row_gap_room + place], HIGHEST.row_gap_room)
    cheapest = whole(observation[AT.row_cheapest + place], HIGHEST.row_cheapest)
    has_free_place = observation[AT.row_free_places + place] > 0.0
    return worth_of_island(notes.constants, room, cheapest, has_free_place)


@rule
def worth_of_finish(observation: Buffer, notes: Record) -> float:
    """Return what a Finish is worth: the more, the fewer there are; a second one is spare."""
    mine, constants = 0, notes.constants
    for slot in range(notes.hand_size):
        mine += int(notes.hand[slot] == FINISH)
    others = whole(observation[AT.unseen_others + FINISH - START], HIGHEST.unseen_others)
    worth = constants[CONSTANT.a_finish] / float(1 + others) + constants[CONSTANT.a_useful_card]
    return float(worth if mine == 1 else worth / mine)


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
            total += notes.worth[best] + notes.a_discard
    return total


# --- what is placed, turned or destroyed ---


@rule
def worth_of_play(observation: Buffer, notes: Record, slot: int, cell: int) -> float:
    """Return what it is worth to place a card on a cell, with the cards that pay for it."""
    constants, pair = notes.constants, slot * MAX_CELLS + cell
    cost = whole(observation[AT.cost + pair], HIGHEST.cost)
    room = whole(observation[AT.room_after + pair], HIGHEST.room_after)
    off_centre = whole(observation[AT.off_centre + pair], HIGHEST.off_centre)
    worth = constants[CONSTANT.a_cell] - constants[CONSTANT.off_a_cell] * 0.25 * off_centre
    if room > 0:
        worth -= constants[CONSTANT.few_cards] * scarcity(room)
    else:
        worth -= constants[CONSTANT.no_cards]
    if constants[CONSTANT.trouble] != 0.0:
        worth -= constants[CONSTANT.trouble] * gaps.trouble_of_play(notes, notes.hand[slot], cell)
    if notes.mode == Mode.DAY_AND_NIGHT and is_wrong(cell, observation[AT.moon_up] > 0.5):
        worth -= constants[CONSTANT.wrong_way_up]
    if observation[AT.borders + cell] > 0.5:
        worth += worth_of_exploring(observation, constants)
    return float(worth - worth_of_cheapest(notes, cost, slot))


@rule
def worth_of_exploring(observation: Buffer, constants: Buffer) -> float:
    """Return what it is worth to turn up an explorer card."""
    worth = constants[CONSTANT.a_border]
    if observation[AT.found_finishes] == 0.0:
        worth += constants[CONSTANT.a_finish_to_find]
    return float(worth)


@rule
def is_wrong(cell: int, is_moon: bool) -> bool:
    """Tell whether a card that lies this way up on a cell must be rotated."""
    needs_moon = cell < FIRST_SUN_ROW * 6
    return is_moon != needs_moon


@rule
def worth_of_monster(observation: Buffer, notes: Record, cell: int) -> float:
    """Return what it is worth to let a monster loose on a cell: best where it opens a gap."""
    constants = notes.constants
    beside = whole(observation[AT.room_beside + cell], HIGHEST.room_beside)
    without = whole(observation[AT.room_without + cell], HIGHEST.room_without)
    worth = constants[CONSTANT.a_monster] + ROOM_WITHOUT * float(without)
    if without < 2:
        worth -= constants[CONSTANT.a_monster] + constants[CONSTANT.a_cell]
    if cell > 0 and observation[AT.filled + cell - 1] > 0.5:
        worth -= constants[CONSTANT.a_neighbour]
    if cell + 1 < MAX_CELLS and observation[AT.filled + cell + 1] > 0.5:
        worth -= constants[CONSTANT.a_neighbour]
    if constants[CONSTANT.a_relief] != 0.0:
        relief = gaps.relief_without(observation, notes, cell)
        worth += constants[CONSTANT.a_relief] * relief
    return float(worth + constants[CONSTANT.a_repair] if beside == 0 and without > 0 else worth)
