"""Agents at one table: whole games, and up to the turn of a seat that nobody has."""

from __future__ import annotations

from pathlib import Path

import pytest

import boardgame_envs
from boardgame_envs import make_table
from boardgame_envs.agents import RandomAgent, make_agent
from boardgame_envs.agents.agent import choose_at
from boardgame_envs.core.records import record_game
from boardgame_envs.matches.one_table import begin_game, play_game, play_on
from boardgame_envs.matches.rng import seed_of_agent
from tests.opponents import ByOneTable, Nth

SHIPPED = Path(boardgame_envs.__file__).parent / "agents" / "shipped" / "elements.onnx"


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


@pytest.mark.parametrize("name", ["random", "heuristic", str(SHIPPED)])
def test_an_agent_that_needs_a_row_alone_chooses_as_with_all_that_its_seat_knows(name):
    table = make_table("elements")
    quick, slow = make_agent(name, table.game), make_agent(name, table.game)
    for seed in range(5):
        table.reset(seed)
        begin_game({0: quick}, seed)
        begin_game({0: slow}, seed)
        while not table.over:
            action = choose_at(table, quick)
            assert action == slow.choose(table.information())
            table.step(action)


def test_an_agent_with_a_choice_of_its_own_is_asked_for_that_one():
    class Last(RandomAgent):
        def choose(self, information):
            return max(information.legal_actions)

    table, patched = make_table("elements"), RandomAgent()
    table.reset(1)
    patched.choose = lambda information: min(information.legal_actions)

    assert choose_at(table, Last()) == table.legal_actions()[-1]
    assert choose_at(table, patched) == table.legal_actions()[0]


def test_what_an_agent_does_with_its_row_does_nothing_to_the_table():
    class Vandal(RandomAgent):
        def choose_row(self, observation, mask):
            observation[:], mask[:] = 1.0, True
            return 0

    table = make_table("elements")
    table.reset(1)
    observation, mask = table.observation.copy(), table.mask.copy()

    choose_at(table, Vandal())

    assert (table.observation == observation).all()
    assert (table.mask == mask).all()
