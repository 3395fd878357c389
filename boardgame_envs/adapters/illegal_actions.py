"""What an illegal action does, in every environment: an error, the end, a penalty, or chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.adapters.arguments import check_choice
from boardgame_envs.core.game import IllegalActionError
from boardgame_envs.core.table import Table

# an error; the game is over; the agent must choose again; a random legal action is taken instead
Illegal: TypeAlias = Literal["raise", "terminate", "penalise", "random"]


class Answer(NamedTuple):
    """What has become of an illegal action."""

    penalty: float  # what is earned by it
    ends_game: bool
    is_replaced: bool  # whether a random legal action was taken instead


class IllegalActions:
    """Answers illegal actions as the arguments ``illegal`` and ``illegal_reward`` say."""

    def __init__(self, illegal: Any, illegal_reward: float) -> None:
        self.illegal: Illegal = check_choice("illegal", illegal, Illegal)
        self.reward = float(illegal_reward)

    @property
    def are_replaced(self) -> bool:
        """Whether random legal actions are taken instead."""
        return self.illegal == "random"

    @property
    def end_games(self) -> bool:
        """Whether the game is over after one."""
        return self.illegal == "terminate"

    def answer(
        self, table: Table, error: IllegalActionError, rng: Callable[[], np.random.Generator]
    ) -> Answer:
        """Answer an illegal action at a table; ``error`` is raised where it is one."""
        if self.illegal == "raise":
            raise error
        if self.are_replaced:
            table.step(int(rng().choice(table.legal_actions())))
            return Answer(0.0, ends_game=False, is_replaced=True)
        return Answer(self.reward, self.end_games, is_replaced=False)

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
