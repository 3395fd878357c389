"""Agents as policies: how likely they are to take each action, if that can be known."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic
from boardgame_envs.agents.random_agent import RandomAgent
from boardgame_envs.core.problems import OptionError
from boardgame_envs.search.belief import Policy


def policy_of(agent: Agent) -> Policy:
    """Return the probabilities by which an agent plays, or raise OptionError.

    An exported network has them, a heuristic takes one action for sure, and random play any.
    """
    probabilities: Policy | None = getattr(agent, "probabilities", None)
    if probabilities is not None:
        return probabilities
    if isinstance(agent, RandomAgent):
        return any_action
    if isinstance(agent, CompiledHeuristic):
        return DecidedPolicy(agent)
    raise OptionError(
        "nobody knows how likely this agent is to take each action: a policy is known of exported "
        f"networks, heuristics and random play, not of {type(agent).__name__}"
    )


def any_action(observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Take every legal action with the same probability."""
    odds: NDArray[np.float64] = mask / mask.sum(axis=1, keepdims=True)
    return odds


class DecidedPolicy:
    """A policy that takes one action for sure."""

    def __init__(self, agent: CompiledHeuristic) -> None:
        self.agent = agent
        self._unused: Any = np.random.default_rng(0)

    def __call__(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return 1 for the action that is taken in each row."""
        odds = np.zeros(mask.shape)
        chosen = self.agent.choose_many(observation, mask, self._unused)
        np.put_along_axis(odds, chosen[:, None], 1.0, axis=1)
        return odds
