"""A game that agents play, written down as each seat saw it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import Agent, choose_at
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.table import Table
from boardgame_envs.matches.one_table import begin_game

# what is said of a decision in words, made of what its seat knew and what it did
Describe = Callable[[InformationState, int], Any]


@dataclass
class Decision:
    """A decision: what its seat saw, what it could do, what it did, and what came of it.

    ``reward`` is what the seat earned from here to its next decision or the end; what came before
    its first decision is paid with that. A seat's rewards add up to its return.
    """

    seat: int
    observation: NDArray[np.float32]
    mask: NDArray[np.bool_]
    action: int
    words: Any = None  # what ``describe`` made of it
    reward: float = 0.0
    is_last: bool = True  # whether the seat decides no more in this game


@dataclass
class SeenGame:
    """A game that is over."""

    seed: int
    agents: list[int]  # who sat in each seat, by a number
    decisions: list[Decision]
    returns: list[float]
    truncated: bool
    last_observations: NDArray[np.float32]  # what each seat saw at the end


def play_seen(
    table: Table,
    agents: Sequence[Agent],
    lineup: Sequence[int],
    seed: int,
    describe: Describe | None = None,
) -> SeenGame:
    """Play one game to its end, as ``play_game`` does, ``agents[lineup[seat]]`` in each seat."""
    seated = {seat: agents[number] for seat, number in enumerate(lineup)}
    table.reset(seed)
    begin_game(seated, seed)
    decisions: list[Decision] = []
    book = Rewards(table.num_players)
    while table.seat != NOBODY:
        known = table.information() if describe else None
        observation, mask = table.observation.copy(), table.mask.copy()
        decision = Decision(table.seat, observation, mask, choose_at(table, seated[table.seat]))
        book.begin(decision, table.returns)
        table.step(decision.action)
        if describe and known:
            decision.words = describe(known, decision.action)
        decisions.append(decision)
    book.close(table.returns)
    ends = np.stack([table.observe(seat) for seat in range(table.num_players)])
    return SeenGame(seed, list(lineup), decisions, list(table.returns), table.truncated, ends)


class Rewards:
    """Pays each seat for its last decision, when it is asked again or the game is over."""

    def __init__(self, num_players: int) -> None:
        self._paid = [0.0] * num_players
        self._last: dict[int, Decision] = {}

    def begin(self, decision: Decision, returns: Sequence[float]) -> None:
        """Pay for the seat's decision before this one."""
        if decision.seat in self._last:
            self._pay(decision.seat, returns)
            self._last[decision.seat].is_last = False
        self._last[decision.seat] = decision

    def close(self, returns: Sequence[float]) -> None:
        """Pay for the last decision of every seat."""
        for seat in self._last:
            self._pay(seat, returns)

    def _pay(self, seat: int, returns: Sequence[float]) -> None:
        """Give a decision all that its seat has earned since it was last paid."""
        self._last[seat].reward = returns[seat] - self._paid[seat]
        self._paid[seat] = returns[seat]
