from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgame_envs.agents import ManyTablesAgent, RandomAgent
from boardgame_envs.agents.agent import OneOfMany
from boardgame_envs.core.game import IllegalActionError
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.dice import TableDice
from boardgame_envs.evaluation.duplicate import (
    NORMAL_95,
    alone_lineups,
    deal_seeds,
    duplicate_lineups,
    estimate,
    play_lineups,
    self_play_lineup,
    win_shares,
)
from boardgame_envs.evaluation.match import play_game
from boardgame_envs.games.cart import GAME as CART
from boardgame_envs.games.elements import GAME as ELEMENTS
from boardgame_envs.games.elements.rules import SURRENDER


class FirstLegal(OneOfMany):
    """Takes the first legal action."""

    def choose_many(self, observation: Any, mask: Any, dice: Any) -> Any:
        return mask.argmax(axis=1)


class LastLegal(OneOfMany):
    """Takes the last legal action: in Elements it surrenders at once."""

    def choose_many(self, observation: Any, mask: Any, dice: Any) -> Any:
        return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


class ByOneTable:
    """Decides as another agent does, but for one table only."""

    def __init__(self, agent: Any) -> None:
        self.agent = agent
        self.seeds: list[int] = []

    def begin_game(self, seed: int) -> None:
        self.seeds.append(seed)
        self.agent.begin_game(seed)

    def choose(self, information: InformationState) -> int:
        return int(self.agent.choose(information))


# --- lineups ---


def test_two_players_swap_seats():
    assert duplicate_lineups(4, 1, 2) == [(4, 1), (1, 4)]


def test_more_players_sit_alone_among_the_others_in_each_seat_once():
    assert alone_lineups(0, 1, 3) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert duplicate_lineups(0, 1, 3) == [
        *[(0, 1, 1), (1, 0, 1), (1, 1, 0)],
        *[(1, 0, 0), (0, 1, 0), (0, 0, 1)],
    ]


@pytest.mark.parametrize("lineup", [(0,), (0, 1, 0), (0, 2), (-1, 0)], ids=str)
def test_a_lineup_seats_an_agent_in_each_seat(lineup):
    with pytest.raises(ValueError, match=r"agents 0 to 1 for each of the 2 seats, not \("):
        play_lineups(Table(ELEMENTS), [FirstLegal(), LastLegal()], [lineup], [1])


# --- who has won ---


@pytest.mark.parametrize(
    ("returns", "shares"),
    [
        ([1, -1], [1, 0]),
        ([0, 0], [0.5, 0.5]),
        ([2, 7, -3], [0, 1, 0]),
        ([5, 1, 5], [0.5, 0, 0.5]),
        ([4, 4, 4, 4], [0.25, 0.25, 0.25, 0.25]),
        ([-2, -9, -2, -2], [1 / 3, 0, 1 / 3, 1 / 3]),
    ],
    ids=str,
)
def test_the_highest_return_wins_and_equal_ones_share(returns, shares):
    assert win_shares(np.array([returns], np.float64)).tolist() == [shares]


# --- playing ---


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

    results = play_lineups(table, agents, lineups, seeds, batch=7)

    for number, lineup in enumerate(lineups):
        for deal, seed in enumerate(seeds):
            play_game(table, [agents[agent] for agent in lineup], seed)
            assert results.returns[number, deal].tolist() == table.returns


def test_agents_for_one_table_play_the_same_games_as_those_for_many():
    many: list[Any] = [FirstLegal(), LastLegal()]
    single = [many[0], ByOneTable(many[1])]
    lineups, seeds = duplicate_lineups(0, 1, 3), deal_seeds(1, 10)

    assert not isinstance(single[1], ManyTablesAgent)
    at_tables = play_lineups(Table(CART, 3), single, lineups, seeds)
    in_batches = play_lineups(Table(CART, 3), many, lineups, seeds)

    assert np.array_equal(at_tables.returns, in_batches.returns)


