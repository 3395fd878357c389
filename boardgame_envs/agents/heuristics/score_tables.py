"""Heuristics that judge actions by tables: what each value of an action feature is worth.

A row of a table is a value of a feature, or an action itself; a column is a circumstance, a number
of players say. What a row is worth is the sum of the columns whose circumstances are given.
"""

# the names that tables take the place of are declared, not defined (mypy knows them)
# ruff: noqa: F821

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.action_features import Feature, features_of
from boardgame_envs.core.compiled import Buffer, Record, bind, state_dtype
from boardgame_envs.core.game import Game
from boardgame_envs.core.layout import Flag, OneOf

Worth = NDArray[np.float32]

# the columns of the file that say what a row is about; the part is empty where that is an action
ABOUT = ["kind", "part", "value"]


class Row(NamedTuple):
    """What a row of the tables is about."""

    kind: str  # of actions
    part: str  # of the observation; empty: an action itself
    value: int  # of that part, or the place of the action in its kind


class Circumstance(NamedTuple):
    """Something in an observation that is one of some columns, or none of them."""

    start: int  # where it stands, a number for each column
    columns: list[str]


class Judged(NamedTuple):
    """What is looked up for each action: the features about it, one after the other."""

    number: NDArray[np.int64]  # of features, by action
    entry: NDArray[np.int64]  # where in an observation the feature stands, by action and feature
    highest: NDArray[np.float32]  # what its number was divided by
    labels: NDArray[np.int64]  # of how many labels it is one; 0: it is a number
    first_row: NDArray[np.int64]  # that of its value 0
    own_row: NDArray[np.int64]  # that of the action itself, by action


class ScoreTables:
    """The tables of one game: their rows and columns, and the file that says what they are worth.

    ``circumstances`` are parts of the observation that are one of several labels, or flags; of the
    former, where they have several entries, the first one counts.
    """

    def __init__(self, game: Game, circumstances: Sequence[str], file: Path) -> None:
        self.game, self.file = game, file
        self.features = features_of(game)
        self.circumstances = list(self._circumstances(circumstances))
        self.columns = [name for given in self.circumstances for name in given.columns]
        self.rows = list(self._rows())

    def _circumstances(self, names: Sequence[str]) -> Iterator[Circumstance]:
        """Go through what is looked for in an observation, and the columns that it chooses."""
        for name in names:
            part, start = self.game.layout.part(name), self.game.layout.start(name)
            if isinstance(part, OneOf):
                yield Circumstance(start, [f"{name} {label}" for label in part.labels])
            elif isinstance(part, Flag):
                yield from (Circumstance(start + i, [f"{name} {i}"]) for i in range(part.size))
            else:
                raise TypeError(f"the part {name!r} is neither a flag nor one of several labels")

    def _rows(self) -> Iterator[Row]:
        """Go through what the rows are about: features in their order, then actions."""
        for declared, feature in zip(self.game.action_features, self.features, strict=True):
            for value in range(feature.values):
                yield Row(declared.kind, declared.part, value)
        for kind in self.game.actions.kinds:
            for place in range(kind.size):
                yield Row(kind.kind, "", place)

    def feature_rows(self) -> Iterator[tuple[Feature, int]]:
        """Go through the features with the row of their value 0."""
        row = 0
        for feature in self.features:
            yield feature, row
            row += feature.values

    def judged(self) -> Judged:
        """Return what is to be looked up for each action."""
        actions, most = self.game.num_actions, len(self.features)
        number = np.zeros(actions, np.int64)
        entry, first_row, labels = np.zeros((3, actions, most), np.int64)
        highest = np.zeros((actions, most), np.float32)
        for feature, row in self.feature_rows():
            for place in range(feature.actions):
                action = feature.first_action + place
                at = action, number[action]
                first_row[at], entry[at] = row, feature.start + feature.entry_of(place)
                if feature.is_one_of:
                    labels[at] = feature.values
                    entry[at] = feature.start + feature.entry_of(place) * feature.values
                highest[at] = feature.values - 1
                number[action] += 1
        widest = max(int(number.max()), 1)
        own_row = np.arange(len(self.rows) - actions, len(self.rows))
        entry, first_row, labels = (part[:, :widest].copy() for part in (entry, first_row, labels))
        return Judged(number, entry, highest[:, :widest].copy(), labels, first_row, own_row)

    def worth(self) -> Worth:
        """Return what the file says that each row is worth in each circumstance."""
        with self.file.open(newline="") as lines:
            said = {
                Row(line["kind"], line["part"], int(line["value"])): [
                    float(line[column]) for column in self.columns
                ]
                for line in csv.DictReader(lines)
            }
        # a table of another edition of the game would judge by something else
        if said.keys() != set(self.rows):
            raise ValueError(f"{self.file.name} does not have the rows of {self.game.title}")
        return np.array([said[row] for row in self.rows], np.float32)

    def write(self, worth: Worth) -> None:
        """Write what each row is worth to the file."""
        with self.file.open("w", newline="") as lines:
            writer = csv.writer(lines, lineterminator="\n")
            writer.writerow([*ABOUT, *self.columns])
            for row, values in zip(self.rows, worth.tolist(), strict=True):
                writer.writerow([*row, *(f"{value:.2f}" for value in values)])

    @property
    def notes(self) -> np.dtype[Any]:
        """The record into which a heuristic notes the circumstances: their columns, -1 for none."""
        return state_dtype([("columns", np.int64, len(self.circumstances))])

    def rules(self) -> tuple[Callable[..., None], Callable[..., int]]:
        """Return what a heuristic notes of what it sees, and how it chooses."""
        labels = np.array([len(given.columns) for given in self.circumstances])
        seen = {
            "STARTS": np.array([given.start for given in self.circumstances]),
            "LABELS": labels,
            "COLUMNS": labels.cumsum() - labels,
        }
        judged = self.judged()
        tables = {
            "WORTH": self.worth(),
            "NUMBER": judged.number,
            "ENTRY": judged.entry,
            "HIGHEST": judged.highest,
            "LABELLED": judged.labels,
            "FIRST_ROW": judged.first_row,
            "OWN_ROW": judged.own_row,
        }
        name = self.game.name
        score = {
            "worth_of_row": bind(worth_of_row, name, tables),
            "row_of_feature": bind(row_of_feature, name, tables),
            **tables,
        }
        choose = bind(choose_best, name, {"worth_of_action": bind(worth_of_action, name, score)})
        return bind(note_circumstances, name, seen), choose


