"""What was seen and legal at decisions, without the zeros."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.compiled import Buffer, rule
from boardgame_envs.core.kernels import kernel
from boardgame_envs.learning.network.sparse.reading import Reading

Numbers = TypeVar("Numbers", bound=NDArray[Any])


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
        return first

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
        of_actions = ("term_ends",) if self.reference is None else ("term_ends", "reference")
        for start, parts in (
            ("input_start", ("inputs", "numbers")),
            ("action_start", of_actions),
            ("term_start", ("terms",)),
        ):
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
    """Write the inputs of rows that are not 0, from decision ``first`` on."""
    end = input_start[first]
    for i in range(len(rows)):
        place = 0
        for r in range(len(ranges)):
            for column in range(ranges[r, 0], ranges[r, 1]):
                number = observation[rows[i], column]
                if number != 0.0:
                    inputs[end], numbers[end] = place, number
                    end += 1
                place += 1
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
