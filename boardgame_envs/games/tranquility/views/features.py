"""What a good player computes at a glance: gaps and their room, and where each card could lie.

The *room* of a gap is how many cards that may still come fit into it, less its cells, and one
more: 0 says that it cannot be filled, 1 that every such card is needed. A card may still come if
it is unseen or in the player's own hand [19].
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.field import gaps, grid
from boardgame_envs.games.tranquility.modes import high_arch
from boardgame_envs.games.tranquility.state import MAX_CELLS, Mode
from boardgame_envs.games.tranquility.views.layout import AT, HIGHEST, LAYOUT, NO_PLACE

# how each number is shown: a look at a table is quicker than a division
ROOM_SHOWN = LAYOUT.shown("gap_room")
PLACES_SHOWN = LAYOUT.shown("my_places")
CHEAPEST_SHOWN = LAYOUT.shown("my_cheapest")
GAP_CELLS_SHOWN = LAYOUT.shown("my_gap_cells")
COST_SHOWN = LAYOUT.shown("cost")
OFF_CENTRE_SHOWN = LAYOUT.shown("off_centre")


class Shown(NamedTuple):
    """The parts that say where cards could lie: those for the hand, or for the row of a duel."""

    places: int
    free_places: int
    cheapest: int
    gap_room: int
    gap_cells: int
    in_detail: int  # the cards of which each cell is described


OF_HAND = Shown(
    AT.my_places,
    AT.my_free_places,
    AT.my_cheapest,
    AT.my_gap_room,
    AT.my_gap_cells,
    cards.HAND_LIMIT,
)
OF_ROW = Shown(
    AT.row_places, AT.row_free_places, AT.row_cheapest, AT.row_gap_room, AT.row_gap_cells, 0
)


@rule
def write_features(state: Record, seat: int, observation: Buffer) -> None:
    """Write what can be worked out from all that a player sees [3, 4, 23]."""
    to_come = count_to_come(state, seat, observation)
    write_gaps(state, seat, to_come, observation)
    if state.has_monsters or state.mode == Mode.PYRAMID:
        write_prey(state, to_come, observation)


@rule
def count_to_come(state: Record, seat: int, observation: Buffer) -> Buffer:
    """Return for each number how many cards up to it may still come [19]."""
    to_come = np.zeros(cards.ISLANDS + 2, np.int64)
    for number in range(1, cards.ISLANDS + 1):
        to_come[number] = int(observation[AT.unseen + number - 1])
    for slot in range(state.hand_sizes[seat]):
        if state.hands[seat, slot] <= cards.ISLANDS:
            to_come[state.hands[seat, slot]] = 1
    for number in range(1, cards.ISLANDS + 1):
        to_come[number] += to_come[number - 1]
    to_come[cards.ISLANDS + 1] = to_come[cards.ISLANDS]
    return to_come


@rule
def room_for(to_come: Buffer, low: int, high: int, cells: int) -> int:
    """Return the room of a gap between two numbers, by its cells [3]."""
    room = int(to_come[high - 1] - to_come[low]) - cells + 1
    return int(min(max(room, 0), HIGHEST.gap_room))


@rule
def write_gaps(state: Record, seat: int, to_come: Buffer, observation: Buffer) -> None:
    """Write the room of every gap, and where cards of the hand and the row could lie [3, 4]."""
    limit = high_arch.cells_in_play(state)
    size, row_size = int(state.hand_sizes[seat]), int(state.row_size)
    observation[AT.my_cheapest : AT.my_cheapest + size] = CHEAPEST_SHOWN[NO_PLACE]
    observation[AT.row_cheapest : AT.row_cheapest + row_size] = CHEAPEST_SHOWN[NO_PLACE]
    gap = gaps.next_gap(state, 0, limit)
    while gap.first < limit:
        room = room_for(to_come, gap.low, gap.high, gaps.cells_of(gap))
        for cell in range(gap.first, gap.end):
            observation[AT.gap_room + cell] = ROOM_SHOWN[room]
        for slot in range(size):
            number = int(state.hands[seat, slot])
            if gap.low < number < gap.high:
                write_card(state, to_come, gap, (slot, number), OF_HAND, observation)
        for place in range(row_size):
            number = int(state.row[place])
            if gap.low < number < gap.high:
                write_card(state, to_come, gap, (place, number), OF_ROW, observation)
        gap = gaps.next_gap(state, gap.end, limit)


@rule
def write_card(
    state: Record,
    to_come: Buffer,
    gap: gaps.Gap,
    card: tuple[int, int],
    shown: Shown,
    observation: Buffer,
) -> None:
    """Write the gap a card belongs in, and what it costs and leaves on each of its cells [4].

    A card is its place and its number.
    """
    place, number = card
    observation[shown.gap_room + place] = observation[AT.gap_room + gap.first]
    cells = min(gaps.cells_of(gap), HIGHEST.my_gap_cells)
    observation[shown.gap_cells + place] = GAP_CELLS_SHOWN[cells]
    places, free_places, cheapest = 0, 0, NO_PLACE
    below = to_come[number - 1] - to_come[gap.low]
    above = to_come[gap.high - 1] - to_come[number]
    for cell in range(gap.first, gap.end):
        before, behind = cell - gap.first, gap.end - 1 - cell
        room = min(max(min(below - before, above - behind) + 1, 0), HIGHEST.room_after)
        cost = min(gaps.cost_in_gap(state, gap, cell, number), HIGHEST.cost)
        if room > 0:
            places += 1
            free_places += int(cost == 0)
            cheapest = min(cheapest, cost)
        if place < shown.in_detail and not grid.is_cell_closed(state, cell):
            pair, off = place * MAX_CELLS + cell, off_centre(before, behind, below, above)
            observation[AT.fits + pair] = 1.0
            observation[AT.cost + pair] = COST_SHOWN[cost]
            observation[AT.room_after + pair] = ROOM_SHOWN[room]
            observation[AT.off_centre + pair] = OFF_CENTRE_SHOWN[off]
    observation[shown.places + place] = PLACES_SHOWN[min(places, HIGHEST.my_places)]
    observation[shown.free_places + place] = PLACES_SHOWN[min(free_places, HIGHEST.my_free_places)]
    observation[shown.cheapest + place] = CHEAPEST_SHOWN[cheapest]


@rule
def off_centre(before: int, behind: int, below: int, above: int) -> int:
    """How far, in quarters of a cell, a card is from where both sides would be spread alike [3]."""
    total = below + above
    if total == 0:
        return 0
    distance = abs(before * total - (before + behind) * below)
    return int(min((8 * distance + total) // (2 * total), HIGHEST.off_centre))


@rule
def write_prey(state: Record, to_come: Buffer, observation: Buffer) -> None:
    """Write for each card in the field how its gaps stand, and how without it [23]."""
    limit = int(state.num_cells)
    for cell in range(limit):
        if state.grid[cell] == cards.NO_CARD:
            continue
        first, low = cell, 0
        while first > 0 and state.grid[first - 1] == cards.NO_CARD:
            first -= 1
        if first > 0:
            low = int(state.grid[first - 1])
        end, high = cell + 1, cards.ISLANDS + 1
        while end < limit and state.grid[end] == cards.NO_CARD:
            end += 1
        if end < limit:
            high = int(state.grid[end])
        number = int(state.grid[cell])
        before = room_for(to_come, low, number, cell - first)
        behind = room_for(to_come, number, high, end - 1 - cell)
        observation[AT.room_beside + cell] = ROOM_SHOWN[min(before, behind)]
        without = room_for(to_come, low, high, end - first)
        observation[AT.room_without + cell] = ROOM_SHOWN[without]
