"""Search to leaves: tables that play on to where something else, a network say, decides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boardgame_envs.core.compiled_game import WorldLoops, loops_of
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.numbers import check_numbers, check_seat
from boardgame_envs.core.problems import IllegalActionError
from boardgame_envs.core.worlds import Worlds
from boardgame_envs.search.action_values import ActionValues
from boardgame_envs.search.bundles import LeafTables
from boardgame_envs.search.loop_groups import LeafLoops, PlayoutPolicy
from boardgame_envs.search.preparation import Preparation, find_until


class Leaves:
    """A table for each ending of each action in each world, at which the action has been taken.

    ``rows`` lists the tables at which somebody is to decide; ``seat``, ``mask`` and
    ``observation`` have a row for each of them, and are overwritten by whatever happens next.
    ``states``, ``returns`` and ``closed`` have a row for each table, [world, action, ending] one
    after the other. The seats know no more than at a real table: each is shown its own view.
    """

    def __init__(
        self,
        information: InformationState,
        *,
        worlds: int | Worlds,
        seed: int,
        endings: int = 1,
        actions: ArrayLike | None = None,
        policy: PlayoutPolicy | None = None,
        weights: Sequence[float] | None = None,
        until_round: bool = False,
        threads: int = 1,
    ) -> None:
        """Take each action in each world; the arguments are those of ``search_actions``.

        With ``until_round`` a table is closed when the round is over, else when the game is.
        """
        self.until_round = until_round
        self._until = find_until(information.game, None, None, until_round)
        self._preparation = preparation = Preparation(
            information,
            worlds=worlds,
            seed=seed,
            endings=endings,
            actions=actions,
            policy=policy,
            weights=weights,
            threads=threads,
        )
        self.shape = (*preparation.search.returns.shape[:2], preparation.endings)
        tables = int(np.prod(self.shape))
        self.information, self.game = information, information.game
        self._arrays = arrays = LeafTables.make(self.game, tables, information.num_players)
        self.states, self.returns, self.closed = arrays.states, arrays.returns, arrays.closed
        preparation.loops(LeafLoops).deal_leaves(preparation.search, arrays)
        self._show(np.arange(tables))

    def play(self, *, decisions: int | None = None, until_seat: int | None = None) -> None:
        """Let the policy play on at all tables that are not closed.

        To their ends, or for a number of ``decisions``, or until a seat is to decide.
        """
        seat = None if until_seat is None else check_seat(until_seat, self.information.num_players)
        until = find_until(self.game, decisions, seat, self.until_round)
        preparation, rows = self._preparation, self.rows
        preparation.loops(LeafLoops).play_leaves(self._arrays, rows, preparation.room, until)
        preparation.check_policy()
        self._show(rows)

    def step(self, actions: NDArray[np.int64] | Sequence[int]) -> None:
        """Carry out an action in each row; if one is illegal, nothing happens but an error."""
        if len(self.rows) == len(actions) == 0:
            return
        chosen = check_numbers(actions, len(self.rows), "actions")
        loops = self._preparation.loops(LeafLoops)
        illegal = loops.step_leaves(self._arrays, self.rows, chosen)
        if illegal >= 0:
            raise IllegalActionError(f"row {illegal}: action {chosen[illegal]} is not legal there")
        self._show(self.rows)

    def _show(self, rows: NDArray[np.int64]) -> None:
        """Look at some tables again; the others are closed."""
        arrays, loops = self._arrays, self._preparation.loops(LeafLoops)
        count = loops.show_leaves(arrays, rows, self._until)
        self.rows, self.seat = arrays.waiting[:count], arrays.seat[:count]
        self.mask, self.observation = arrays.mask[:count], arrays.observation[:count]

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return what one seat sees at each table, closed or not."""
        observation = np.empty((len(self.states), self.game.layout.size), np.float32)
        checked = check_seat(seat, self.information.num_players)
        loops_of(self.game, WorldLoops).observe_worlds(self.states, checked, observation)
        return observation

    def values(self, earned: ArrayLike | None = None) -> ActionValues:
        """Return what the actions are worth: what the seats have earned so far at each table.

        ``earned`` may say otherwise, by [table, seat]: what a network expects, for example.
        """
        by_table = self.returns if earned is None else np.asarray(earned, np.float64)
        if by_table.shape != self.returns.shape:
            raise ValueError(
                f"earned must be of shape {self.returns.shape}, a number for each table and "
                f"seat, not {by_table.shape}"
            )
        by_ending = by_table.astype(np.float64).reshape(*self.shape, -1)
        return self._preparation.values(by_ending.sum(axis=2) / self.shape[2])
