"""Agents play one table to its end, or to the turn of a seat that none of them has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from boardgame_envs.agents.agent import Agent, choose_at
from boardgame_envs.agents.random_agent import RandomAgent
from boardgame_envs.core.table import Table
from boardgame_envs.matches.referee import NO_ACTION, Referee
from boardgame_envs.matches.rng import seed_of_agent


def play_game(table: Table, agents: Sequence[Agent], seed: int) -> None:
    """Play one game to its end, ``agents[seat]`` in each seat; the seed fixes it all."""
    if len(agents) != table.num_players:
        raise ValueError(f"{table.num_players} seats need as many agents, not {len(agents)}")
    seated = dict(enumerate(agents))
    table.reset(seed)
    begin_game(seated, seed)
    play_on(table, seated)


def play_watched(table: Table, agents: Sequence[Agent], seed: int, referee: Referee) -> int | None:
    """Play one game as a referee sees it, agents counted by their seats.

    Returns the seat that has forfeited it; the game is not over then.
    """
    table.reset(seed)
    for seat, agent in enumerate(agents):
        referee.begin(seat, agent, seed_of_agent(seed, seat))
    return play_lineup(table, agents, range(table.num_players), referee)


def play_lineup(
    table: Table, agents: Sequence[Agent], lineup: Sequence[int], referee: Referee
) -> int | None:
    """Let ``agents[lineup[seat]]`` act until the game is over, or a seat forfeits it.

    Returns that seat, or None.
    """
    while not table.over:
        number = lineup[table.seat]
        action = referee.decide(number, agents[number], table)
        if action == NO_ACTION:
            return table.seat
        table.step(action)
    return None


def begin_game(agents: Mapping[int, Agent], seed: int) -> None:
    """Let the agent in each seat prepare for the game of a seed."""
    for seat, agent in agents.items():
        if type(agent) is RandomAgent:
            agent.begin_later(partial(seed_of_agent, seed, seat))
        else:
            agent.begin_game(seed_of_agent(seed, seat))


def play_on(
    table: Table, agents: Mapping[int, Agent], after_each: Callable[[], None] | None = None
) -> None:
    """Let ``agents[seat]`` act until a seat without an agent is to act, or the game is over.

    ``after_each`` is called after each action.
    """
    while table.seat in agents:
        table.step(choose_at(table, agents[table.seat]))
        if after_each is not None:
            after_each()
