"""Series of games: the same at one table after the other as at many at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from boardgame_envs.agents import ManyTablesAgent, RandomAgent
from boardgame_envs.agents.agent import BatchAgent
from boardgame_envs.core.game import IllegalActionError
from boardgame_envs.core.table import Table
from boardgame_envs.games.elements import GAME as ELEMENTS
from boardgame_envs.matches.lineups import Lineup, deal_seeds, duplicate_lineups
from boardgame_envs.matches.one_table import play_game
from boardgame_envs.matches.series import Series
from cart_game import GAME as CART
from tests.opponents import ByOneTable, FirstLegal, LastLegal


def play_series(
    table: Table,
    agents: Sequence[Any],
    lineups: Sequence[Lineup],
    seeds: Iterable[int],
    seed: int = 0,
    batch: int = 1024,
) -> Any:
    """Return what every seat of every lineup earned in every deal."""
    deals = np.array(list(seeds), np.uint64)
    returns = np.full((len(lineups), len(deals), table.num_players), np.nan)
    for result in Series(table, agents, lineups, deals, seed).play(batch):
        assert np.isnan(returns[result.lineup, result.deal]).all()
        returns[result.lineup, result.deal] = result.returns
    assert not np.isnan(returns).any()
    return returns


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        (ELEMENTS, 2, {"target_points": 3}),
        (ELEMENTS, 2, {"rounds": 2, "surrender": False, "reward": "points"}),
        (CART, 3, {}),
        (CART, 4, {"strong_cart": True}),
    ],
    ids=["elements", "elements, rounds", "cart", "strong cart"],
)
def test_games_in_a_batch_are_those_at_a_table(game, players, options):
    table, agents = Table(game, players, **options), [FirstLegal(), LastLegal()]
    lineups, seeds = duplicate_lineups(0, 1, players), [0, 1, 2**64 - 1, 77, 1000]

    results = play_series(table, agents, lineups, seeds, batch=7)

    for number, lineup in enumerate(lineups):
        for deal, seed in enumerate(seeds):
            play_game(table, [agents[agent] for agent in lineup], seed)
            assert results[number, deal].tolist() == table.returns


def test_agents_for_one_table_play_the_same_games_as_those_for_many():
    many: list[Any] = [FirstLegal(), LastLegal()]
    single = [many[0], ByOneTable(many[1])]
    lineups, seeds = duplicate_lineups(0, 1, 3), deal_seeds(1, 10)

    assert not isinstance(single[1], ManyTablesAgent)
    at_tables = play_series(Table(CART, 3), single, lineups, seeds)
    in_batches = play_series(Table(CART, 3), many, lineups, seeds)

    assert np.array_equal(at_tables, in_batches)


def test_random_agents_play_the_same_games_whatever_the_batch_and_whoever_plays_beside():
    table, agents, seeds = Table(ELEMENTS), [RandomAgent(), RandomAgent()], deal_seeds(3, 40)

    results = play_series(table, agents, [(0, 1), (1, 0)], seeds, seed=5)

    for batch in (1, 9, 64):
        again = play_series(table, agents, [(0, 1), (1, 0)], seeds, seed=5, batch=batch)
        assert np.array_equal(again, results)
    one_lineup = play_series(table, agents, [(1, 0)], seeds[:7], seed=5)
    assert np.array_equal(one_lineup[0], results[1, :7])
    other_numbers = play_series(table, agents, [(0, 1), (1, 0)], seeds, seed=6)
    assert not np.array_equal(other_numbers, results)


def test_an_agent_at_a_table_gets_other_numbers_for_every_lineup_and_deal_but_the_same_again():
    agents = [ByOneTable(RandomAgent()), ByOneTable(RandomAgent())]
    results = [
        play_series(Table(ELEMENTS), agents, [(0, 1), (1, 0)], [8, 9, 10], seed=2) for _ in range(2)
    ]

    drawn = agents[0].seeds[:6] + agents[1].seeds[:6]
    assert len(set(drawn)) == len(drawn) == 12
    assert agents[0].seeds[6:] == agents[0].seeds[:6]
    assert np.array_equal(results[0], results[1])


def test_agents_are_asked_once_for_every_decision_and_with_random_numbers_of_their_own():
    class Listener(BatchAgent):
        def __init__(self) -> None:
            super().__init__()
            self.draws: list[float] = []

        def choose_many(self, observation: Any, mask: Any, rng: Any) -> Any:
            self.draws += rng.random(len(mask)).tolist()
            return mask.argmax(axis=1)

    agents, table, decisions = [Listener(), Listener()], Table(ELEMENTS, target_points=2), 0

    play_series(table, agents, [(0, 1), (1, 0)], range(10))

    for seed in range(10):
        play_game(table, [FirstLegal(), FirstLegal()], seed)
        decisions += 2 * table.num_decisions
    draws = agents[0].draws + agents[1].draws
    assert len(draws) == decisions
    assert len(set(draws)) == len(draws)


def test_an_illegal_choice_is_refused_by_name():
    class Cheat(BatchAgent):
        def choose_many(self, observation: Any, mask: Any, rng: Any) -> Any:
            return np.full(len(mask), 99)

    with pytest.raises(IllegalActionError, match="may not do action 99"):
        play_series(Table(ELEMENTS), [Cheat()], [(0, 0)], [1])


def test_every_game_ends_once_though_tables_go_on():
    # some games are so short that a second one ends at their tables meanwhile
    agents, table = [FirstLegal(), LastLegal()], Table(ELEMENTS, target_points=2)
    series = Series(table, agents, [(0, 0), (1, 1)], np.arange(60, dtype=np.uint64), 0)

    ended = [(result.lineup, result.deal) for result in series.play()]

    assert sorted(ended) == [(lineup, deal) for lineup in range(2) for deal in range(60)]


def test_the_last_state_of_a_game_is_kept():
    table, lineups = Table(ELEMENTS), [(0, 1)]
    for agents in ([FirstLegal(), LastLegal()], [FirstLegal(), ByOneTable(LastLegal())]):
        [result] = Series(table, agents, lineups, np.array([7], np.uint64), 0).play()

        play_game(table, agents, 7)

        assert result.state.tobytes() == table.states.tobytes()
