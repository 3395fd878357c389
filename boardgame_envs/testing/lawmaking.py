"""What a law is, and how it is held against a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from inspect import cleandoc
from typing import Any

from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.testing.random_games import random_play
from boardgame_envs.testing.settings import (
    Setting,
    each_option_set,
    each_setting,
    setting_name,
)

# as many decisions at the beginning of a game are looked at from all seats
LOOKS_FROM_ALL = 24


class Each(Enum):
    """What a law is held against one by one, unless settings are chosen."""

    GAME = "once, with the default options"
    OPTION_SET = "every example option set once, because it takes long"
    SETTING = "every example option set with several numbers of players"


@dataclass
class Case:
    """A game with a number of players and options, for a law to look at."""

    game: Game
    setting: Setting
    # the table that is looked at, so that a report can say how far the game was
    watched: Table | None = field(default=None, init=False)

    def new_table(self) -> Table:
        """Return a table at which nothing has been dealt yet."""
        return self.watch(Table(self.game, **self.setting))

    def watch(self, table: Table) -> Table:
        """Name this table in the report, if something is wrong from now on."""
        self.watched = table
        return table

    def random_play(self, table: Table, seed: int) -> Iterator[int]:
        """Play legal actions at random, yielding each one before it is carried out."""
        return random_play(self.watch(table), seed)

    def played(self, seed: int) -> Table:
        """Return a table at which a random game has ended."""
        table = self.new_table()
        for _ in random_play(table, seed):
            pass
        return table


def seats_that_look(table: Table, turn: int) -> Iterable[int]:
    """Return from which seats a table is looked at: all, and later in a long game one at a time."""
    return seats_in_turn(table.num_players, table.seat, turn)


def seats_in_turn(num_players: int, seat: int, turn: int) -> Iterable[int]:
    """Return from which seats a game is looked at when one of them is to act."""
    if turn < LOOKS_FROM_ALL:
        return range(num_players)
    return (seat,) if turn % 2 else (turn // 2 % num_players,)


def expect(condition: object, complaint: str) -> None:
    """Raise an AssertionError with a complaint unless the condition holds, even under ``-O``."""
    if not condition:
        raise AssertionError(complaint)


class BrokenLawError(AssertionError):
    """Raised when a game breaks a law; says which one, in which setting, and where in a game."""

    def __init__(self, law: Law, case: Case, complaint: str) -> None:
        self.law, self.game, self.setting = law, case.game, case.setting
        self.complaint = complaint
        self.seed = None if case.watched is None else case.watched.seed
        self.decision = None if case.watched is None else case.watched.num_decisions
        self.position = None if case.watched is None else position_of(case.watched)
        where = setting_name(case.setting)
        if self.seed is not None:
            decisions = "decision" if self.decision == 1 else "decisions"
            where += f"; seed {self.seed}, after {self.decision} {decisions}"
        at = "" if self.position is None else f"\nThe position: {self.position}"
        super().__init__(f"{case.game.name} ({where}) breaks the law '{law}': {complaint}{at}")


def position_of(table: Table) -> str | None:
    """Return the position at a table in writing, if a game that breaks laws can write it."""
    try:
        return None if table.seed is None else table.position
    except Exception:
        return None


@dataclass(frozen=True)
class Law:
    """Something that holds in every game; called with a game and a setting, it is checked."""

    name: str
    meaning: str
    each: Each
    check: Callable[[Case], None]

    def __call__(self, game: Game, setting: Mapping[str, Any] | None = None) -> None:
        """Raise BrokenLawError if a game breaks this law in a setting (the default one)."""
        case = Case(game, dict(setting or {}))
        try:
            self.check(case)
        except AssertionError as error:
            raise BrokenLawError(self, case, str(error) or "an assertion failed") from error
        except Exception as error:
            # rules that fail, fail in whatever way they like
            raise BrokenLawError(self, case, f"{type(error).__name__}: {error}") from error

    def __str__(self) -> str:
        """Return the law as a sentence."""
        return self.name.replace("_", " ")

    def settings(self, game: Game) -> list[Setting]:
        """Return the settings of a game that the law is held against."""
        if self.each is Each.GAME:
            return [{}]
        return each_setting(game) if self.each is Each.SETTING else each_option_set(game)


def law(each: Each) -> Callable[[Callable[[Case], None]], Law]:
    """Make a function a law: its name is the sentence, its docstring the meaning."""

    def make_law(check: Callable[[Case], None]) -> Law:
        return Law(check.__name__, cleandoc(str(check.__doc__)), each, check)

    return make_law