def test_random_agents_play_the_same_games_whatever_the_batch_and_whoever_plays_beside():
    table, agents, seeds = Table(ELEMENTS), [RandomAgent(), RandomAgent()], deal_seeds(3, 40)

    results = play_lineups(table, agents, [(0, 1), (1, 0)], seeds, seed=5)

    for batch in (1, 9, 64):
        again = play_lineups(table, agents, [(0, 1), (1, 0)], seeds, seed=5, batch=batch)
        assert np.array_equal(again.returns, results.returns)
    one_lineup = play_lineups(table, agents, [(1, 0)], seeds[:7], seed=5)
    assert np.array_equal(one_lineup.returns[0], results.returns[1, :7])
    other_dice = play_lineups(table, agents, [(0, 1), (1, 0)], seeds, seed=6)
    assert not np.array_equal(other_dice.returns, results.returns)


def test_an_agent_at_a_table_gets_other_dice_for_every_lineup_and_deal_but_the_same_again():
    agents = [ByOneTable(RandomAgent()), ByOneTable(RandomAgent())]
    results = [
        play_lineups(Table(ELEMENTS), agents, [(0, 1), (1, 0)], [8, 9, 10], seed=2)
        for _ in range(2)
    ]

    drawn = agents[0].seeds[:6] + agents[1].seeds[:6]
    assert len(set(drawn)) == len(drawn) == 12
    assert agents[0].seeds[6:] == agents[0].seeds[:6]
    assert np.array_equal(results[0].returns, results[1].returns)


def test_every_game_is_told_as_it_ends():
    told = []

    def watch(results: Any, total: int) -> Any:
        for result in results:
            told.append((result.lineup, result.deal, total))
            yield result

    # some games are so short that a second one ends at their tables meanwhile
    agents, table = [FirstLegal(), LastLegal()], Table(ELEMENTS, target_points=2)
    play_lineups(table, agents, [(0, 0), (1, 1)], range(60), watch=watch)

    assert sorted(told) == [(lineup, deal, 120) for lineup in range(2) for deal in range(60)]


def test_agents_are_asked_once_for_every_decision_and_with_dice_of_their_own():
    class Listener(OneOfMany):
        def __init__(self) -> None:
            super().__init__()
            self.draws: list[float] = []

        def choose_many(self, observation: Any, mask: Any, dice: Any) -> Any:
            self.draws += dice.random(len(mask)).tolist()
            return mask.argmax(axis=1)

    agents, table, decisions = [Listener(), Listener()], Table(ELEMENTS, target_points=2), 0

    play_lineups(table, agents, [(0, 1), (1, 0)], range(10))

    for seed in range(10):
        play_game(table, [FirstLegal(), FirstLegal()], seed)
        decisions += 2 * table.num_decisions
    draws = agents[0].draws + agents[1].draws
    assert len(draws) == decisions
    assert len(set(draws)) == len(draws)


def test_an_illegal_choice_is_refused_by_name():
    class Cheat(OneOfMany):
        def choose_many(self, observation: Any, mask: Any, dice: Any) -> Any:
            return np.full(len(mask), 99)

    with pytest.raises(IllegalActionError, match="may not do action 99"):
        play_lineups(Table(ELEMENTS), [Cheat()], [(0, 0)], [1])


# --- what duplicate play is for ---


def test_who_surrenders_at_once_loses_every_match_in_either_seat():
    agents = [FirstLegal(), LastLegal()]
    results = play_lineups(Table(ELEMENTS), agents, duplicate_lineups(0, 1, 2), deal_seeds(0, 20))

    assert ELEMENTS.num_actions - 1 == SURRENDER
    assert results.per_deal(results.shares(), 0, results.lineups).tolist() == [1.0] * 20
    assert results.per_deal(results.returns, 1, results.lineups).tolist() == [-1.0] * 20


