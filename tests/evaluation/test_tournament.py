from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs.agents import RandomAgent
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import win_shares
from boardgame_envs.evaluation.estimates import estimate, estimate_difference
from boardgame_envs.evaluation.tournament import play_tournament, round_robin, unique_labels
from boardgame_envs.games.elements import GAME as ELEMENTS
from boardgame_envs.matches.lineups import deal_seeds
from boardgame_envs.matches.one_table import play_game
from cart_game import GAME as CART
from tests.opponents import FirstLegal, LastLegal


def test_everybody_meets_everybody():
    assert round_robin(3, 2) == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    assert len(round_robin(4, 3)) == 6 * 2 * 3


def test_the_cross_table_of_elements():
    agents = [FirstLegal(), LastLegal(), LastLegal()]
    tournament = play_tournament(Table(ELEMENTS), agents, ["lay", "give up", "twin"], 12, seed=4)

    win_rates = {pair: match.win_rate.mean for pair, match in tournament.matchups.items()}

    assert win_rates == {
        (0, 1): 1,
        (1, 0): 0,
        (0, 2): 1,
        (2, 0): 0,
        (1, 2): 0.5,
        (2, 1): 0.5,
    }
    assert tournament.matchups[1, 0].mean_return.mean == -1
    assert {match.games for match in tournament.matchups.values()} == {24}
    assert (tournament.num_games, tournament.num_deals) == (72, 12)
    share, earned = tournament.overall(1)
    assert (share.mean, earned.mean) == (0.25, -0.5)


def test_winning_every_deal_of_a_few_does_not_make_it_sure():
    agents = [FirstLegal(), LastLegal()]
    tournament = play_tournament(Table(ELEMENTS), agents, ["lay", "give up"], 12, seed=4)

    best, worst = (tournament.matchups[pair].win_rate for pair in ((0, 1), (1, 0)))

    assert (best.mean, best.high, worst.mean, worst.low) == (1, 1, 0, 0)
    assert best.low == pytest.approx(0.757, abs=0.001)
    assert worst.high == pytest.approx(1 - best.low)
    assert tournament.difference(0, 1).low < 0.9
    assert tournament.overall(0)[0].low < 0.8


def test_one_among_two_others_is_counted_in_each_seat_of_each_deal():
    table, agents = Table(CART, 3), [FirstLegal(), LastLegal()]
    tournament = play_tournament(table, agents, ["light", "heavy"], 6, seed=9)

    shares = np.zeros((2, 6))
    for deal, seed in enumerate(deal_seeds(9, 6)):
        for agent in range(2):
            for seat in range(3):
                seated = [
                    agents[agent] if other == seat else agents[1 - agent] for other in range(3)
                ]
                play_game(table, seated, int(seed))
                shares[agent, deal] += win_shares(np.array(table.returns))[seat] / 3

    assert tournament.matchups[0, 1].shares == pytest.approx(shares[0])
    assert tournament.matchups[1, 0].shares == pytest.approx(shares[1])
    assert shares[0].sum() != pytest.approx(shares[1].sum())
    assert tournament.matchups[0, 1].games == 18
    assert tournament.num_games == 36
    assert tournament.equal_share == pytest.approx(1 / 3)
    difference = tournament.difference(0, 1)
    assert difference.mean == pytest.approx(estimate(shares[0] - shares[1]).mean)
    assert difference == estimate_difference(tournament.matchups[0, 1].shares - shares[1])


def test_a_seed_fixes_a_tournament():
    def play(seed: int, batch: int) -> list[float]:
        agents = [RandomAgent(), FirstLegal(), RandomAgent()]
        played = play_tournament(Table(CART, 4), agents, ["a", "b", "c"], 15, seed, batch)
        return [float(share) for match in played.matchups.values() for share in match.shares]

    assert play(1, 1000) == play(1, 13)
    assert play(1, 1000) != play(2, 1000)


def test_another_agent_changes_nothing_between_those_before_it():
    agents = [RandomAgent(), RandomAgent(), FirstLegal()]
    two = play_tournament(Table(ELEMENTS), agents[:2], ["a", "b"], 10)
    three = play_tournament(Table(ELEMENTS), agents, ["a", "b", "c"], 10)

    assert two.matchups[0, 1].shares.tolist() == three.matchups[0, 1].shares.tolist()


@pytest.mark.parametrize(
    ("labels", "deals", "complaint"),
    [
        (["a"], 5, "at least 2 agents"),
        (["a", "a"], 5, "a label of its own"),
        (["a", "b"], 1, "at least 2 deals, not 1"),
    ],
    ids=["alone", "same label", "one deal"],
)
def test_a_tournament_needs_two_agents_with_labels_and_two_deals(labels, deals, complaint):
    with pytest.raises(ValueError, match=complaint):
        play_tournament(Table(ELEMENTS), [RandomAgent() for _ in labels], labels, deals)


def test_labels_are_made_unique():
    names = ["random", "best", "random", "random (2)", "random"]

    assert unique_labels(names) == [
        *["random", "best", "random (2)", "random (2) (2)", "random (3)"]
    ]
