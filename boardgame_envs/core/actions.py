"""The actions of a game, declared once as kinds with axes.

Offsets, names and what they mean, the way back from a name to its number, what other seats
learn of an action, the table in the docs, the groups in which legal actions are shown and the
hash that agent files and records carry are all made from one ``ActionTable``, so they cannot
disagree. Nothing else knows the order of the actions.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.constants import constants

# what another seat learns of an action, given its place on the axes and the observer; None is
# the action's own name
Told = Callable[[Record, tuple[int, ...], int], str | None]


class ActionMeaning(NamedTuple):
    """One row of a game's action table."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Axis:
    """What one number of an action counts: places in a hand, cells, rows, seats, cards.

    ``labels`` is how the table of actions writes each of them, and ``words`` how it says them in
    a meaning. ``named_in`` gives the name in a position, where that says more than the label.
    """

    name: str
    labels: tuple[str, ...]
    words: tuple[str, ...] = ()
    named_in: Callable[[Record, int], str] | None = None

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.labels)

    def name_in(self, state: Record, index: int) -> str:
        """Return what one of them is called in a position."""
        return self.labels[index] if self.named_in is None else self.named_in(state, index)

    def said(self, index: int) -> str:
        """Return how a meaning says one of them."""
        return (self.words or self.labels)[index]


@dataclass(frozen=True)
class Actions:
    """One kind of action: a single one, or one for each place on its axes.

    ``meaning`` and ``written`` may name axes in braces: ``"play {hand_slot} {cell}"``. Where
    ``written`` is left out it is the kind followed by its axes.
    """

    kind: str
    meaning: str
    axes: tuple[Axis, ...] = ()
    written: str = ""
    told: Told | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        """How many actions of this kind there are along each axis."""
        return tuple(axis.size for axis in self.axes)

    @property
    def size(self) -> int:
        """How many actions of this kind there are."""
        return math.prod(self.shape)

    @cached_property
    def is_named_in_positions(self) -> bool:
        """Whether the name of an action depends on the position."""
        return any(axis.named_in is not None for axis in self.axes)

    @cached_property
    def pattern(self) -> str:
        """How an action of this kind is written."""
        axes = "".join(f" {{{axis.name}}}" for axis in self.axes)
        return self.written or self.kind.replace("_", " ") + axes

    def fill(self, pattern: str, texts: Iterable[str]) -> str:
        """Return a pattern with a text for each axis."""
        return pattern.format(**dict(zip((axis.name for axis in self.axes), texts, strict=True)))

    def indices(self) -> Iterator[tuple[int, ...]]:
        """Go through the places on the axes, in the order of the actions."""
        return product(*map(range, self.shape))


def known_to_actor(told: str) -> Told:
    """Return that only the seat to act knows the action; the others learn this."""
    return lambda state, indices, observer: None if observer == int(state["seat"]) else told


def plain(name: str) -> str:
    """Return the name of a kind or an axis as a word."""
    return name.replace("_", " ")