def test_between_two_that_surrender_the_deal_alone_decides_and_duplicates_cancel_it():
    agents = [LastLegal(), LastLegal()]
    results = play_lineups(Table(ELEMENTS), agents, [(0, 1), (1, 0)], deal_seeds(0, 20))
    shares = results.shares()

    # who starts gives the match away; chance says who does
    assert 0 < shares[0, :, 0].mean() < 1
    duplicate = estimate(results.per_deal(shares, 0, results.lineups))
    assert (duplicate.mean, duplicate.half_width) == (0.5, 0.0)


def test_one_among_its_like_wins_a_third_of_every_deal_for_three():
    agents = [FirstLegal(), FirstLegal()]
    lineups = alone_lineups(0, 1, 3)
    results = play_lineups(Table(CART, 3), agents, lineups, deal_seeds(2, 30))

    duplicate = estimate(results.per_deal(results.shares(), 0, lineups))

    assert estimate(results.shares()[0, :, 0]).half_width > 0.05
    assert duplicate.mean == pytest.approx(1 / 3)
    assert duplicate.half_width == pytest.approx(0, abs=1e-12)


def test_one_agent_in_all_seats_has_the_mean_over_the_seats():
    results = play_lineups(Table(CART, 3), [FirstLegal()], [self_play_lineup(0, 3)], [1, 2, 3])

    mean = results.per_deal(results.returns, 0, [(0, 0, 0)])

    assert mean.tolist() == pytest.approx(results.returns[0].mean(axis=1).tolist())
    with pytest.raises(ValueError, match="agent 5 sits in none of the lineups"):
        results.per_deal(results.returns, 5, [(0, 0, 0)])


# --- intervals and dice ---


def test_the_interval_is_that_of_the_normal_distribution():
    result = estimate(np.array([1.0, 0.0, 0.5, 0.5]))

    # the squared distances from 0.5 sum up to 0.5; over 3, and over 4 deals
    width = NORMAL_95 * (0.5 / 3 / 4) ** 0.5
    assert (result.mean, result.deals) == (0.5, 4)
    assert (result.low, result.high) == (pytest.approx(0.5 - width), pytest.approx(0.5 + width))


def test_one_deal_has_no_interval():
    with pytest.raises(ValueError, match="at least 2 deals, not 1"):
        estimate(np.array([1.0]))


def test_fewer_deals_are_the_first_of_more_and_not_those_of_a_batch_with_that_seed():
    assert deal_seeds(7, 5).tolist() == deal_seeds(7, 9)[:5].tolist()
    assert len({*deal_seeds(7, 50).tolist(), *deal_seeds(8, 50).tolist()}) == 100
    in_training = np.random.SeedSequence(7).generate_state(5, np.uint64)
    assert not set(in_training.tolist()) & set(deal_seeds(7, 5).tolist())


def test_the_dice_of_a_table_fall_as_if_it_were_the_only_one():
    words = np.array([11, 12, 13], np.uint64)
    together, alone = TableDice(words.copy()), TableDice(words[1:2].copy())

    both = together.at(np.array([0, 1])).random((2, 4)), together.at(np.array([1, 2])).random(2)
    own = alone.random((1, 4)), alone.random(1)

    assert both[0][1].tolist() == own[0][0].tolist()
    assert both[1][0] == own[1][0]
    assert own[1][0] not in own[0]


def test_dice_are_even():
    draws = TableDice(np.arange(100, dtype=np.uint64)).random((100, 1000))

    assert draws.min() >= 0
    assert draws.max() < 1
    counts = np.histogram(draws, bins=10, range=(0, 1))[0]
    # ten thousand in each tenth, with a standard deviation of 95
    assert abs(counts - 10_000).max() < 400
    assert abs(np.corrcoef(draws[:, 0], draws[:, 1])[0, 1]) < 0.4


def test_dice_that_are_not_drawn_in_rows_still_fall_by_the_seed():
    first, second = (TableDice(np.arange(3, dtype=np.uint64)) for _ in range(2))

    assert first.random() == second.random()
    assert first.random((7, 2)).tolist() == second.random((7, 2)).tolist()
    assert first.integers(1000, size=5).tolist() == second.integers(1000, size=5).tolist()
    assert first.random(3, dtype=np.float32).dtype == np.float32
