"""Named parts of a flat observation vector.

The encoder's offsets, the observation space, the decoder, the table in the docs and the
hash that exported agents carry are all made from one ``Layout``, so they cannot disagree.
"""

from __future__ import annotations

import hashlib
import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.constants import constants

Vector = NDArray[np.float32]


@dataclass(frozen=True)
class Part(ABC):
    """One named run of numbers in an observation, each in [0, 1].

    ``private`` parts show what only the observer knows; the others are common knowledge.
    """

    name: str
    meaning: str
    shape: tuple[int, ...] = ()
    private: bool = False

    @property
    def size(self) -> int:
        """How many numbers the part takes."""
        return math.prod(self.shape)

    @property
    @abstractmethod
    def coding(self) -> str:
        """How values become numbers, in a few words for the docs."""

    @abstractmethod
    def encode(self, value: Any) -> Vector:
        """Return the numbers that stand for a value."""

    @abstractmethod
    def decode(self, numbers: Vector) -> Any:
        """Return the value that the numbers stand for."""


@dataclass(frozen=True)
class Number(Part):
    """Whole numbers from 0 to ``highest``, divided by it."""

    highest: int = 1

    @property
    def coding(self) -> str:
        """How values become numbers."""
        return f"/ {self.highest}"

    def encode(self, value: Any) -> Vector:
        """Divide by the highest value."""
        return (np.asarray(value, np.float64) / self.highest).astype(np.float32)

    def decode(self, numbers: Vector) -> Any:
        """Multiply by the highest value."""
        return np.rint(numbers.reshape(self.shape) * self.highest).astype(int).tolist()


@dataclass(frozen=True)
class Flag(Part):
    """Yes (1) or no (0)."""

    @property
    def coding(self) -> str:
        """How values become numbers."""
        return "0 or 1"

    def encode(self, value: Any) -> Vector:
        """Write 1 for yes."""
        return np.asarray(value, np.float32)

    def decode(self, numbers: Vector) -> Any:
        """Read 1 as yes."""
        return (numbers.reshape(self.shape) > 0.5).tolist()


@dataclass(frozen=True)
class OneOf(Part):
    """One of several labels: a 1 in its place; all zero stands for None.

    ``shape`` is that of an array of such choices and does not count the labels.
    """

    labels: tuple[Any, ...] = field(default=())

    @property
    def size(self) -> int:
        """How many numbers the part takes."""
        return math.prod(self.shape) * len(self.labels)

    @property
    def coding(self) -> str:
        """How values become numbers."""
        return f"one of {len(self.labels)}: {', '.join(map(str, self.labels))}"

    def encode(self, value: Any) -> Vector:
        """Write a 1 in the place of each label."""
        chosen = np.empty(self.shape, object)
        chosen[...] = value
        rows = np.zeros((chosen.size, len(self.labels)), np.float32)
        for row, label in zip(rows, chosen.reshape(-1), strict=True):
            if label is not None:
                row[self.labels.index(label)] = 1.0
        return rows

    def decode(self, numbers: Vector) -> Any:
        """Read which label has the 1."""
        return self.read(numbers.reshape(-1).tolist())

    def read(self, numbers: list[float]) -> Any:
        """Read which label has the 1, in numbers that are in a list."""
        length = len(self.labels)
        rows = (numbers[first : first + length] for first in range(0, len(numbers), length))
        chosen = [self.labels[row.index(max(row))] if any(row) else None for row in rows]
        return in_shape(chosen, self.shape)


def in_shape(values: list[Any], shape: tuple[int, ...]) -> Any:
    """Return a flat list of values as nested lists of a shape; without one, the value itself."""
    if not shape:
        return values[0]
    if not values:
        return np.empty(shape).tolist()
    for length in shape[:0:-1]:
        values = [values[first : first + length] for first in range(0, len(values), length)]
    return values


