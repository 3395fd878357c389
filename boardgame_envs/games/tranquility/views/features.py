"""What a good player computes at a glance: gaps and their room, and where each card could lie.

The *room* of a gap is how many cards that may still come fit into it, less its cells, and one
more: 0 says that it cannot be filled, 1 that every such card is needed. A card may still come if
it is unseen or in the player's own hand [19].
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, inlined_rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.field import gaps, grid, shapes
from boardgame_envs.games.tranquility.modes import high_arch
from boardgame_envs.games.tranquility.state import MAX_CELLS, Mode, Phase
from boardgame_envs.games.tranquility.turn import hands
from boardgame_envs.games.tranquility.views import chances, choices, runs, usefulness
from boardgame_envs.games.tranquility.views.layout import (
    AT,
    HIGHEST,
    LAYOUT,
    MOST_BESIDE,
    NO_PLACE,
    SEEN_SIZE,
)

# how each number is shown: a look at a table is quicker than a division
ROOM_SHOWN = LAYOUT.shown("gap_room")
PLACES_SHOWN = LAYOUT.shown("my_places")
CHEAPEST_SHOWN = LAYOUT.shown("my_cheapest")
GAP_CELLS_SHOWN = LAYOUT.shown("my_gap_cells")
COST_SHOWN = LAYOUT.shown("cost")
OFF_CENTRE_SHOWN = LAYOUT.shown("off_centre")
TROUBLE_SHOWN = LAYOUT.shown("trouble")
LEVEL_SHOWN = LAYOUT.shown("trouble_after")
LOSS_SHOWN = LAYOUT.shown("my_loss")
TOUCHING_SHOWN = LAYOUT.shown("my_touching")

# what is shown of all trouble is in halves, of what a loss brings in half as many levels
EIGHTHS_IN_A_HALF = chances.PARTS_OF_TROUBLE // 2
LEVELS_OF_LOSS = 2
NO_CARD_BEFORE = -1

# how the empty cells just before and just behind a cell are shown
_COUNTED = np.minimum(np.arange(MAX_CELLS + 1), MOST_BESIDE)
BESIDE_SHOWN = LAYOUT.shown("beside")[(MOST_BESIDE + 1) * _COUNTED[:, None] + _COUNTED[None, :]]


class Shown(NamedTuple):
    """The parts that say where cards could lie: those for the hand, or for the row of a duel."""

    places: int
    free_places: int
    cheapest: int
    gap_room: int
    gap_cells: int
    use: int


OF_HAND = Shown(
    AT.my_places,
    AT.my_free_places,
    AT.my_cheapest,
    AT.my_gap_room,
    AT.my_gap_cells,
    AT.my_use,
)
OF_ROW = Shown(
    AT.row_places,
    AT.row_free_places,
    AT.row_cheapest,
    AT.row_gap_room,
    AT.row_gap_cells,
    AT.row_use,
)


class Fit(NamedTuple):
    """A card and the gap that it belongs in."""

    place: int  # of the card in the hand, or in the row
    number: int
    gap: gaps.Gap
    below: int  # cards to come between it and the number before the gap
    above: int  # and between it and the number behind the gap
    at_first: int  # what it costs on the first cell of the gap, as far as that is shown
    at_last: int  # and on the last cell


class Own(NamedTuple):
    """Of the cards to come for a gap, those of the player's own hand: they are sure to come."""

    below: int
    above: int
    share: int  # of the others, that is in piles and hands


class Places(NamedTuple):
    """Where in its gap a card could lie and leave room for the others."""

    are_any: bool
    are_free: bool  # some of them
    cheapest: int  # what the cheapest costs


