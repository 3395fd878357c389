"""One game between agents."""

from __future__ import annotations

from collections.abc import Sequence

from boardgame_envs.agents.agent import Agent, seed_of_agent
from boardgame_envs.core.table import Table


def play_game(table: Table, agents: Sequence[Agent], seed: int) -> None:
    """Play one game to its end, ``agents[seat]`` in each seat; the seed fixes it all."""
    if len(agents) != table.num_players:
        raise ValueError(f"{table.num_players} seats need as many agents, not {len(agents)}")
    table.reset(seed)
    for seat, agent in enumerate(agents):
        agent.begin_game(seed_of_agent(seed, seat))
    while not table.over:
        table.step(agents[table.seat].choose(table.information()))
