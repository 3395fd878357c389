"""Who sits where: the learner, its past selves, and agents that do not learn."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import ManyTablesAgent
from boardgame_envs.learning.network.frozen_policy import FrozenPolicy
from boardgame_envs.learning.run.packed_arrays import pack, unpack

LEARNER = -1


class Opponents:
    """Assigns every seat of every table to the learner or to an opponent, game by game.

    A share of the games is pure self-play. In the others one seat, drawn by lot, is the
    learner's, and one opponent has all the rest. Changes are made only when a game begins.
    """

    def __init__(
        self,
        num_tables: int,
        num_players: NDArray[np.int64],
        num_seats: int,
        fixed: dict[str, tuple[ManyTablesAgent, float]],
        seed: int,
        past_share: float = 0.0,
        past_kept: int = 8,
    ) -> None:
        chosen = [(agent, share) for agent, share in fixed.values() if share > 0]
        # an opponent is its number: first the fixed ones, then past selves as they come
        self.agents: dict[int, Any] = {number: agent for number, (agent, _) in enumerate(chosen)}
        self.fixed_shares = [share for _, share in chosen]
        self.past: list[int] = []
        self.past_share, self.past_kept = past_share, past_kept
        self.next_number = len(chosen)
        self.rng = np.random.default_rng(seed)
        self.assigned = np.full((num_tables, num_seats), LEARNER, np.int64)
        self.deal_in(np.ones(num_tables, np.bool_), num_players)

    @property
    def any(self) -> bool:
        """Whether anyone but the learner may sit down."""
        return bool(self.agents)

    def is_fixed(self, seated: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell which of those who sit somewhere are agents that never change."""
        fixed: NDArray[np.bool_] = (seated != LEARNER) & (seated < len(self.fixed_shares))
        return fixed

    def take_over(self, earlier: Opponents) -> None:
        """Let the past selves of another list sit down here, too: the newest, if there are many."""
        if self.past_share > 0:
            for number in sorted(earlier.past)[-self.past_kept :]:
                self.past.append(self.next_number)
                self.agents[self.next_number] = earlier.agents[number]
                self.next_number += 1

    def remember(self, policy: Any) -> None:
        """Keep a copy of the policy; when there is no room, in the place of a random one.

        Who loses the place finishes the games it sits in, and gets no new ones.
        """
        if self.past_share <= 0:
            return
        if len(self.past) < self.past_kept:
            self.past.append(self.next_number)
        else:
            self.past[int(self.rng.integers(self.past_kept))] = self.next_number
        self.agents[self.next_number] = FrozenPolicy(policy)
        self.next_number += 1

    def deal_in(self, begun: NDArray[np.bool_], num_players: NDArray[np.int64]) -> None:
        """Assign the seats of games that have just begun."""
        count = int(begun.sum())
        shares = np.array([*self.fixed_shares, *self._shares_of_past()])
        if count == 0 or shares.sum() == 0:
            self.assigned[begun] = LEARNER
            return
        who = self.rng.choice(len(shares) + 1, count, p=[*shares, 1.0 - min(shares.sum(), 1.0)])
        numbers = np.array([*range(len(self.fixed_shares)), *self.past, LEARNER])
        seats = numbers[who][:, None].repeat(self.assigned.shape[1], axis=1)
        own = self.rng.integers(num_players[begun])
        seats[np.arange(count), own] = LEARNER
        self.assigned[begun] = seats
        self._forget_who_has_left()

    def _forget_who_has_left(self) -> None:
        """Drop past selves that have lost their place and finished their games."""
        first_past = len(self.fixed_shares)
        if len(self.agents) == first_past + len(self.past):
            return
        staying = {*self.past, *np.unique(self.assigned).tolist()}
        for number in [n for n in self.agents if n >= first_past and n not in staying]:
            del self.agents[number]

    def _shares_of_past(self) -> list[float]:
        return [self.past_share / len(self.past)] * len(self.past) if self.past else []

    def agent(self, number: int) -> Any:
        """Return an opponent by its number."""
        return self.agents[number]

    def get_state(self) -> dict[str, Any]:
        """Return what a resumed run needs."""
        first_past = len(self.fixed_shares)
        return {
            "rng": self.rng.bit_generator.state,
            "assigned": pack(self.assigned),
            "past": self.past[:],
            "next_number": self.next_number,
            "weights": {
                number: agent.get_weights()
                for number, agent in self.agents.items()
                if number >= first_past
            },
        }

    def set_state(self, state: dict[str, Any], policy: Any) -> None:
        """Go on from what ``get_state`` returned; ``policy`` has the shape of the past ones."""
        self.rng.bit_generator.state = state["rng"]
        self.assigned[:] = unpack(state["assigned"], self.assigned)
        self.past, self.next_number = state["past"][:], state["next_number"]
        self.agents = {n: self.agents[n] for n in range(len(self.fixed_shares))}
        for number, weights in state["weights"].items():
            self.agents[number] = FrozenPolicy.revived(policy, weights)
