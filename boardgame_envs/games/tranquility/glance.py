"""What a good player computes at a glance: gaps and their room, and where each card could lie.

The *room* of a gap is how many cards that may still come fit into it, less its cells, and one
more: 0 says that it cannot be filled, 1 that every such card is needed. A card may still come if
it is unseen or in the own hand [19].
"""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility.cards import HAND_LIMIT, ISLANDS, MAX_HAND, NO_CARD
from boardgame_envs.games.tranquility.grid import cost_in_gap, is_closed, next_gap, row_of
from boardgame_envs.games.tranquility.high_arch import cells_in_play
from boardgame_envs.games.tranquility.table import MAX_CELLS

MOST_ROOM = 8
MOST_PLACES = MOST_ROOM  # shown by the same table
MOST_COST = 5
NO_PLACE = MOST_COST + 1
MOST_CELLS_SHOWN = 12
MOST_OFF = 20

ROOM_SHOWN = (np.arange(MOST_ROOM + 1) / MOST_ROOM).astype(np.float32)
COST_SHOWN = (np.arange(MOST_COST + 1) / MOST_COST).astype(np.float32)
CHEAPEST_SHOWN = (np.arange(NO_PLACE + 1) / NO_PLACE).astype(np.float32)
OFF_SHOWN = (np.arange(MOST_OFF + 1) / MOST_OFF).astype(np.float32)
CELLS_SHOWN = (np.arange(MOST_CELLS_SHOWN + 1) / MOST_CELLS_SHOWN).astype(np.float32)

# where the numbers of a hand's places stand, one kind after the other
PLACES, FREE_PLACES, CHEAPEST, GAP_ROOM, GAP_CELLS = (kind * MAX_HAND for kind in range(5))
# where the numbers of cards and cells stand
PAIRS = HAND_LIMIT * MAX_CELLS
FITS, COST, ROOM_AFTER, OFF_CENTRE = (kind * PAIRS for kind in range(4))


@rule
def count_to_come(state: Record, seat: int, unseen: Buffer) -> Buffer:
    """Return for each number how many cards up to it may still come [19]."""
    to_come = np.zeros(ISLANDS + 2, np.int64)
    for number in range(1, ISLANDS + 1):
        to_come[number] = int(unseen[number - 1])
    for slot in range(state.hand_sizes[seat]):
        if state.hands[seat, slot] <= ISLANDS:
            to_come[state.hands[seat, slot]] = 1
    for number in range(1, ISLANDS + 1):
        to_come[number] += to_come[number - 1]
    to_come[ISLANDS + 1] = to_come[ISLANDS]
    return to_come


@rule
def room_for(to_come: Buffer, low: int, high: int, cells: int) -> int:
    """Return the room of a gap of so many cells between two numbers [3]."""
    return min(max(int(to_come[high - 1] - to_come[low]) - cells + 1, 0), MOST_ROOM)


@rule
def write_gaps(
    state: Record, seat: int, unseen: Buffer, gap_room: Buffer, hand: Buffer, pairs: Buffer
) -> None:
    """Write the room of every gap, and where the own cards could lie in it [3, 4]."""
    to_come = count_to_come(state, seat, unseen)
    limit = cells_in_play(state)
    size = int(state.hand_sizes[seat])
    for slot in range(size):
        hand[CHEAPEST + slot] = 1.0
    first, end, low, high = next_gap(state, 0, limit)
    while first < limit:
        room = room_for(to_come, low, high, end - first)
        for cell in range(first, end):
            gap_room[cell] = ROOM_SHOWN[room]
        for slot in range(size):
            number = int(state.hands[seat, slot])
            if low < number < high:
                hand[GAP_ROOM + slot] = ROOM_SHOWN[room]
                hand[GAP_CELLS + slot] = CELLS_SHOWN[min(end - first, MOST_CELLS_SHOWN)]
                write_card(state, to_come, first, end, low, high, slot, number, hand, pairs)
        first, end, low, high = next_gap(state, end, limit)


@rule
def write_card(
    state: Record,
    to_come: Buffer,
    first: int,
    end: int,
    low: int,
    high: int,
    slot: int,
    number: int,
    hand: Buffer,
    pairs: Buffer,
) -> None:
    """Write for each cell of the gap a card belongs in what it costs there, and leaves [4]."""
    places, free_places, cheapest = 0, 0, NO_PLACE
    below = to_come[number - 1] - to_come[low]
    above = to_come[high - 1] - to_come[number]
    for cell in range(first, end):
        before, behind = cell - first, end - 1 - cell
        room = min(max(min(below - before, above - behind) + 1, 0), MOST_ROOM)
        cost = min(cost_in_gap(state, first, end, low, high, cell, number), MOST_COST)
        if room > 0:
            places += 1
            free_places += int(cost == 0)
            cheapest = min(cheapest, cost)
        if slot < HAND_LIMIT and not is_closed(state, row_of(state, cell)):
            pair = slot * MAX_CELLS + cell
            pairs[FITS + pair] = 1.0
            pairs[COST + pair] = COST_SHOWN[cost]
            pairs[ROOM_AFTER + pair] = ROOM_SHOWN[room]
            pairs[OFF_CENTRE + pair] = OFF_SHOWN[off_centre(before, behind, below, above)]
    hand[PLACES + slot] = ROOM_SHOWN[min(places, MOST_PLACES)]
    hand[FREE_PLACES + slot] = ROOM_SHOWN[min(free_places, MOST_PLACES)]
    hand[CHEAPEST + slot] = CHEAPEST_SHOWN[cheapest]


@rule
def off_centre(before: int, behind: int, below: int, above: int) -> int:
    """How far, in quarters of a cell, a card is from where both sides would be spread alike [3]."""
    cards = below + above
    if cards == 0:
        return 0
    distance = abs(before * cards - (before + behind) * below)
    return min((8 * distance + cards) // (2 * cards), MOST_OFF)


@rule
def write_prey(
    state: Record, seat: int, unseen: Buffer, room_beside: Buffer, room_without: Buffer
) -> None:
    """Write for each card in the field how its gaps stand, and how without it [23]."""
    to_come = count_to_come(state, seat, unseen)
    limit = int(state.num_cells)
    for cell in range(limit):
        if state.grid[cell] == NO_CARD:
            continue
        first, low = cell, 0
        while first > 0 and state.grid[first - 1] == NO_CARD:
            first -= 1
        if first > 0:
            low = int(state.grid[first - 1])
        end, high = cell + 1, ISLANDS + 1
        while end < limit and state.grid[end] == NO_CARD:
            end += 1
        if end < limit:
            high = int(state.grid[end])
        number = int(state.grid[cell])
        before = room_for(to_come, low, number, cell - first)
        behind = room_for(to_come, number, high, end - 1 - cell)
        room_beside[cell] = ROOM_SHOWN[min(before, behind)]
        room_without[cell] = ROOM_SHOWN[room_for(to_come, low, high, end - first)]
