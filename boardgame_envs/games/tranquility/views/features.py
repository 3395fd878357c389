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
from boardgame_envs.games.tranquility.field import gaps, grid, shapes
from boardgame_envs.games.tranquility.modes import high_arch
from boardgame_envs.games.tranquility.state import MAX_CELLS, Mode
from boardgame_envs.games.tranquility.turn import hands
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


OF_HAND = Shown(AT.my_places, AT.my_free_places, AT.my_cheapest, AT.my_gap_room, AT.my_gap_cells)
OF_ROW = Shown(
    AT.row_places, AT.row_free_places, AT.row_cheapest, AT.row_gap_room, AT.row_gap_cells
)


class Fit(NamedTuple):
    """A card and the gap that it belongs in."""

    place: int  # of the card in the hand, or in the row
    number: int
    gap: gaps.Gap
    below: int  # cards to come between it and the number before the gap
    above: int  # and between it and the number behind the gap


@rule
def write_features(state: Record, seat: int, observation: Buffer) -> None:
    """Write what can be worked out from all that a player sees [3, 4, 23]."""
    to_come = count_to_come(state, seat, observation)
    for slot in range(state.hand_sizes[seat]):
        observation[AT.my_cheapest + slot] = CHEAPEST_SHOWN[NO_PLACE]
    first_line, end = high_arch.lines_in_play(state)
    for line in range(first_line, end):
        write_rooms(state, line, to_come, observation)
        write_hand(state, seat, line, to_come, observation)
        if state.mode == Mode.DUEL:
            write_row(state, line, to_come, observation)
    if state.has_monsters or state.mode == Mode.PYRAMID:
        write_prey(state, to_come, observation)


@rule
def count_to_come(state: Record, seat: int, observation: Buffer) -> Buffer:
    """Return for each number how many cards up to it may still come [19]."""
    to_come = np.empty(cards.ISLANDS + 1, np.int64)
    to_come[0] = 0
    for number in range(1, cards.ISLANDS + 1):
        to_come[number] = int(observation[AT.unseen + number - 1])
    for slot in range(hands.count_islands(state, seat)):
        to_come[state.hands[seat, slot]] = 1
    for number in range(1, cards.ISLANDS + 1):
        to_come[number] += to_come[number - 1]
    return to_come


@rule
def clip(number: int, highest: int) -> int:
    """Return a number from 0 to the highest that is shown."""
    return int(min(max(number, 0), highest))


@rule
def room_for(to_come: Buffer, low: int, high: int, cells: int) -> int:
    """Return the room of a gap between two numbers, by its cells [3]."""
    return clip(int(to_come[high - 1] - to_come[low]) - cells + 1, HIGHEST.gap_room)


@rule
def write_rooms(state: Record, line: int, to_come: Buffer, observation: Buffer) -> None:
    """Write the room of every gap of a line, on each of its cells [3]."""
    cell, stop = shapes.LINE_STARTS[state.field, line], shapes.LINE_STARTS[state.field, line + 1]
    low = 0
    while cell < stop:
        first = cell
        while cell < stop and state.grid[cell] == cards.NO_CARD:
            cell += 1
        high = int(state.grid[cell]) if cell < stop else gaps.AFTER_ALL
        room = ROOM_SHOWN[room_for(to_come, low, high, cell - first)]
        for empty in range(first, cell):
            observation[AT.gap_room + empty] = room
        low, cell = high, cell + 1


@rule
def write_hand(state: Record, seat: int, line: int, to_come: Buffer, observation: Buffer) -> None:
    """Write where in a line the cards of the player's own hand could lie [3, 4]."""
    for slot in range(hands.count_islands(state, seat)):
        number = int(state.hands[seat, slot])
        gap = gaps.gap_for(state, line, number)
        if gaps.cells_of(gap) > 0:
            fit = fit_in(gap, slot, number, to_come)
            write_places(state, fit, OF_HAND, observation)
            if slot < cards.HAND_LIMIT:
                write_cells(state, fit, observation)


