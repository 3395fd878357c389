"""What a table is worth to the seats, where what they have earned so far does not say it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.compiled_game import CompiledGame, LoopGroup, loops_of
from boardgame_envs.core.game import Game
from boardgame_envs.core.loop import Address
from boardgame_envs.core.problems import OptionError, shortened
from boardgame_envs.search import loops
from boardgame_envs.search.bundles import Values

# a rule: judge(state, values) writes what a table is worth to each seat, as a state of the game
Judge: TypeAlias = Callable[[Any, Any], None]


class JudgeLoops(LoopGroup):
    """Judging many tables; without a judge they are worth what has been earned."""

    about = "for judging tables"
    judge: ClassVar[Any] = None
    judge_tables = staticmethod(loops.judge_tables)

    @classmethod
    def address(cls) -> Address | None:
        """Return where another process finds this group; it may not find the judge."""
        return address_with_judge(super().address(), cls.judge)

    @classmethod
    def prepare(cls, game: CompiledGame) -> CompiledGame:
        """Return the game with a judge."""
        judge = game.game.rules.write_returns if cls.judge is None else cls.judge
        return game.extended("judged", {"judge": judge}, {}, {Values: np.zeros((1, 1))})


def address_with_judge(without: Address | None, judge: Any) -> Address | None:
    """Return where another process finds loops with a judge, if it finds that."""
    if judge is None:
        return without
    where = judge.__module__, judge.__qualname__
    if getattr(sys.modules.get(where[0]), where[1], None) is not judge:
        return None
    return Address(__name__, find_judge_loops.__name__, where)


# the groups with a judge that have been asked for
_GROUPS: dict[Any, type[JudgeLoops]] = {}


def with_judge(judge: Judge | None) -> type[JudgeLoops]:
    """Return the loops in which something judges tables, or what was earned if it is None."""
    if judge is None:
        return JudgeLoops
    if not callable(judge) or not getattr(judge, "is_rule", False):
        raise OptionError(
            "a judge must be a rule judge(state, values) that writes what a table is worth to "
            f"each seat, not {shortened(judge)}"
        )
    if judge not in _GROUPS:
        members = {"about": f"{JudgeLoops.about} by a judge", "judge": judge}
        _GROUPS[judge] = type(JudgeLoops.__name__, (JudgeLoops,), members)
    return _GROUPS[judge]


def find_judge_loops(module: str, judge: str) -> type[JudgeLoops]:
    """Return the loops with a judge, by the names of its module and of itself."""
    return with_judge(getattr(importlib.import_module(module), judge))


def judge_tables(
    game: Game, judge: Judge | None, states: NDArray[Any], seats: int
) -> NDArray[np.float64]:
    """Return what each table is worth to each seat."""
    values = np.zeros((len(states), seats))
    judging = loops_of(game, with_judge(judge))
    judging.expect(len(states))
    judging.judge_tables(states, values)
    return values
