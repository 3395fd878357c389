"""What agents that do not learn would do at some of the tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import Agent, InformedAgent, choose_at_many
from boardgame_envs.core.batch import Batch


def ask_agent(
    agent: Agent, batch: Batch, rows: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.int64]:
    """Return an action for each row: by one call, if the agent can decide for many at once."""
    if hasattr(agent, "choose_many") or isinstance(agent, InformedAgent):
        seen, mask = batch.observation[rows], batch.mask[rows]
        return choose_at_many(agent, batch.table, rows, seen, mask, rng)
    actions = np.zeros(len(rows), np.int64)
    for place, row in enumerate(rows.tolist()):
        agent.begin_game(int(rng.integers(2**63)))
        actions[place] = agent.choose(batch.table(row).information())
    return actions