@inlined_rule
def write_features(state: Record, seat: int, observation: Buffer) -> None:
    """Write what can be worked out from all that a player sees [3, 4, 23].

    What is seen at a glance comes first; a short observation ends there.
    """
    in_full = observation.size > SEEN_SIZE
    to_come = count_to_come(state, seat, observation)
    share = chances.share_in_play(state, seat) if in_full else 0
    for slot in range(state.hand_sizes[seat]):
        observation[AT.my_cheapest + slot] = CHEAPEST_SHOWN[NO_PLACE]
    first_line, end = high_arch.lines_in_play(state)
    trouble = 0
    for line in range(first_line, end):
        trouble += write_rooms(state, line, to_come, share, observation)
        write_hand(state, seat, line, to_come, share, observation)
        if state.mode == Mode.DUEL:
            write_row(state, seat, line, to_come, share, observation)
    if state.has_monsters or state.mode == Mode.PYRAMID:
        write_prey(state, seat, to_come, share, observation)
    if in_full:
        write_features_of_choices(state, seat, trouble, observation)


@inlined_rule
def write_features_of_choices(state: Record, seat: int, trouble: int, observation: Buffer) -> None:
    """Write how all gaps stand, and what each kind of choice asks for [10, 11, 14, 20, 38, V7]."""
    shown = min(trouble // EIGHTHS_IN_A_HALF, HIGHEST.trouble)
    observation[AT.trouble] = TROUBLE_SHOWN[shown]
    if usefulness.may_give(state):
        usefulness.write_giving(state, seat, observation)
    is_pyramid = state.mode == Mode.PYRAMID
    if state.has_reefs or state.has_storms or is_pyramid:
        choices.write_closed(state, observation)
    if state.has_storms or is_pyramid:
        choices.write_piles_left(state, seat, observation)
    if state.mode == Mode.DAY_AND_NIGHT:
        choices.write_wrong_up(state, observation)
    elif state.mode == Mode.DUEL and state.seat == seat and state.phase == Phase.TAKE:
        usefulness.write_taking(state, observation)


@inlined_rule
def count_to_come(state: Record, seat: int, observation: Buffer) -> Buffer:
    """Return for each number how many cards up to it may still come [19]."""
    to_come, own = np.empty(cards.ISLANDS + 1, np.int64), hands.count_islands(state, seat)
    unseen, total = observation[AT.unseen - 1 :], 0
    to_come[0] = 0
    # cards in one's own hand come, too: they count as unseen until all are counted
    for slot in range(own):
        unseen[state.hands[seat, slot]] = 1.0
    for number in range(1, cards.ISLANDS + 1):
        total += int(unseen[number])
        to_come[number] = total
    for slot in range(own):
        unseen[state.hands[seat, slot]] = 0.0
    return to_come


@inlined_rule
def clip(number: int, highest: int) -> int:
    """Return a number from 0 to the highest that is shown."""
    return int(min(max(number, 0), highest))


@inlined_rule
def room_for(to_come: Buffer, low: int, high: int, cells: int) -> int:
    """Return the room of a gap between two numbers, by its cells [3]."""
    return clip(int(to_come[high - 1] - to_come[low]) - cells + 1, HIGHEST.gap_room)


@inlined_rule
def write_rooms(state: Record, line: int, to_come: Buffer, share: int, observation: Buffer) -> int:
    """Write the room of every gap of a line, on each of its cells; return their trouble [3]."""
    cell, stop = shapes.LINE_STARTS[state.field, line], shapes.LINE_STARTS[state.field, line + 1]
    low, trouble, cells_before = 0, 0, NO_CARD_BEFORE
    in_full = observation.size > SEEN_SIZE
    while cell < stop:
        first = cell
        while cell < stop and state.grid[cell] == cards.NO_CARD:
            cell += 1
        high = int(state.grid[cell]) if cell < stop else gaps.AFTER_ALL
        coming, cells = chances.count_between(to_come, low, high), cell - first
        room = ROOM_SHOWN[clip(coming - cells + 1, HIGHEST.gap_room)]
        for empty in range(first, cell):
            observation[AT.gap_room + empty] = room
        if in_full:
            trouble += chances.trouble_of(share, coming, cells)
            write_beside(first, cells_before, cells, observation)
        low, cell, cells_before = high, cell + 1, cells
    if in_full and cell == stop:
        # the last cell is filled
        observation[AT.beside + stop - 1] = BESIDE_SHOWN[cells_before, 0]
    return trouble


@inlined_rule
def write_beside(first: int, cells_before: int, cells: int, observation: Buffer) -> None:
    """Write the empty cells beside each cell of a gap, and beside the card before it [2]."""
    for empty in range(cells):
        observation[AT.beside + first + empty] = BESIDE_SHOWN[empty, cells - 1 - empty]
    if cells_before != NO_CARD_BEFORE:
        observation[AT.beside + first - 1] = BESIDE_SHOWN[cells_before, cells]


@inlined_rule
def write_hand(
    state: Record, seat: int, line: int, to_come: Buffer, share: int, observation: Buffer
) -> None:
    """Write where in a line the cards of the player's own hand could lie [3, 4]."""
    in_full = observation.size > SEEN_SIZE
    for slot in range(hands.count_islands(state, seat)):
        number = int(state.hands[seat, slot])
        gap = gaps.gap_for(state, line, number)
        if gaps.cells_of(gap) > 0:
            fit = fit_in(state, gap, slot, number, to_come)
            places = write_places(fit, OF_HAND, observation)
            if slot < cards.HAND_LIMIT:
                write_cells(state, fit, observation)
            if in_full:
                own = own_cards_in(state, seat, gap, slot, share)
                write_use(fit, own, places, OF_HAND, observation)
                write_card(state, seat, fit, own, observation)


@inlined_rule
def write_card(state: Record, seat: int, fit: Fit, own: Own, observation: Buffer) -> None:
    """Write what is said of playing and discarding a card that has a gap [3, 4, 20, 29, 46]."""
    if fit.place < cards.HAND_LIMIT:
        write_costs(fit, observation)
        write_trouble(fit, own, observation)
    if state.has_storms or state.mode == Mode.PYRAMID:
        write_touching(fit, observation)
    if choices.chooses_row(state, seat):
        write_rows(state, fit, observation)
    if state.mode == Mode.DUEL:
        runs.write_run(state, seat, fit.place, fit.gap, fit.number, observation)


@inlined_rule
def write_row(
    state: Record, seat: int, line: int, to_come: Buffer, share: int, observation: Buffer
) -> None:
    """Write where the open cards of a duel could lie [3, 41]."""
    for place in range(cards.ROW_SIZE):
        number = int(state.row[place])
        if number == cards.NO_CARD:
            break
        gap = gaps.gap_for(state, line, number)
        observation[AT.row_cheapest + place] = CHEAPEST_SHOWN[NO_PLACE]
        if gaps.cells_of(gap) > 0:
            fit = fit_in(state, gap, place, number, to_come)
            places = write_places(fit, OF_ROW, observation)
            if observation.size > SEEN_SIZE:
                below = chances.count_own(state, seat, gap.low, number)
                above = chances.count_own(state, seat, number, gap.high)
                write_use(fit, Own(below, above, share), places, OF_ROW, observation)


@inlined_rule
def own_cards_in(state: Record, seat: int, gap: gaps.Gap, slot: int, share: int) -> Own:
    """Return how many cards of a hand belong in a gap before and behind one of them [11]."""
    hand, first, last = state.hands[seat], slot, slot
    while first > 0 and hand[first - 1] > gap.low:
        first -= 1
    # where the hand has no more cards there is none: 0
    while last + 1 < cards.MAX_HAND and 0 < hand[last + 1] < gap.high:
        last += 1
    return Own(slot - first, last - slot, share)


@inlined_rule
def fit_in(state: Record, gap: gaps.Gap, place: int, number: int, to_come: Buffer) -> Fit:
    """Return a card in the gap that it belongs in [3]."""
    below = to_come[number - 1] - to_come[gap.low]
    above = to_come[gap.high - 1] - to_come[number]
    at_first = min(gaps.cost_in_gap(state, gap, gap.first, number), HIGHEST.cost)
    at_last = min(gaps.cost_in_gap(state, gap, gap.end - 1, number), HIGHEST.cost)
    return Fit(place, number, gap, below, above, at_first, at_last)


@inlined_rule
def places_of(fit: Fit) -> tuple[int, int]:
    """Return how many cells a place has before it at least and at most, so that both sides fill."""
    others = gaps.cells_of(fit.gap) - 1
    return max(others - fit.above, 0), min(others, fit.below)


@inlined_rule
def write_places(fit: Fit, shown: Shown, observation: Buffer) -> Places:
    """Write the gap that a card belongs in, how many places it has there, and their cost [4]."""
    gap, others = fit.gap, gaps.cells_of(fit.gap) - 1
    fewest, most = places_of(fit)
    places = max(most - fewest + 1, 0)
    # at the ends alone a place may cost something
    at_first = fit.at_first if fewest == 0 else NO_PLACE
    at_last = fit.at_last if most == others else NO_PLACE
    free_places = places - int(0 < at_first < NO_PLACE) - int(0 < at_last < NO_PLACE and others > 0)
    cheapest = min(at_first, at_last) if free_places == 0 else 0
    observation[shown.gap_room + fit.place] = observation[AT.gap_room + gap.first]
    cells = min(others + 1, HIGHEST.my_gap_cells)
    observation[shown.gap_cells + fit.place] = GAP_CELLS_SHOWN[cells]
    observation[shown.places + fit.place] = PLACES_SHOWN[min(places, HIGHEST.my_places)]
    free_places = min(free_places, HIGHEST.my_free_places)
    observation[shown.free_places + fit.place] = PLACES_SHOWN[free_places]
    observation[shown.cheapest + fit.place] = CHEAPEST_SHOWN[cheapest]
    return Places(places > 0, free_places > 0, cheapest)


@inlined_rule
def write_use(fit: Fit, own: Own, places: Places, shown: Shown, observation: Buffer) -> None:
    """Write how useful a card with a place is, and how much its gap would miss it [3, 4]."""
    if not places.are_any:
        return
    cells = gaps.cells_of(fit.gap)
    room = clip(fit.below + fit.above + 2 - cells, HIGHEST.gap_room)
    mine = own.below + own.above
    unseen = fit.below + fit.above - mine
    loss = chances.trouble_of(own.share, unseen, cells - mine)
    loss -= chances.trouble_of(own.share, unseen, cells - mine - 1)
    level = chances.level_of(loss) // LEVELS_OF_LOSS
    use = usefulness.use_of_island(room, level, places.cheapest, places.are_free)
    shown_use = usefulness.USE_SHOWN[use]
    # in several lines a card is as useful as where it is most useful
    observation[shown.use + fit.place] = max(observation[shown.use + fit.place], shown_use)
    if shown.use == AT.my_use:
        observation[AT.my_loss + fit.place] = LOSS_SHOWN[level]


@inlined_rule
def write_touching(fit: Fit, observation: Buffer) -> None:
    """Write what the cheapest place of a card costs that an orange storm leaves it [4, 29]."""
    fewest, most = places_of(fit)
    gap, cheapest = fit.gap, NO_PLACE
    if fewest == 0 and most >= 0 and gaps.touches(gap, gap.first):
        cheapest = fit.at_first
    if fewest <= most == gaps.cells_of(gap) - 1 and gaps.touches(gap, gap.end - 1):
        cheapest = min(cheapest, fit.at_last)
    if cheapest < NO_PLACE:
        observation[AT.my_touching + fit.place] = TOUCHING_SHOWN[cheapest]


@inlined_rule
def write_rows(state: Record, fit: Fit, observation: Buffer) -> None:
    """Write in which rows a card has places, closed or not [2, 20]."""
    fewest, most = places_of(fit)
    if fewest <= most:
        first = grid.row_of(state, fit.gap.first + fewest)
        for row in range(first, grid.row_of(state, fit.gap.first + most) + 1):
            choices.add_row_card(row, observation)


@inlined_rule
def write_cells(state: Record, fit: Fit, observation: Buffer) -> None:
    """Write on which cells of its gap a card may lie, and what it leaves there [3, 20]."""
    in_full = observation.size > SEEN_SIZE
    gap, others = fit.gap, gaps.cells_of(fit.gap) - 1
    total = fit.below + fit.above
    # where both sides would be spread alike, in quarters of a cell, halves rounded up and down
    quarters = 4 if total > 0 else 0
    above_half, parts = 8 * others * fit.below + total, max(2 * total, 1)
    up = above_half // parts
    down = up - int(up * parts == above_half and total > 0)
    for cell in range(gap.first, gap.end):
        before, behind = cell - gap.first, gap.end - 1 - cell
        pair = fit.place * MAX_CELLS + cell
        is_open = np.float32(not grid.is_cell_closed(state, cell))
        observation[AT.fits + pair] = is_open
        if in_full:
            room = clip(min(fit.below - before, fit.above - behind) + 1, HIGHEST.room_after)
            off = min(max(quarters * before - down, up - quarters * before), HIGHEST.off_centre)
            observation[AT.room_after + pair] = ROOM_SHOWN[room] * is_open
            observation[AT.off_centre + pair] = OFF_CENTRE_SHOWN[off] * is_open


@inlined_rule
def write_costs(fit: Fit, observation: Buffer) -> None:
    """Write what a card costs on the cells of its gap: beside others alone it may cost [4]."""
    first = fit.place * MAX_CELLS
    at_first, at_last = first + fit.gap.first, first + fit.gap.end - 1
    observation[AT.cost + at_first] = COST_SHOWN[fit.at_first] * observation[AT.fits + at_first]
    observation[AT.cost + at_last] = COST_SHOWN[fit.at_last] * observation[AT.fits + at_last]


@inlined_rule
def write_trouble(fit: Fit, own: Own, observation: Buffer) -> None:
    """Write how much less likely a gap is to be filled with a card on each place [3]."""
    first, below, above = fit.gap.first, fit.below - own.below, fit.above - own.above
    fewest, most = places_of(fit)
    others = gaps.cells_of(fit.gap) - 1
    # from here to there it makes no trouble at all
    safe_from = others - own.above - int(chances.SAFE_CELLS[own.share, above])
    safe_to = own.below + int(chances.SAFE_CELLS[own.share, below])
    if safe_from <= fewest and safe_to >= most:
        return
    now = chances.trouble_of(own.share, below + above, others - own.below - own.above)
    for before in range(fewest, most + 1):
        if not safe_from <= before <= safe_to:
            after = chances.trouble_of(own.share, below, before - own.below)
            after += chances.trouble_of(own.share, above, others - before - own.above)
            pair = fit.place * MAX_CELLS + first + before
            level = LEVEL_SHOWN[chances.level_of(after - now)]
            observation[AT.trouble_after + pair] = level * observation[AT.fits + pair]


@inlined_rule
def write_prey(state: Record, seat: int, to_come: Buffer, share: int, observation: Buffer) -> None:
    """Write for each card in the field how its gaps stand, and how without it [23]."""
    limit, in_full = int(state.num_cells), observation.size > SEEN_SIZE
    is_loose = in_full and may_let_loose(state, seat)
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
        if is_loose:
            gap = gaps.Gap(first, end, low, high)
            observation[AT.relief + cell] = relief_without(gap, cell, number, to_come, share)


@inlined_rule
def may_let_loose(state: Record, seat: int) -> bool:
    """Tell whether a player may let a monster loose now [23, 36]."""
    if state.seat != seat:
        return False
    holds_one = state.phase == Phase.ACT and hands.holds(state, seat, cards.MONSTER)
    return holds_one or state.phase == Phase.MONSTER


@inlined_rule
def relief_without(gap: gaps.Gap, cell: int, number: int, to_come: Buffer, share: int) -> float:
    """Return how much likelier what lies around a card is to be filled once it is gone [23]."""
    below = chances.count_between(to_come, gap.low, number)
    above = chances.count_between(to_come, number, gap.high)
    trouble = chances.trouble_of(share, below, cell - gap.first)
    trouble += chances.trouble_of(share, above, gap.end - 1 - cell)
    trouble -= chances.trouble_of(share, below + above, gaps.cells_of(gap))
    return float(LEVEL_SHOWN[chances.level_of(trouble)])
