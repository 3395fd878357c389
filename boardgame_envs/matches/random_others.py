"""Agents that choose at random, at one table with a seat that does not: in one call for a step.

What they draw is what they would draw if they were asked one by one, so the games are the same.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.random_agent import RandomAgent
from boardgame_envs.core.bundles import MAX_DECISIONS, RandomTurns
from boardgame_envs.core.compiled_game import SeatLoops, loops_of
from boardgame_envs.core.numpy_seeds import POOL_SIZE
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.states import one_by_one
from boardgame_envs.core.table import Table


def choose_at_random(agents: Mapping[int, Agent]) -> bool:
    """Tell whether all agents choose at random, each by random numbers of its own."""
    are_random = all(type(agent) is RandomAgent for agent in agents.values())
    return are_random and len(set(map(id, agents.values()))) == len(agents)


class RandomOthers:
    """Plays for all seats of a table but one, in a game that has just begun."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._loops = loops_of(table.game, SeatLoops)
        self._turns = RandomTurns.make(table.game)
        self._before = one_by_one(self._turns.states)
        self._agents: dict[int, RandomAgent] = {}
        self._seat, self._game_seed = NOBODY, np.uint64(0)
        self._words = np.zeros(POOL_SIZE, np.uint64)
        self._have_begun: set[int] = set()  # the seats of agents that have drawn in this game

    def begin(self, seat: int, agents: Mapping[int, Agent], seed: int) -> None:
        """Sit down for the game of a seed; ``agents`` have all seats but one."""
        self._seat, self._game_seed = seat, np.uint64(seed)
        self._have_begun.clear()
        self._agents = {
            other: agent for other, agent in agents.items() if isinstance(agent, RandomAgent)
        }
        self._turns.used.fill(MAX_DECISIONS)

    def step(self, action: int) -> None:
        """Take the action of the seat that is not ours, and go on; or raise IllegalActionError."""
        table = self._table
        table.step_among_random(self._loops, self._turns, self._before, self._seat, action)
        if table.seat != self._seat:
            self.play_on()

    def play_on(self) -> None:
        """Choose until that seat is to act, or the game is over."""
        table, turns = self._table, self._turns
        while table.seat != self._seat and table.seat != NOBODY:
            if turns.used[table.seat] == MAX_DECISIONS:
                self._draw(table.seat)
            table.step_among_random(self._loops, turns, self._before, self._seat, None)

    def _draw(self, seat: int) -> None:
        """Let an agent draw for its next decisions, with the random numbers of its seed."""
        agent, turns = self._agents[seat], self._turns
        if seat not in self._have_begun:
            self._loops.seed_draws(self._game_seed, seat, self._words)
            agent.begin_with(self._words.tolist())
            self._have_begun.add(seat)
        agent.draw_ahead(turns.draws[seat])
        turns.used[seat] = 0
