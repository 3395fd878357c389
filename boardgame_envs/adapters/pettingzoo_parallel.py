"""Our games as PettingZoo parallel environments: whoever is not to act says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from boardgame_envs.adapters.earnings import rewards_since
from boardgame_envs.adapters.illegal_actions import Answer, IllegalRow
from boardgame_envs.adapters.pettingzoo_table import PettingZooTable
from boardgame_envs.adapters.rendering import Frame
from boardgame_envs.adapters.spaces import Observation, with_mask
from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.core.numbers import check_action
from boardgame_envs.core.problems import shortened

Numbers = dict[str, float]
Flags = dict[str, bool]
Infos = dict[str, dict[str, Any]]


class ParallelTableEnv(PettingZooTable, ParallelEnv[str, Observation, int]):
    """One table, seen through the parallel interface; a step is one decision.

    The action table has one more entry than the game: the no-op, its last. It is the only
    legal action of every agent that is not to act, and never legal for the one that is.
    Agents that are left out of a step's actions do nothing.
    """

    is_parallel = True

    def __init__(self, game: Game, num_players: int | None = None, **arguments: Any) -> None:
        super().__init__(game, num_players, **{"illegal": "terminate", **arguments})
        self.no_op = game.num_actions
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Begin a new game; a seed fixes this one and all that follow.

        In a game that is over before anybody decides all agents may only choose the no-op; the
        first step then ends it, and pays what it earned them.
        """
        self._deal(seed, options)
        self.agents = self.possible_agents[:]
        self._earned = [0.0] * len(self.agents)
        self._cycles, self._illegal_row = 0, IllegalRow()
        return self._look()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], Numbers, Flags, Flags, Infos]:
        """Let the agent to act take its action; all others must choose the no-op."""
        self.table.check_begun()
        if not self.agents:
            raise ValueError("the game is over: call reset()")
        chosen = self._check_actions(actions)
        penalties = dict.fromkeys(self.agents, 0.0)
        answer = self._act(chosen, penalties)
        terminated, truncated = answer.ends_game or self.table.over, self.table.truncated
        self._cycles += 1
        is_cut = answer.cuts_game or self._cycles == self.max_cycles
        truncated = truncated or (not terminated and is_cut)
        return self._outcome(penalties, terminated and not truncated, truncated)

    def _check_actions(self, actions: dict[str, int]) -> dict[str, int]:
        """Return the actions of agents as plain numbers, or raise ValueError."""
        if not isinstance(actions, Mapping):
            raise ValueError(f"actions must be a dict by agents, not {shortened(actions)}")
        for agent in actions:
            if agent not in self._seat_of:
                agents = ", ".join(self.possible_agents)
                raise ValueError(f"there is no agent {shortened(agent)}; there are {agents}")
        return {agent: check_action(action) for agent, action in actions.items()}

    def _act(self, chosen: dict[str, int], penalties: Numbers) -> Answer:
        """Carry out the action of the agent to act, unless something is illegal.

        Then penalties are written down, and the answer is what becomes of the game.
        """
        acting = None if self.table.over else self.possible_agents[self.table.seat]
        culprits = [agent for agent in self.agents if not self._is_legal(agent, chosen)]
        # what another agent than the one to act has chosen needs no replacement
        if self.illegal_actions.are_replaced and acting not in culprits:
            culprits = []
        if not culprits:
            if acting is not None:
                self.table.step(chosen[acting])
            return Answer()
        row = self._illegal_row.with_another(self.table.num_decisions)
        error = IllegalActionError(self._refusal(culprits[0], chosen))
        answer = self.illegal_actions.answer(self.table, error, row, self._source)
        self._illegal_row = row
        penalties.update(dict.fromkeys(culprits, answer.penalty))
        return answer

    def _is_legal(self, agent: str, chosen: dict[str, int]) -> bool:
        """Tell whether an agent may do what it has chosen."""
        if self._seat_of[agent] != self.table.seat:
            return chosen.get(agent, self.no_op) == self.no_op
        action = chosen.get(agent, self.no_op)
        return 0 <= action < self.no_op and bool(self.table.mask[action])

    def _refusal(self, agent: str, chosen: dict[str, int]) -> str:
        """Say what an agent did wrong."""
        if self._seat_of[agent] != self.table.seat:
            return f"{agent} is not to act: its only action is the no-op, {self.no_op}"
        if chosen.get(agent, self.no_op) == self.no_op:
            return f"{agent} is to act and may not choose the no-op"
        return self.table.refusal(chosen[agent])

    def _outcome(
        self, penalties: Numbers, terminated: bool, truncated: bool
    ) -> tuple[dict[str, Observation], Numbers, Flags, Flags, Infos]:
        """Return what a step has brought to every agent."""
        gains = rewards_since(self._earned, self.table.returns)
        self._earned = self.table.returns
        rewards = {a: penalties[a] + gain for a, gain in zip(self.agents, gains, strict=True)}
        terminations = dict.fromkeys(self.agents, terminated)
        truncations = dict.fromkeys(self.agents, truncated)
        observations, infos = self._look()
        if terminated or truncated:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _look(self) -> tuple[dict[str, Observation], Infos]:
        """Return what every agent sees."""
        observations: dict[str, Observation] = {}
        infos: Infos = {}
        for agent in self.agents:
            mask, numbers = self._mask_of(agent), self._numbers(self._seat_of[agent])
            infos[agent] = {} if self.mask_in == "observation" else {"action_mask": mask}
            observations[agent] = numbers if self.mask_in == "info" else with_mask(numbers, mask)
        return observations, infos

    def _mask_of(self, agent: str) -> NDArray[np.int8]:
        """Return what an agent may do: its actions, or the no-op alone."""
        mask = np.zeros(self.no_op + 1, np.int8)
        if self._seat_of[agent] == self.table.seat:
            mask[:-1] = self.table.mask
        else:
            mask[-1] = 1
        return mask

    def render(self) -> Frame | None:
        """Show the table; "selected" is the seat to act (once it is over: the first seat)."""
        return self._render_for(self.possible_agents[max(self.table.seat, 0)])
