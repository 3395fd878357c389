"""Who sits where: the learner, its past selves, and agents that do not learn."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from boardgame_envs.agents.agent import ManyTablesAgent, OneOfMany

LEARNER = -1


class PastSelf(OneOfMany):
    """A frozen copy of the policy."""

    def __init__(self, policy: Any) -> None:
        super().__init__()
        self.policy = copy.deepcopy(policy).eval()
        self.policy.optimizer = None
        for parameter in self.policy.parameters():
            parameter.requires_grad_(False)

    def choose_many(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_], dice: np.random.Generator
    ) -> NDArray[np.int64]:
        """Sample an action for each row, with the dice given."""
        with torch.inference_mode():
            logs, _ = self.policy.log_probabilities(torch.from_numpy(observation), mask)
        noise = np.log(-np.log1p(-dice.random(mask.shape)))
        return np.asarray((logs.numpy() - noise).argmax(axis=1), np.int64)


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
        self.fixed = [agent for agent, share in fixed.values() if share > 0]
        self.fixed_shares = [share for _, share in fixed.values() if share > 0]
        self.past: list[PastSelf] = []
        self.past_share, self.past_kept = past_share, past_kept
        self.rng = np.random.default_rng(seed)
        # an opponent is its number: first the fixed ones, then places for past selves
        self.assigned = np.full((num_tables, num_seats), LEARNER, np.int64)
        self.deal_in(np.ones(num_tables, np.bool_), num_players)

    @property
    def any(self) -> bool:
        """Whether anyone but the learner may sit down."""
        return bool(self.fixed or self.past)

    def remember(self, policy: Any) -> None:
        """Keep a copy of the policy; when there is no room, in the place of a random one.

        A copy that takes a place takes over its running games as well: these few games
        change their opponent, which the learner never learns from, not the learner's seat.
        """
        if self.past_share <= 0:
            return
        if len(self.past) < self.past_kept:
            self.past.append(PastSelf(policy))
        else:
            self.past[int(self.rng.integers(self.past_kept))] = PastSelf(policy)

    def deal_in(self, begun: NDArray[np.bool_], num_players: NDArray[np.int64]) -> None:
        """Assign the seats of games that have just begun."""
        count = int(begun.sum())
        shares = np.array([*self.fixed_shares, *self._shares_of_past()])
        if count == 0 or shares.sum() == 0:
            self.assigned[begun] = LEARNER
            return
        who = self.rng.choice(len(shares) + 1, count, p=[*shares, 1.0 - min(shares.sum(), 1.0)])
        seats = np.where(who == len(shares), LEARNER, who)[:, None].repeat(
            self.assigned.shape[1], axis=1
        )
        own = self.rng.integers(num_players[begun])
        seats[np.arange(count), own] = LEARNER
        self.assigned[begun] = seats

    def _shares_of_past(self) -> list[float]:
        return [self.past_share / len(self.past)] * len(self.past) if self.past else []

    def agent(self, number: int) -> Any:
        """Return an opponent by its number."""
        fixed = len(self.fixed)
        return self.fixed[number] if number < fixed else self.past[number - fixed]

    def get_state(self) -> dict[str, Any]:
        """Return what a resumed run needs."""
        return {
            "rng": self.rng.bit_generator.state,
            "assigned": self.assigned.copy(),
            "past": [past.policy.state_dict() for past in self.past],
        }

    def set_state(self, state: dict[str, Any], policy: Any) -> None:
        """Go on from what ``get_state`` returned; ``policy`` has the shape of the past ones."""
        self.rng.bit_generator.state = state["rng"]
        self.assigned[:] = state["assigned"]
        self.past = []
        for weights in state["past"]:
            past = PastSelf(policy)
            past.policy.load_state_dict(weights)
            self.past.append(past)