# --- the rules; what is declared first is bound to the tables of a game ---

STARTS: NDArray[np.int64]
LABELS: NDArray[np.int64]
COLUMNS: NDArray[np.int64]
WORTH: Worth
NUMBER: NDArray[np.int64]
ENTRY: NDArray[np.int64]
HIGHEST: NDArray[np.float32]
LABELLED: NDArray[np.int64]
FIRST_ROW: NDArray[np.int64]
OWN_ROW: NDArray[np.int64]


def note_circumstances(observation: Buffer, notes: Record) -> None:
    """Note the column of each circumstance, -1 if there is none."""
    for place in range(STARTS.size):
        notes.columns[place] = -1
        for label in range(LABELS[place]):
            if observation[STARTS[place] + label] > 0.5:
                notes.columns[place] = COLUMNS[place] + label


def worth_of_row(notes: Record, row: int) -> float:
    """Return what a row is worth in the circumstances."""
    worth = np.float32(0.0)
    for place in range(notes.columns.size):
        if notes.columns[place] >= 0:
            worth += WORTH[row, notes.columns[place]]
    return float(worth)


def row_of_feature(observation: Buffer, action: int, place: int) -> int:
    """Return the row of the value that one of the features about an action has, -1 for none."""
    first, entry = FIRST_ROW[action, place], ENTRY[action, place]
    if LABELLED[action, place] == 0:
        return int(first + int(observation[entry] * HIGHEST[action, place] + 0.5))
    for label in range(LABELLED[action, place]):
        if observation[entry + label] > 0.5:
            return int(first + label)
    return -1


def worth_of_action(observation: Buffer, notes: Record, action: int) -> float:
    """Return what an action is worth by all that is said of it."""
    worth = worth_of_row(notes, OWN_ROW[action])
    for place in range(NUMBER[action]):
        row = row_of_feature(observation, action, place)
        if row >= 0:
            worth += worth_of_row(notes, row)
    return worth


def choose_best(observation: Buffer, mask: Buffer, notes: Record) -> int:
    """Return the legal action that is worth most, the first of several."""
    best, most = -1, 0.0
    for action in range(mask.size):
        if mask[action]:
            worth = worth_of_action(observation, notes, action)
            if best < 0 or worth > most:
                best, most = action, worth
    return best
