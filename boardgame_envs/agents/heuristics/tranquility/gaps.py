"""How likely gaps in the line are to be filled, as the heuristic for Tranquility reckons.

A card that may still come is in a pile, in a hand, on a discard pile or out of the game; how many
cards are where is open. So the number of cards that will come for a gap is known but for chance.
The *trouble* of a gap is the logarithm of one over the chance that they are enough.
"""

from __future__ import annotations

from math import exp, log1p, sqrt

from boardgame_envs.agents.heuristics.compiled_heuristic import whole
from boardgame_envs.agents.heuristics.tranquility.constants import CONSTANT
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility.cards import ISLANDS
from boardgame_envs.games.tranquility.field.gaps import AFTER_ALL
from boardgame_envs.games.tranquility.field.shapes import BEGINS_LINE
from boardgame_envs.games.tranquility.views.layout import AT, HIGHEST

# a logistic curve with this slope is close to the sums of a normal distribution
SLOPE = 1.7
# of a number of cards: it is a whole one
LEAST_VARIANCE = 0.25


@rule
def read_gaps(observation: Buffer, notes: Record) -> None:
    """Note what may come, and where it could go."""
    count_to_come(observation, notes)
    first, num_cells = 0, notes.num_cells
    while first < num_cells:
        end = first + 1
        notes.gap_first[first] = -1
        if observation[AT.filled + first] < 0.5:
            while end < num_cells and is_gap_going_on(observation, notes, end):
                end += 1
            note_gap(observation, notes, first, end)
        first = end


@rule
def is_gap_going_on(observation: Buffer, notes: Record, cell: int) -> bool:
    """Tell whether a cell belongs to the gap of the empty cell before it."""
    return observation[AT.filled + cell] < 0.5 and not BEGINS_LINE[notes.field_shape, cell]


@rule
def note_gap(observation: Buffer, notes: Record, first: int, end: int) -> None:
    """Note a gap at each of its cells."""
    low, high = 0, AFTER_ALL
    if not BEGINS_LINE[notes.field_shape, first]:
        low = whole(observation[AT.grid + first - 1], HIGHEST.grid)
    if end < notes.num_cells and not BEGINS_LINE[notes.field_shape, end]:
        high = whole(observation[AT.grid + end], HIGHEST.grid)
    for cell in range(first, end):
        notes.gap_first[cell] = first
        notes.gap_end[cell] = end
        notes.gap_low[cell] = low
        notes.gap_high[cell] = high


@rule
def count_to_come(observation: Buffer, notes: Record) -> None:
    """Note for each number how many cards up to it are to be expected, and the variance of that."""
    used = notes.constants[CONSTANT.share_used]
    unseen = used * share_in_play(observation, notes)
    for number in range(1, ISLANDS + 1):
        chance = unseen if observation[AT.unseen + number - 1] > 0.5 else 0.0
        notes.expected[number] = chance
    for slot in range(notes.hand_size):
        if notes.hand[slot] <= ISLANDS:
            notes.expected[notes.hand[slot]] = used
    notes.expected[0] = notes.variance[0] = 0.0
    for number in range(1, ISLANDS + 1):
        chance = notes.expected[number]
        notes.expected[number] += notes.expected[number - 1]
        notes.variance[number] = notes.variance[number - 1] + chance * (1.0 - chance)


@rule
def share_in_play(observation: Buffer, notes: Record) -> float:
    """Return the chance that a card that I have not seen is in a pile or a hand."""
    in_play = whole(observation[AT.deck_size], HIGHEST.deck_size)
    gone = whole(observation[AT.removed_islands], HIGHEST.removed_islands)
    for steps in range(notes.num_players):
        in_play += whole(observation[AT.pile_sizes + steps], HIGHEST.pile_sizes)
        if steps > 0:
            in_play += whole(observation[AT.hand_sizes + steps], HIGHEST.hand_sizes)
            gone += whole(observation[AT.discard_sizes + steps], HIGHEST.discard_sizes)
    return in_play / max(in_play + gone, 1)


@rule
def trouble_of(expected: float, variance: float, cells: int) -> float:
    """Return the trouble of a number of cells, by the cards that will come for them."""
    if cells == 0:
        return 0.0
    spread = sqrt(variance + LEAST_VARIANCE)
    return log1p(exp(-SLOPE * (expected - cells + 0.5) / spread))


@rule
def trouble_between(notes: Record, low: int, high: int, cells: int) -> float:
    """Return the trouble of cells between two numbers."""
    expected = notes.expected[high - 1] - notes.expected[low]
    return trouble_of(expected, notes.variance[high - 1] - notes.variance[low], cells)


@rule
def trouble_of_play(notes: Record, number: int, cell: int) -> float:
    """Return how much more trouble a number on a cell of a gap makes."""
    low, high = notes.gap_low[cell], notes.gap_high[cell]
    first, end = notes.gap_first[cell], notes.gap_end[cell]
    after = trouble_between(notes, low, number, cell - first)
    after += trouble_between(notes, number, high, end - 1 - cell)
    return after - trouble_between(notes, low, high, end - first)


@rule
def trouble_of_loss(notes: Record, number: int) -> float:
    """Return how much more trouble a gap is in without a card of my hand; 0 if it has none."""
    cell = gap_for(notes, number)
    if cell < 0:
        return 0.0
    used = notes.constants[CONSTANT.share_used]
    low, high, cells = notes.gap_low[cell], notes.gap_high[cell], notes.gap_end[cell] - cell
    expected = notes.expected[high - 1] - notes.expected[low]
    variance = notes.variance[high - 1] - notes.variance[low]
    without = trouble_of(expected - used, variance - used * (1.0 - used), cells)
    return without - trouble_of(expected, variance, cells)


@rule
def gap_for(notes: Record, number: int) -> int:
    """Return the first cell of the first gap that a number belongs in, -1 if there is none."""
    for cell in range(notes.num_cells):
        is_first = notes.gap_first[cell] == cell
        if is_first and notes.gap_low[cell] < number < notes.gap_high[cell]:
            return cell
    return -1


@rule
def relief_without(observation: Buffer, notes: Record, cell: int) -> float:
    """Return how much less trouble the gaps beside a card are in once it is destroyed."""
    number = whole(observation[AT.grid + cell], HIGHEST.grid)
    first, low, end, high = cell, 0, cell + 1, AFTER_ALL
    if not BEGINS_LINE[notes.field_shape, cell]:
        low = whole(observation[AT.grid + cell - 1], HIGHEST.grid)
        if observation[AT.filled + cell - 1] < 0.5:
            first, low = notes.gap_first[cell - 1], notes.gap_low[cell - 1]
    if end < notes.num_cells and not BEGINS_LINE[notes.field_shape, end]:
        high = whole(observation[AT.grid + end], HIGHEST.grid)
        if observation[AT.filled + end] < 0.5:
            high, end = notes.gap_high[end], notes.gap_end[end]
    before = trouble_between(notes, low, number, cell - first)
    before += trouble_between(notes, number, high, end - 1 - cell)
    return before - trouble_between(notes, low, high, end - first)
