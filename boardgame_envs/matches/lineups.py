"""Who plays what: lineups say which agent sits in each seat, deals are seeds of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.numbers import check_seed
from boardgame_envs.matches.rng import DEALS

Lineup: TypeAlias = tuple[int, ...]  # for each seat the agent in it, as its place in a list


def deal_seeds(seed: int, number: int) -> NDArray[np.uint64]:
    """Return the seeds of this number of deals; fewer of them are the first ones of more."""
    sequence = np.random.SeedSequence(check_seed(seed), spawn_key=(DEALS,))
    return sequence.generate_state(number, np.uint64).astype(np.uint64)


def alone_lineups(agent: int, others: int, num_players: int) -> list[Lineup]:
    """Return the lineups in which an agent is the only one among others, in each seat once."""
    return [
        tuple(agent if seat == own_seat else others for seat in range(num_players))
        for own_seat in range(num_players)
    ]


def duplicate_lineups(first: int, second: int, num_players: int) -> list[Lineup]:
    """Return all lineups in which one of two agents is the only one among the other's.

    With two players that is each seat once: two games a deal, and not four.
    """
    both = alone_lineups(first, second, num_players) + alone_lineups(second, first, num_players)
    return list(dict.fromkeys(both))


def self_play_lineup(agent: int, num_players: int) -> Lineup:
    """Return the lineup in which one agent has all seats."""
    return (agent,) * num_players


def check_lineups(lineups: Sequence[Lineup], num_players: int, num_agents: int) -> None:
    """Refuse a lineup that does not seat an agent in each seat."""
    for lineup in lineups:
        if len(lineup) != num_players or not all(0 <= agent < num_agents for agent in lineup):
            raise ValueError(
                f"a lineup names one of the agents 0 to {num_agents - 1} for each of the "
                f"{num_players} seats, not {lineup!r}"
            )
