"""Agents at one table: whole games, and up to the turn of a seat that nobody has."""

from __future__ import annotations

import pytest

from boardgame_envs import make_table
from boardgame_envs.agents import RandomAgent
from boardgame_envs.core.records import record_game
from boardgame_envs.matches.one_table import begin_game, play_game, play_on
from boardgame_envs.matches.rng import seed_of_agent
from tests.opponents import ByOneTable, Nth


def test_a_seed_fixes_a_whole_game_between_agents():
    table = make_table("elements")
    games = []
    for seed in (1, 1, 2):
        play_game(table, [RandomAgent(), RandomAgent()], seed)
        games.append(record_game(table))

    assert games[0] == games[1]
    assert games[0]["events"] != games[2]["events"]


def test_every_seat_needs_an_agent():
    with pytest.raises(ValueError, match="2 seats need as many agents, not 1"):
        play_game(make_table("elements"), [RandomAgent()], seed=0)


def test_agents_play_on_to_the_turn_of_a_seat_that_nobody_has():
    table, agents = make_table("noah", num_players=4), {0: Nth(), 1: Nth(), 3: Nth()}
    table.reset(1)
    for _ in range(3):
        play_on(table, agents)
        assert table.seat == 2
        table.step(table.legal_actions()[0])
    asked = sum(agent.decisions for agent in agents.values())
    seats = [moment.seat for moment in table.history() if moment.seat >= 0]
    assert (asked, seats.count(2)) == (len(seats) - 3, 3)


def test_agents_with_all_seats_play_to_the_end_and_every_action_is_reported():
    table, decisions = make_table("elements"), []
    table.reset(2)
    play_on(table, {0: Nth(), 1: Nth(last=True)}, lambda: decisions.append(table.num_decisions))

    assert table.over
    assert decisions == list(range(1, table.num_decisions + 1))


def test_every_agent_begins_a_game_with_the_seed_of_its_seat():
    agents = {1: ByOneTable(RandomAgent()), 3: ByOneTable(RandomAgent())}

    begin_game(agents, 5)

    assert [agent.seeds for agent in agents.values()] == [
        [seed_of_agent(5, 1)],
        [seed_of_agent(5, 3)],
    ]