@rule
def write_row(state: Record, line: int, to_come: Buffer, observation: Buffer) -> None:
    """Write where the open cards of a duel could lie [3, 41]."""
    for place in range(cards.ROW_SIZE):
        number = int(state.row[place])
        if number == cards.NO_CARD:
            break
        gap = gaps.gap_for(state, line, number)
        observation[AT.row_cheapest + place] = CHEAPEST_SHOWN[NO_PLACE]
        if gaps.cells_of(gap) > 0:
            write_places(state, fit_in(gap, place, number, to_come), OF_ROW, observation)


@rule
def fit_in(gap: gaps.Gap, place: int, number: int, to_come: Buffer) -> Fit:
    """Return a card in the gap that it belongs in [3]."""
    below = to_come[number - 1] - to_come[gap.low]
    above = to_come[gap.high - 1] - to_come[number]
    return Fit(place, number, gap, below, above)


@rule
def write_places(state: Record, fit: Fit, shown: Shown, observation: Buffer) -> None:
    """Write the gap that a card belongs in, how many places it has there, and their cost [4]."""
    gap, others = fit.gap, gaps.cells_of(fit.gap) - 1
    # a place has at least and at most this many cells before it, so that both sides can be filled
    fewest, most = max(others - fit.above, 0), min(others, fit.below)
    places = max(most - fewest + 1, 0)
    # at the ends alone a place may cost something
    at_first = shown_cost(state, fit, gap.first) if fewest == 0 else NO_PLACE
    at_last = shown_cost(state, fit, gap.end - 1) if most == others else NO_PLACE
    free_places = places - int(0 < at_first < NO_PLACE) - int(0 < at_last < NO_PLACE and others > 0)
    cheapest = min(at_first, at_last) if free_places == 0 else 0
    observation[shown.gap_room + fit.place] = observation[AT.gap_room + gap.first]
    cells = min(others + 1, HIGHEST.my_gap_cells)
    observation[shown.gap_cells + fit.place] = GAP_CELLS_SHOWN[cells]
    observation[shown.places + fit.place] = PLACES_SHOWN[min(places, HIGHEST.my_places)]
    free_places = min(free_places, HIGHEST.my_free_places)
    observation[shown.free_places + fit.place] = PLACES_SHOWN[free_places]
    observation[shown.cheapest + fit.place] = CHEAPEST_SHOWN[cheapest]


@rule
def shown_cost(state: Record, fit: Fit, cell: int) -> int:
    """Return what a card costs on a cell, as far as it is shown [4]."""
    return int(min(gaps.cost_in_gap(state, fit.gap, cell, fit.number), HIGHEST.cost))


@rule
def write_cells(state: Record, fit: Fit, observation: Buffer) -> None:
    """Write what a card costs and leaves on each open cell of the gap it belongs in [4]."""
    gap, others = fit.gap, gaps.cells_of(fit.gap) - 1
    total = fit.below + fit.above
    # where both sides would be spread alike, in quarters of a cell, halves rounded up and down
    quarters = 4 if total > 0 else 0
    up = (8 * others * fit.below + total) // max(2 * total, 1)
    down = (8 * others * fit.below + max(total, 1) - 1) // max(2 * total, 1)
    for cell in range(gap.first, gap.end):
        before, behind = cell - gap.first, gap.end - 1 - cell
        pair = fit.place * MAX_CELLS + cell
        is_open = np.float32(not grid.is_cell_closed(state, cell))
        room = clip(min(fit.below - before, fit.above - behind) + 1, HIGHEST.room_after)
        off = min(max(quarters * before - down, up - quarters * before), HIGHEST.off_centre)
        observation[AT.fits + pair] = is_open
        observation[AT.room_after + pair] = ROOM_SHOWN[room] * is_open
        observation[AT.off_centre + pair] = OFF_CENTRE_SHOWN[off] * is_open
    for cell in (gap.first, gap.end - 1):
        pair = fit.place * MAX_CELLS + cell
        cost = COST_SHOWN[shown_cost(state, fit, cell)]
        observation[AT.cost + pair] = cost * observation[AT.fits + pair]


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