class ActionTable:
    """All actions of a game, kind after kind."""

    def __init__(self, *kinds: Actions) -> None:
        names = [kind.kind for kind in kinds]
        if len(set(names)) != len(names):
            raise ValueError(f"each kind of action needs a name of its own, not {names}")
        self.kinds = kinds
        self._starts: dict[str, int] = {}
        self._places: list[tuple[Actions, tuple[int, ...]]] = []
        for kind in kinds:
            self._starts[kind.kind] = len(self._places)
            self._places += [(kind, indices) for indices in kind.indices()]

    def __len__(self) -> int:
        """Return the number of actions."""
        return len(self._places)

    def __iter__(self) -> Iterator[ActionMeaning]:
        """Go through the rows of the table, in the order of the actions."""
        for kind, indices in self._places:
            labels = (axis.labels[i] for axis, i in zip(kind.axes, indices, strict=True))
            words = (axis.said(i) for axis, i in zip(kind.axes, indices, strict=True))
            yield ActionMeaning(kind.fill(kind.pattern, labels), kind.fill(kind.meaning, words))

    # --- for the rules ---

    def offsets(self) -> Any:
        """Return the first action of each kind, as a named tuple that is a compiled constant."""
        return constants("Offsets", self._starts)

    def kind_numbers(self) -> Any:
        """Return the number of each kind in ``kind_of``, as a named tuple."""
        return constants("KindNumbers", {name: n for n, name in enumerate(self._starts)})

    @cached_property
    def kind_of(self) -> NDArray[np.int64]:
        """The number of the kind of each action."""
        return np.repeat(np.arange(len(self.kinds)), [kind.size for kind in self.kinds])

    @cached_property
    def number_in_kind(self) -> NDArray[np.int64]:
        """How many actions of its kind come before each action."""
        return np.concatenate([np.arange(kind.size) for kind in self.kinds])

    # --- for everyone else ---

    def of(self, kind: str) -> Actions:
        """Return a kind of action by its name."""
        if kind not in self._starts:
            raise KeyError(f"no kind of action is called {kind!r}: {', '.join(self._starts)}")
        return self._places[self._starts[kind]][0]

    def range_of(self, kind: str) -> range:
        """Return the actions of a kind."""
        size = self.of(kind).size
        return range(self._starts[kind], self._starts[kind] + size)

    def number(self, kind: str, *indices: int) -> int:
        """Return the action of a kind at a place on its axes."""
        shape = self.of(kind).shape
        return self.range_of(kind)[int(np.ravel_multi_index(indices, shape)) if shape else 0]

    def kind_at(self, action: int) -> Actions:
        """Return the kind of an action."""
        return self._places[action][0]

    def indices(self, action: int) -> tuple[int, ...]:
        """Return the place of an action on the axes of its kind."""
        return self._places[action][1]

    def along(self, axis: str) -> NDArray[np.int64]:
        """Return for each action its place on an axis: its hand slot, cell, row …; -1: none."""
        places = np.full(len(self), -1)
        for action, (kind, indices) in enumerate(self._places):
            for one, place in zip(kind.axes, indices, strict=True):
                if one.name == axis:
                    places[action] = place
        return places

    def group(self, actions: Iterable[int]) -> dict[str, list[int]]:
        """Return actions by their kinds, in the order of the table."""
        groups: dict[str, list[int]] = {}
        for action in sorted(actions):
            groups.setdefault(self.kind_at(action).kind, []).append(action)
        return groups

    def name(self, state: Record, action: int) -> str:
        """Return an action as it is written in a position."""
        kind, indices = self._places[action]
        if not kind.is_named_in_positions:
            return self.names[action]
        texts = (axis.name_in(state, i) for axis, i in zip(kind.axes, indices, strict=True))
        return kind.fill(kind.pattern, texts)

    def tell(self, state: Record, action: int, observer: int) -> str:
        """Return an action as another seat learns of it."""
        kind, indices = self._places[action]
        said = None if kind.told is None else kind.told(state, indices, observer)
        return self.name(state, action) if said is None else said

    @cached_property
    def names(self) -> list[str]:
        """The names of all actions in the table, whatever the position."""
        return [row.name for row in self]

    def find(self, name: str) -> int:
        """Return the action with this name in the table, or raise KeyError."""
        if name not in self._numbers:
            raise KeyError(f"no action is called {name!r}")
        return self._numbers[name]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def hash(self) -> str:
        """A short name for the table; it changes with whatever a trained agent relies on."""
        return hashlib.sha256(repr(self.names).encode()).hexdigest()[:12]

    def as_markdown(self) -> str:
        """Return the table that the docs page of a game shows: a row for each kind of action."""
        rows = ["| kind | actions | written | meaning |", "| --- | --- | --- | --- |"]
        meanings = list(self)
        for kind in self.kinds:
            numbers = self.range_of(kind.kind)
            first, last = meanings[numbers[0]], meanings[numbers[-1]]
            if kind.size == 1:
                rows.append(f"| {kind.kind} | {numbers[0]} | `{first.name}` | {first.meaning} |")
                continue
            axes = " × ".join(f"{axis.size} {plain(axis.name)}s" for axis in kind.axes)
            rows.append(
                f"| {kind.kind} | {numbers[0]}–{numbers[-1]} ({axes}) "
                f"| `{first.name}` … `{last.name}` | {first.meaning} … |"
            )
        return "\n".join(rows)

    def check_feature(
        self, part: str, shape: Sequence[int], kind: str, along: str | None = None
    ) -> None:
        """Refuse a part of the observation without one entry for each action, or along an axis."""
        if along is not None:
            entries, _ = self.spread_along(kind, along)
            if len(shape) != 1 or shape[0] < entries:
                raise ValueError(
                    f"the action feature {part!r} has the shape {tuple(shape)}, but the axis "
                    f"{along!r} of the actions {kind!r} has {entries} places"
                )
        elif tuple(shape) != self.of(kind).shape:
            raise ValueError(
                f"the action feature {part!r} has the shape {tuple(shape)}, but the actions "
                f"{kind!r} that it is about have {self.of(kind).shape}"
            )

    def spread_along(self, kind: str, along: str) -> tuple[int, int]:
        """Return how many places an axis of a kind has, and how many actions each has in a row."""
        names, shape = [axis.name for axis in self.of(kind).axes], self.of(kind).shape
        if along not in names:
            raise ValueError(f"the actions {kind!r} have no axis {along!r}, but {names}")
        place = names.index(along)
        return shape[place], math.prod(shape[place + 1 :])
