"""What was seen and legal at decisions, without the zeros."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.compiled import Buffer, rule
from boardgame_envs.learning.network.sparse.reading import Reading

Numbers = TypeVar("Numbers", bound=NDArray[Any])


class Decisions:
    """Decisions in a row, each with its inputs that are not 0 and its legal actions.

    Inputs are what the trunk reads, by their places, with their exact numbers. An action has
    terms: the rows of the head that add up to its logit, its own row first. ``input_start[i]`` is
    where the inputs of decision i begin, and those of the next one end them; the same holds for
    actions, and for the terms of an action.
    """

    def __init__(self, reading: Reading, most: int) -> None:
        """Make room for at most this many decisions; memory is taken as it is needed."""
        self.reading = reading
        self.count = 0
        self.input_start = np.zeros(most + 1, np.int64)
        self.inputs, self.numbers = np.empty(0, np.uint16), np.empty(0, np.float32)
        self.action_start = np.zeros(most + 1, np.int64)
        self.actions = np.empty(0, np.uint16)
        self.term_start, self.terms = np.zeros(1, np.int64), np.empty(0, np.uint16)

    def clear(self) -> None:
        """Forget all decisions, and keep the memory."""
        self.count = 0

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
            *(self.action_start, self.actions, self.term_start, self.terms),
        )
        self.count += len(rows)
        return first

    def take(self, rows: NDArray[np.int64]) -> Decisions:
        """Return a copy of some decisions, in the order given."""
        taken = Decisions(self.reading, len(rows))
        taken.count = len(rows)
        lay_out(rows, self.input_start, taken.input_start)
        taken.inputs = np.empty(taken.input_start[-1], np.uint16)
        taken.numbers = np.empty(taken.input_start[-1], np.float32)
        take_inputs(
            *(rows, self.input_start, self.inputs, self.numbers),
            *(taken.input_start, taken.inputs, taken.numbers),
        )
        lay_out(rows, self.action_start, taken.action_start)
        taken.actions = np.empty(taken.action_start[-1], np.uint16)
        taken.term_start = np.zeros(taken.action_start[-1] + 1, np.int64)
        take_actions(
            *(rows, self.action_start, self.actions, self.term_start),
            *(taken.action_start, taken.actions, taken.term_start),
        )
        taken.terms = np.empty(taken.term_start[-1], np.uint16)
        take_terms(
            *(rows, self.action_start, self.term_start, self.terms),
            *(taken.action_start, taken.term_start, taken.terms),
        )
        return taken

    def _make_room(self, rows: int) -> None:
        """Make room for rows that have no zeros at all."""
        reading = self.reading
        inputs = int(self.input_start[self.count]) + rows * reading.num_inputs + 1
        self.inputs, self.numbers = with_room(self.inputs, inputs), with_room(self.numbers, inputs)
        actions = int(self.action_start[self.count])
        terms = int(self.term_start[actions]) + rows * reading.most_terms
        self.terms = with_room(self.terms, terms)
        actions += rows * reading.num_actions
        self.actions = with_room(self.actions, actions + 1)
        self.term_start = with_room(self.term_start, actions + 1)


def with_room(array: Numbers, size: int) -> Numbers:
    """Return an array of at least this size that begins like the one given."""
    if len(array) >= size:
        return array
    larger = np.empty(max(size, len(array) * 5 // 4), array.dtype)
    larger[: len(array)] = array
    return cast(Numbers, larger)


@rule
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
        row, place = rows[i], 0
        for r in range(len(ranges)):
            for column in range(ranges[r, 0], ranges[r, 1]):
                number = observation[row, column]
                # written in any case, and kept if it is not 0: that is faster than to branch
                inputs[end], numbers[end] = place, number
                end += number != 0.0
                place += 1
        input_start[first + i + 1] = end


@rule
def note_actions(
    observation: Buffer,
    mask: Buffer,
    rows: Buffer,
    source_start: Buffer,
    sources: Buffer,
    first: int,
    action_start: Buffer,
    actions: Buffer,
    term_start: Buffer,
    terms: Buffer,
) -> None:
    """Write the legal actions of rows with their terms, from decision ``first`` on."""
    action_end = action_start[first]
    term_end = term_start[action_end]
    for i in range(len(rows)):
        row = rows[i]
        for legal in range(mask.shape[1]):
            actions[action_end] = legal
            action_end += mask[row, legal]
        for k in range(action_start[first + i], action_end):
            action = actions[k]
            terms[term_end] = action
            term_end += 1
            for s in range(source_start[action], source_start[action + 1]):
                value = value_of(observation[row], sources[s, 0], sources[s, 1], sources[s, 3])
                if value >= 0:
                    terms[term_end] = sources[s, 2] + value
                    term_end += 1
            term_start[k + 1] = term_end
        action_start[first + i + 1] = action_end


@rule
def value_of(observation: Buffer, place: int, values: int, is_one_of: int) -> int:
    """Return the value of an action feature; -1 for none of its labels."""
    if not is_one_of:
        return int(observation[place] * (values - 1) + 0.5)
    for value in range(values):
        if observation[place + value] != 0.0:
            return value
    return -1


@rule
def lay_out(rows: Buffer, start: Buffer, taken_start: Buffer) -> None:
    """Write where what belongs to rows begins when they are copied one behind the other."""
    taken_start[0] = 0
    for i in range(len(rows)):
        taken_start[i + 1] = taken_start[i] + start[rows[i] + 1] - start[rows[i]]


@rule
def take_inputs(
    rows: Buffer,
    input_start: Buffer,
    inputs: Buffer,
    numbers: Buffer,
    taken_start: Buffer,
    taken_inputs: Buffer,
    taken_numbers: Buffer,
) -> None:
    """Copy the inputs of rows."""
    for i in range(len(rows)):
        first = input_start[rows[i]]
        begin = taken_start[i]
        for k in range(taken_start[i + 1] - begin):
            taken_inputs[begin + k] = inputs[first + k]
        for k in range(taken_start[i + 1] - begin):
            taken_numbers[begin + k] = numbers[first + k]


@rule
def take_actions(
    rows: Buffer,
    action_start: Buffer,
    actions: Buffer,
    term_start: Buffer,
    taken_start: Buffer,
    taken_actions: Buffer,
    taken_term_start: Buffer,
) -> None:
    """Copy the legal actions of rows, and lay out their terms."""
    end = 0
    for i in range(len(rows)):
        first = action_start[rows[i]]
        begin = taken_start[i]
        for k in range(taken_start[i + 1] - begin):
            taken_actions[begin + k] = actions[first + k]
            taken_term_start[begin + k + 1] = end + term_start[first + k + 1] - term_start[first]
        end = taken_term_start[taken_start[i + 1]]


@rule
def take_terms(
    rows: Buffer,
    action_start: Buffer,
    term_start: Buffer,
    terms: Buffer,
    taken_start: Buffer,
    taken_term_start: Buffer,
    taken_terms: Buffer,
) -> None:
    """Copy the terms of the actions of rows."""
    for i in range(len(rows)):
        first = term_start[action_start[rows[i]]]
        begin, end = taken_term_start[taken_start[i]], taken_term_start[taken_start[i + 1]]
        for k in range(end - begin):
            taken_terms[begin + k] = terms[first + k]