@dataclass(frozen=True)
class Layout:
    """The parts of an observation, in order.

    ``first_feature`` names the part from which on all is worked out from the parts before it: what
    is said of actions, for learners that judge them one by one. What is seen comes before.
    """

    parts: tuple[Part, ...]
    first_feature: str | None = None

    @cached_property
    def size(self) -> int:
        """The length of the whole observation."""
        return sum(part.size for part in self.parts)

    @cached_property
    def seen(self) -> Layout:
        """The parts that are seen, without the features: all, if there are none."""
        if self.first_feature is None:
            return self
        names = [part.name for part in self.parts]
        self.start(self.first_feature)  # says which names there are if this is none
        return Layout(self.parts[: names.index(self.first_feature)])

    def start(self, name: str) -> int:
        """Return the index at which the named part begins."""
        index = 0
        for part in self.parts:
            if part.name == name:
                return index
            index += part.size
        raise KeyError(f"no part {name!r}; there are {', '.join(p.name for p in self.parts)}")

    def part(self, name: str) -> Part:
        """Return the part with this name."""
        self.start(name)  # says which names there are if this is none
        return next(part for part in self.parts if part.name == name)

    @cached_property
    def places(self) -> dict[str, tuple[Part, int, int]]:
        """Each part by its name, with where it begins and ends."""
        starts = {part.name: self.start(part.name) for part in self.parts}
        return {p.name: (p, starts[p.name], starts[p.name] + p.size) for p in self.parts}

    def offsets(self) -> Any:
        """Return where each part begins, as a named tuple that is a compiled constant."""
        return constants("Offsets", {part.name: self.start(part.name) for part in self.parts})

    def highest(self) -> Any:
        """Return what the numbers of each part are divided by, as a named tuple."""
        numbers = (part for part in self.parts if isinstance(part, Number))
        return constants("Highest", {part.name: part.highest for part in numbers})

    def shown(self, name: str) -> Vector:
        """Return how each value of a part of numbers is shown, from 0 to the highest."""
        part = self.part(name)
        if not isinstance(part, Number):
            raise TypeError(f"the part {name!r} is no Number, so its values are not divided")
        return part.encode(np.arange(part.highest + 1))

    def encode(self, view: Mapping[str, Any]) -> Vector:
        """Return the observation that a decoded view stands for."""
        return np.concatenate(
            [part.encode(view[part.name]).reshape(-1) for part in self.parts], dtype=np.float32
        )

    def decode(self, observation: Vector) -> dict[str, Any]:
        """Return an observation as readable values under the names of the parts."""
        if observation.shape != (self.size,):
            raise ValueError(
                f"an observation has {self.size} numbers, not the shape {observation.shape}"
            )
        # all at once, for there are many short parts
        whole = np.rint(observation * self._scales).astype(int).tolist()
        known = {Number: whole, Flag: (observation > 0.5).tolist()}
        numbers = observation.tolist()
        view: dict[str, Any] = {}
        for name, (part, start, end) in self.places.items():
            values = known.get(type(part))
            if values is not None:
                view[name] = in_shape(values[start:end], part.shape)
            elif isinstance(part, OneOf):
                view[name] = part.read(numbers[start:end])
            else:
                view[name] = part.decode(observation[start:end])
        return view

    @cached_property
    def _scales(self) -> Vector:
        """What each number of an observation is multiplied by to be read as a whole one."""
        scales = [part.highest if isinstance(part, Number) else 1 for part in self.parts]
        return np.repeat(scales, [part.size for part in self.parts]).astype(np.float32)

    def as_markdown(self) -> str:
        """Return the table that the docs page of a game shows."""
        lines = [
            "| index | part | shape | coding | known to | meaning |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        for part in self.parts:
            first = self.start(part.name)
            last = first + part.size - 1
            where = f"{first}" if first == last else f"{first}–{last}"
            shape = "×".join(map(str, part.shape)) or "1"
            known_to = "the observer" if part.private else "all"
            lines.append(
                f"| {where} | `{part.name}` | {shape} | {part.coding} | {known_to} "
                f"| {part.meaning} |"
            )
        return "\n".join(lines)

    @cached_property
    def hash(self) -> str:
        """A short name for the layout; it changes with whatever a trained agent relies on."""
        text = repr([(p.name, p.shape, p.size, p.coding) for p in self.parts])
        return hashlib.sha256(text.encode()).hexdigest()[:12]


class LazyView(Mapping[str, Any]):
    """A decoded observation whose parts are decoded when they are looked at.

    Who draws a table looks at a few of them, and most of the time is spent on the others.
    """

    def __init__(self, layout: Layout, observation: Vector) -> None:
        self._layout, self._observation = layout, observation
        self._seen: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        """Return the value of a part."""
        if name not in self._seen:
            part, start, end = self._layout.places[name]
            self._seen[name] = part.decode(self._observation[start:end])
        return self._seen[name]

    def __iter__(self) -> Iterator[str]:
        """Go through the names of the parts."""
        return iter(self._layout.places)

    def __len__(self) -> int:
        """Return how many parts there are."""
        return len(self._layout.parts)
