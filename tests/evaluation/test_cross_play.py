"""Teams: who wins is read from the game, and every team plays the same deals."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from boardgame_envs.agents import RandomAgent
from boardgame_envs.core.game import TEAM_LOSES, TEAM_WINS
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.cross_play import list_pairs, play_cross_play, team_lineups
from boardgame_envs.evaluation.duplicate import (
    NORMAL_95,
    alone_lineups,
    deal_seeds,
    duplicate_lineups,
    estimate_rate,
    play_lineups,
)
from boardgame_envs.evaluation.match import play_game
from boardgame_envs.evaluation.tournament import play_tournament
from boardgame_envs.games.cart import GAME as CART
from boardgame_envs.games.tranquility import GAME as TRANQUILITY
from tests.evaluation.test_duplicate import ByOneTable, FirstLegal, LastLegal
from tests.evaluation.tranquil_agents import Discarder, Placer

ARCH = {"mode": "high_arch"}


# --- who has won ---


def cart_for_teams(enough: int) -> Any:
    """Return a Cart in which all win together if all their points are enough."""

    def read_scores(state: Any) -> list[int]:
        return [sum(CART.notation.read_scores(state))]

    def read_result(state: Any) -> str:
        return TEAM_WINS if read_scores(state)[0] >= enough else TEAM_LOSES

    notation: Any = SimpleNamespace(read_scores=read_scores, read_result=read_result)
    return dataclasses.replace(CART, notation=notation, is_cooperative=lambda options: True)


def test_a_team_that_earned_something_has_not_won_unless_the_game_says_so():
    seeds, lineups = deal_seeds(1, 40), [(0, 0, 0)]
    alone = play_lineups(Table(CART, 3), [FirstLegal()], lineups, seeds)
    results = play_lineups(Table(cart_for_teams(5), 3), [FirstLegal()], lineups, seeds)

    totals = alone.returns[0].sum(axis=1)
    assert np.array_equal(results.returns, alone.returns)
    assert ((totals > 0) & (totals < 5)).any()
    assert results.of_teams(lineups).scores.tolist() == totals.tolist()
    assert results.of_teams(lineups).wins.tolist() == (totals >= 5).tolist()
    assert 0 < results.of_teams(lineups).wins.mean() < 1


def test_all_seats_of_a_team_have_the_same_share_in_the_win():
    results = play_lineups(Table(TRANQUILITY, 2, **ARCH), [Placer()], [(0, 0)], deal_seeds(0, 30))
    shares = results.shares()

    assert shares.shape == (1, 30, 2)
    assert np.array_equal(shares[..., 0], shares[..., 1])
    assert set(shares.ravel().tolist()) == {0.0, 1.0}


def test_a_reward_for_progress_changes_returns_but_not_who_has_won():
    agents, seeds = [Placer(), RandomAgent()], deal_seeds(2, 30)
    lineups = [(0, 0), *alone_lineups(0, 1, 2)]
    plain, progress = (
        play_lineups(Table(TRANQUILITY, 2, **ARCH, reward=reward), agents, lineups, seeds)
        for reward in ("outcome", "progress")
    )

    # Placer sees which reward there is but does not look at it
    wins = plain.of_teams([(0, 0)]).wins
    assert 0 < wins.mean() < 1
    assert plain.returns[0, :, 0].tolist() == (2 * wins - 1).tolist()
    assert not np.array_equal(plain.returns, progress.returns)
    for lineup in lineups:
        ours, theirs = plain.of_teams([lineup]), progress.of_teams([lineup])
        assert ours.wins.tolist() == theirs.wins.tolist()
        assert ours.scores.tolist() == theirs.scores.tolist()


def test_outcomes_in_a_batch_are_those_at_a_table():
    table, seeds = Table(TRANQUILITY, 3, **ARCH), deal_seeds(3, 12)
    many = [Placer(), Discarder()]
    lineups = [(0, 0, 0), (0, 1, 0)]

    in_batch = play_lineups(table, many, lineups, seeds, batch=5)
    at_table = play_lineups(table, [ByOneTable(many[0]), many[1]], lineups, seeds)

    for lineup in lineups:
        for deal, seed in enumerate(seeds):
            play_game(table, [many[agent] for agent in lineup], int(seed))
            state, notation = table.states[0], TRANQUILITY.notation
            for results in (in_batch, at_table):
                team = results.of_teams([lineup])
                assert [team.scores[deal]] == notation.read_scores(state)
                assert team.wins[deal] == (notation.read_result(state) == "win")


def test_there_are_no_teams_where_each_plays_for_itself():
    results = play_lineups(Table(CART, 3), [FirstLegal()], [(0, 0, 0)], [1, 2])

    with pytest.raises(ValueError, match="all win or lose together"):
        results.of_teams([(0, 0, 0)])


# --- cross-play ---


def test_each_agent_is_a_team_and_sits_in_each_seat_among_each_other_once():
    assert list_pairs(2, 3) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list_pairs(3, 1) == [(0, 0), (1, 1), (2, 2)]
    assert team_lineups(1, 1, 3) == [(1, 1, 1)]
    assert team_lineups(1, 0, 3) == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]


def test_the_figures_of_a_mixed_team_are_those_of_its_games():
    agents, table = [FirstLegal(), LastLegal()], Table(cart_for_teams(4), 3)
    played = play_cross_play(table, agents, ["light", "heavy"], 25, seed=6)

    alone = Table(CART, 3)
    for (agent, among), team in played.teams.items():
        totals = np.zeros((25, 1 if agent == among else 3))
        for deal, seed in enumerate(deal_seeds(6, 25)):
            for number in range(totals.shape[1]):
                seated = [agents[agent if seat == number else among] for seat in range(3)]
                play_game(alone, seated, int(seed))
                totals[deal, number] = sum(alone.returns)
        assert team.scores == pytest.approx(totals.mean(axis=1))
        assert team.wins == pytest.approx((totals >= 4).mean(axis=1))
        assert team.games == totals.size
    # (light, light), (heavy, heavy), and three seats for each way round
    assert played.num_games == (1 + 1 + 3 + 3) * 25
    assert played.is_mixed


def test_with_two_players_both_ways_round_are_the_same_games():
    agents = [Placer(), RandomAgent()]
    played = play_cross_play(Table(TRANQUILITY, 2, **ARCH), agents, ["placer", "random"], 20)

    assert played.teams[0, 1].scores.tolist() == played.teams[1, 0].scores.tolist()
    assert played.num_games == len(duplicate_lineups(0, 1, 2)) * 20 + 2 * 20


def test_who_places_with_care_wins_with_its_like_and_not_with_one_who_only_discards():
    agents = [Discarder(), Placer()]
    table = Table(TRANQUILITY, 2, **ARCH)
    played = play_cross_play(table, agents, ["discarder", "placer"], 60, seed=1)

    assert played.best_first() == [1, 0]
    # about 89 of 100 over many deals
    assert played.own_team(1).win_rate.low > 0.6
    assert played.own_team(0).win_rate.mean == 0
    assert played.own_team(0).score.mean < 1
    assert played.teams[1, 0].win_rate.high < 0.2
    better, fuller = played.difference(1, 0)
    assert better.low > 0.6
    assert fuller.mean == pytest.approx(played.own_team(1).score.mean, abs=1)


def test_alone_there_are_only_the_agents_themselves():
    table = Table(TRANQUILITY, 1)
    played = play_cross_play(table, [RandomAgent(), Discarder()], ["random", "discarder"], 30)

    assert set(played.teams) == {(0, 0), (1, 1)}
    assert not played.is_mixed
    assert played.num_games == 60
    # scores break the tie of two that never win
    assert played.best_first() == [0, 1]


def test_a_seed_fixes_all_teams_whatever_the_batch():
    def play(seed: int, batch: int) -> list[float]:
        agents = [RandomAgent(), Placer()]
        table = Table(TRANQUILITY, 3, **ARCH)
        played = play_cross_play(table, agents, ["a", "b"], 8, seed, batch)
        return [float(score) for team in played.teams.values() for score in team.scores]

    assert play(1, 1000) == play(1, 7)
    assert play(1, 1000) != play(2, 1000)


def test_teams_and_tournaments_are_not_mixed_up():
    with pytest.raises(ValueError, match="cart is not cooperative with these options"):
        play_cross_play(Table(CART, 3), [FirstLegal()], ["a"], 2)
    with pytest.raises(ValueError, match="tranquility with these options all win or lose together"):
        play_tournament(Table(TRANQUILITY, 2), [Placer(), Placer()], ["a", "b"], 2)
    with pytest.raises(ValueError, match="at least 1 agent, each with a label"):
        play_cross_play(Table(TRANQUILITY, 2), [], [], 2)


# --- intervals of win rates ---


def test_the_interval_of_a_win_rate_is_wilsons():
    result = estimate_rate(np.array([1.0] * 3 + [0.0] * 7))

    squared = NORMAL_95**2
    # the ends are the rates p for which (p - 0.3)^2 = z^2 p (1 - p) / 10
    for end in (result.low, result.high):
        assert (end - 0.3) ** 2 == pytest.approx(squared * end * (1 - end) / 10)
    assert result.low < result.mean < result.high


@pytest.mark.parametrize("outcome", [0.0, 1.0])
def test_no_win_and_no_loss_leave_room_for_one(outcome):
    result = estimate_rate(np.full(100, outcome), games_a_deal=3)

    assert result.mean == outcome
    assert 0 <= result.low <= result.high <= 1
    assert result.high - result.low == pytest.approx(NORMAL_95**2 / (100 + NORMAL_95**2))


def test_games_of_a_deal_count_for_more_the_less_alike_they_are():
    rng = np.random.default_rng(1)
    alike = np.repeat(rng.random((400, 1)) < 0.4, 3, axis=1).mean(axis=1)
    apart = (rng.random((400, 3)) < 0.4).mean(axis=1)

    widths = [estimate_rate(samples, 3).half_width for samples in (alike, apart)]

    assert widths[0] == pytest.approx(NORMAL_95 * (0.24 / 400) ** 0.5, rel=0.05)
    assert widths[1] == pytest.approx(NORMAL_95 * (0.24 / 1200) ** 0.5, rel=0.1)
    assert estimate_rate(np.full(50, 0.5), 2).half_width == pytest.approx(
        estimate_rate(np.array([0.0, 1.0] * 50)).half_width, rel=0.01
    )


def test_the_truth_is_in_nineteen_intervals_of_twenty():
    rng = np.random.default_rng(2)
    intervals = [estimate_rate((rng.random(60) < 0.1).astype(np.float64)) for _ in range(1000)]

    assert 0.92 < np.mean([i.low <= 0.1 <= i.high for i in intervals]) < 0.98
