"""What was seen and legal at decisions, without the zeros."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.compiled import Buffer, rule
from boardgame_envs.core.kernels import kernel
from boardgame_envs.learning.network.sparse.reading import Reading
from boardgame_envs.learning.network.sparse.threads import Threads, pieces_of, run_pieces

Numbers = TypeVar("Numbers", bound=NDArray[Any])

# decisions that a thread notes together
PIECE = 256


class Decisions:
    """Decisions one behind the other, each with the inputs that are not 0 and the legal actions.

    Inputs are what the trunk reads, by their places, with their exact numbers. A legal action is a
    few terms: the rows of the head that add up to its logit, its own one first. What belongs to
    decision i stands from ``input_start[i]`` (``action_start[i]``, ``term_start[i]``) up to where
    the next one begins; ``term_ends`` counts, for each legal action, the terms of its decision
    that come before those of the next action.
    """

    def __init__(self, reading: Reading, most: int) -> None:
        """Make room for at most this many decisions; memory is taken as it is needed."""
        self.reading = reading
        self.count = 0
        self.input_start, self.action_start, self.term_start = (
            np.zeros(most + 1, np.int64) for _ in range(3)
        )
        self.inputs, self.numbers = np.empty(0, np.uint16), np.empty(0, np.float32)
        self.terms, self.term_ends = np.empty(0, np.uint16), np.empty(0, np.uint16)
        # of each legal action, where choices are compared with those of a reference
        self.reference: NDArray[np.float32] | None = None
        # what threads have noted, each for itself
        self._pieces: list[Decisions] = []

    def clear(self) -> None:
        """Forget all decisions, and keep the memory."""
        self.count = 0
        self.reference = None

    def note(
        self,
        observation: NDArray[np.float32],
        mask: NDArray[np.bool_],
        rows: NDArray[np.int64],
    ) -> int:
        """Add what some rows of observations and masks show; return where they begin."""
        first, pieces = self.count, pieces_of(0, len(rows), PIECE)
        if Threads.count == 1 or len(pieces) == 1:
            self._note(observation, mask, rows)
            return first
        missing = range(len(self._pieces), len(pieces))
        self._pieces += [Decisions(self.reading, PIECE) for _ in missing]

        def note_piece(number: int) -> None:
            self._pieces[number].clear()
            self._pieces[number]._note(observation, mask, rows[pieces[number]])

        run_pieces(note_piece, range(len(pieces)))
        for piece in self._pieces[: len(pieces)]:
            self._append(piece)
        return first

    def _note(
        self,
        observation: NDArray[np.float32],
        mask: NDArray[np.bool_],
        rows: NDArray[np.int64],
    ) -> None:
        """Add what some rows of observations and masks show, one after the other."""
        self._make_room(len(rows))
        reading, first = self.reading, self.count
        note_inputs(
            *(observation, rows, reading.ranges, first),
            *(self.input_start, self.inputs, self.numbers),
        )
        note_actions(
            *(observation, mask, rows, reading.source_start, reading.sources, first),
            *(self.action_start, self.term_ends, self.term_start, self.terms),
        )
        self.count += len(rows)

    def _append(self, others: Decisions) -> None:
        """Add decisions that were noted elsewhere."""
        first, count = self.count, others.count
        for start, parts in self._parts():
            begins, added = getattr(self, start), getattr(others, start)[: count + 1]
            begin = int(begins[first])
            end = begin + int(added[-1])
            begins[first + 1 : first + count + 1] = begin + added[1:]
            for part in parts:
                items = with_room(getattr(self, part), end)
                items[begin:end] = getattr(others, part)[: end - begin]
                setattr(self, part, items)
        self.count += count

    def _parts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the names of all arrays, each with that of where its parts begin."""
        of_actions = ("term_ends",) if self.reference is None else ("term_ends", "reference")
        inputs = "input_start", ("inputs", "numbers")
        return inputs, ("action_start", of_actions), ("term_start", ("terms",))

    def _make_room(self, rows: int) -> None:
        """Make room for rows that have no zeros and no illegal actions at all."""
        reading, last = self.reading, self.count
        inputs = int(self.input_start[last]) + rows * reading.num_inputs
        self.inputs, self.numbers = with_room(self.inputs, inputs), with_room(self.numbers, inputs)
        actions = int(self.action_start[last]) + rows * reading.num_actions
        self.term_ends = with_room(self.term_ends, actions)
        terms = int(self.term_start[last]) + rows * reading.most_terms
        self.terms = with_room(self.terms, terms)

    def take(self, rows: NDArray[np.int64]) -> Decisions:
        """Return a copy of some decisions, in the order given."""
        taken = Decisions(self.reading, len(rows))
        taken.count = len(rows)
        for start, parts in self._parts():
            begins, taken_begins = getattr(self, start), getattr(taken, start)
            lay_out(rows, begins, taken_begins)
            for part in parts:
                items = getattr(self, part)
                copied = np.empty(taken_begins[-1], items.dtype)
                take_items(rows, begins, items, taken_begins, copied)
                setattr(taken, part, copied)
        return taken


