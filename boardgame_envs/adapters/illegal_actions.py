"""What an illegal action does, in every environment: an error, the end, a penalty, or chance.

Who is penalised must choose again, but not for ever: after ``MOST_PENALTIES`` illegal actions in a
row the game is truncated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.adapters.arguments import check_choice
from boardgame_envs.core.game import IllegalActionError
from boardgame_envs.core.numbers import check_finite
from boardgame_envs.core.table import Table

# an error; the game is over; the agent must choose again; a random legal action is taken instead
Illegal: TypeAlias = Literal["raise", "terminate", "penalise", "random"]


MOST_PENALTIES = 1000


class Answer(NamedTuple):
    """What has become of an illegal action."""

    penalty: float = 0.0  # what is earned by it
    ends_game: bool = False
    cuts_game: bool = False  # whether there were too many in a row
    is_replaced: bool = False  # whether a random legal action was taken instead


LEGAL = Answer()  # nothing, for it was none


class IllegalRow(NamedTuple):
    """Illegal actions in a row, all of them after the same number of decisions."""

    length: int = 0
    decisions: int = -1

    def with_another(self, decisions: int) -> IllegalRow:
        """Return the row with one illegal action more, or a new one where the game has gone on."""
        return IllegalRow(self.length + 1 if decisions == self.decisions else 1, decisions)


class IllegalActions:
    """Answers illegal actions as the arguments ``illegal`` and ``illegal_reward`` say."""

    def __init__(self, illegal: Any, illegal_reward: float) -> None:
        self.illegal: Illegal = check_choice("illegal", illegal, Illegal)
        self.reward = check_finite("illegal_reward", illegal_reward)

    @property
    def are_replaced(self) -> bool:
        """Whether random legal actions are taken instead."""
        return self.illegal == "random"

    @property
    def end_games(self) -> bool:
        """Whether the game is over after one."""
        return self.illegal == "terminate"

    def answer(
        self,
        table: Table,
        error: IllegalActionError,
        row: IllegalRow,
        rng: Callable[[], np.random.Generator],
    ) -> Answer:
        """Answer an illegal action at a table, the last of a row of them.

        ``error`` is raised where it is one.
        """
        if self.illegal == "raise":
            raise error
        if self.are_replaced:
            table.step(int(rng().choice(table.legal_actions())))
            return Answer(is_replaced=True)
        if self.end_games:
            return Answer(self.reward, ends_game=True)
        return Answer(self.reward, cuts_game=row.length >= MOST_PENALTIES)

    def answer_many(
        self,
        rows: NDArray[np.int64],
        actions: NDArray[np.int64],
        mask: NDArray[np.bool_],
        error: Callable[[int], IllegalActionError],
        rng: np.random.Generator,
    ) -> NDArray[np.int64]:
        """Answer the illegal actions in these rows; return the rows that pay for them.

        ``error`` makes the error for a row. Actions that are replaced are changed in place.
        """
        if rows.size and self.illegal == "raise":
            raise error(int(rows[0]))
        if self.are_replaced:
            draws = rng.random((rows.size, mask.shape[1])) + 1.0
            actions[rows] = (draws * mask[rows]).argmax(axis=1)
            return rows[:0]
        return rows


def find_illegal_rows(
    rows: NDArray[np.int64], actions: NDArray[np.int64], mask: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return those of the rows whose actions are not legal, or are no actions at all."""
    chosen = actions[rows]
    known = (chosen >= 0) & (chosen < mask.shape[1])
    legal = mask[rows, np.where(known, chosen, 0)] & known
    illegal: NDArray[np.int64] = rows[~legal]
    return illegal
