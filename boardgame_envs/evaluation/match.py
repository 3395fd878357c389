"""One game between agents."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boardgame_envs.agents.agent import Agent
from boardgame_envs.core.table import Table


def play_game(table: Table, agents: Sequence[Agent], seed: int) -> None:
    """Play one game to its end, ``agents[seat]`` in each seat; the seed fixes it all."""
    if len(agents) != table.num_players:
        raise ValueError(f"{table.num_players} seats need as many agents, not {len(agents)}")
    table.reset(seed)
    for seat, agent in enumerate(agents):
        # every agent has dice of its own, which tell it nothing about those of the table
        own_seed = np.random.SeedSequence([seed, seat]).generate_state(1, np.uint64)[0]
        agent.begin_game(int(own_seed))
    while not table.over:
        table.step(agents[table.seat].choose(table.information()))