def with_room(array: Numbers, size: int) -> Numbers:
    """Return an array of at least this size that begins like the one given."""
    if len(array) >= size:
        return array
    larger = np.empty(max(size, len(array) * 5 // 4), array.dtype)
    larger[: len(array)] = array
    return cast(Numbers, larger)


@rule
def are_zeros(observation: Buffer, row: int, column: int) -> bool:
    """Tell whether eight numbers of a row are all 0."""
    numbers = observation[row]
    some = (numbers[column] != 0.0) | (numbers[column + 1] != 0.0)
    some |= (numbers[column + 2] != 0.0) | (numbers[column + 3] != 0.0)
    some |= (numbers[column + 4] != 0.0) | (numbers[column + 5] != 0.0)
    some |= (numbers[column + 6] != 0.0) | (numbers[column + 7] != 0.0)
    return not some


@kernel
def note_inputs(
    observation: Buffer,
    rows: Buffer,
    ranges: Buffer,
    first: int,
    input_start: Buffer,
    inputs: Buffer,
    numbers: Buffer,
) -> None:
    """Write the inputs of rows that are not 0, from decision ``first`` on.

    Eight zeros are passed over together; else all eight are written, and a 0 is written over by
    what comes next, so that nothing depends on a guess which of them are 0.
    """
    end = input_start[first]
    for i in range(len(rows)):
        place = 0
        for r in range(len(ranges)):
            column, stop = ranges[r, 0], ranges[r, 1]
            while column < stop:
                behind = min(column + 8, stop)
                if behind < column + 8 or not are_zeros(observation, rows[i], column):
                    for k in range(behind - column):
                        number = observation[rows[i], column + k]
                        inputs[end], numbers[end] = place + k, number
                        end += number != 0.0
                place += behind - column
                column = behind
        input_start[first + i + 1] = end


@rule
def value_of(observation: Buffer, place: int, values: int, is_one_of: int, is_rare: int) -> int:
    """Return the value of an action feature; -1 for none of its labels, or where 0 is nothing."""
    if not is_one_of:
        value = int(observation[place] * (values - 1) + 0.5)
        return -1 if is_rare and value == 0 else value
    for value in range(values):
        if observation[place + value] != 0.0:
            return value
    return -1


@kernel
def note_actions(
    observation: Buffer,
    mask: Buffer,
    rows: Buffer,
    source_start: Buffer,
    sources: Buffer,
    first: int,
    action_start: Buffer,
    term_ends: Buffer,
    term_start: Buffer,
    terms: Buffer,
) -> None:
    """Write the terms of the legal actions of rows, from decision ``first`` on."""
    k, end = action_start[first], term_start[first]
    for i in range(len(rows)):
        begin = end
        for action in range(mask.shape[1]):
            if mask[rows[i], action]:
                terms[end] = action
                end += 1
                for s in range(source_start[action], source_start[action + 1]):
                    place, values, row, is_one_of, is_rare = sources[s]
                    value = value_of(observation[rows[i]], place, values, is_one_of, is_rare)
                    if value >= 0:
                        terms[end] = row + value
                        end += 1
                term_ends[k] = end - begin
                k += 1
        action_start[first + i + 1], term_start[first + i + 1] = k, end


@kernel
def lay_out(rows: Buffer, start: Buffer, taken_start: Buffer) -> None:
    """Write where what belongs to rows begins when they are copied one behind the other."""
    for i in range(len(rows)):
        taken_start[i + 1] = taken_start[i] + start[rows[i] + 1] - start[rows[i]]


@kernel
def take_items(
    rows: Buffer, start: Buffer, items: Buffer, taken_start: Buffer, taken: Buffer
) -> None:
    """Copy what belongs to rows."""
    for i in range(len(rows)):
        begin, taken_begin = start[rows[i]], taken_start[i]
        for k in range(taken_start[i + 1] - taken_begin):
            taken[taken_begin + k] = items[begin + k]
