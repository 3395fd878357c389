"""Agents that choose at random, all their turns in one call: the same games as one by one."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs.agents import Agent, RandomAgent, make_agent
from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.matches.one_table import begin_game, play_on
from boardgame_envs.matches.random_others import RandomOthers, choose_at_random
from tests.playing import published_games

each_published_game = pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)


def random_agents(table: Table, seat: int, seed: int) -> dict[int, Agent]:
    agents: dict[int, Agent] = {
        other: RandomAgent() for other in range(table.num_players) if other != seat
    }
    begin_game(agents, seed)
    return agents


def play_both(game: Game, seat: int, seed: int, decisions: int) -> tuple[Table, Table]:
    """Play a game twice, others one by one and all in one call; compare what the seat is shown."""
    one_by_one, together = Table(game), Table(game)
    agents, others = random_agents(one_by_one, seat, seed), RandomOthers(together)
    one_by_one.reset(seed)
    together.reset(seed)
    others.begin(seat, random_agents(together, seat, seed), seed)
    play_on(one_by_one, agents)
    others.play_on()
    rng = np.random.default_rng(seed)
    while one_by_one.seat != NOBODY and decisions > 0:
        decisions -= 1
        np.testing.assert_array_equal(one_by_one.observation, together.observation)
        np.testing.assert_array_equal(one_by_one.mask, together.mask)
        action = int(rng.choice(np.flatnonzero(one_by_one.mask)))
        one_by_one.step(action)
        play_on(one_by_one, agents)
        others.step(action)
        assert together.seat == one_by_one.seat
        assert together.returns == one_by_one.returns
    return one_by_one, together


@each_published_game
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_has_the_same_past_whether_others_choose_one_by_one_or_in_one_call(
    game: Game, seat: int
) -> None:
    one_by_one, together = play_both(game, seat, 11 + seat, 40)

    assert together.num_decisions > 3
    assert together.to_bytes() == one_by_one.to_bytes()
    past = [(moment.seat, moment.action, moment.state.tobytes()) for moment in together.history()]
    assert past == [(m.seat, m.action, m.state.tobytes()) for m in one_by_one.history()]


@each_published_game
def test_what_was_decided_in_one_call_is_taken_back_one_by_one(game: Game) -> None:
    one_by_one, together = play_both(game, 0, 5, 6)

    for _ in range(together.num_decisions):
        together.undo()
        one_by_one.undo()
        assert together.to_bytes() == one_by_one.to_bytes()


@each_published_game
def test_an_illegal_action_leaves_no_trace(game: Game) -> None:
    table = Table(game)
    others = RandomOthers(table)
    table.reset(3)
    others.begin(0, random_agents(table, 0, 3), 3)
    others.play_on()
    before = table.to_bytes()

    for action in (int(np.flatnonzero(~table.mask)[0]), -1, -2, game.num_actions, 10**30):
        with pytest.raises(IllegalActionError):
            others.step(action)

    assert table.to_bytes() == before


def test_only_agents_that_draw_for_themselves_are_played_for() -> None:
    shared = RandomAgent()

    assert choose_at_random({1: RandomAgent(), 2: RandomAgent()})
    assert not choose_at_random({1: shared, 2: shared})
    heuristic = make_agent("heuristic", load_game("elements"))
    assert not choose_at_random({1: RandomAgent(), 2: heuristic})
