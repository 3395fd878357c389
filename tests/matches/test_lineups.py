"""Who plays what: lineups and deals."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs.matches.lineups import (
    alone_lineups,
    check_lineups,
    deal_seeds,
    duplicate_lineups,
    self_play_lineup,
)


def test_two_players_swap_seats():
    assert duplicate_lineups(4, 1, 2) == [(4, 1), (1, 4)]


def test_more_players_sit_alone_among_the_others_in_each_seat_once():
    assert alone_lineups(0, 1, 3) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert duplicate_lineups(0, 1, 3) == [
        *[(0, 1, 1), (1, 0, 1), (1, 1, 0)],
        *[(1, 0, 0), (0, 1, 0), (0, 0, 1)],
    ]


def test_one_agent_may_have_all_seats():
    assert self_play_lineup(2, 3) == (2, 2, 2)


@pytest.mark.parametrize("lineup", [(0,), (0, 1, 0), (0, 2), (-1, 0)], ids=str)
def test_a_lineup_seats_an_agent_in_each_seat(lineup):
    check_lineups([(1, 0)], num_players=2, num_agents=2)
    with pytest.raises(ValueError, match=r"agents 0 to 1 for each of the 2 seats, not \("):
        check_lineups([(1, 0), lineup], num_players=2, num_agents=2)


def test_fewer_deals_are_the_first_of_more_and_not_those_of_a_batch_with_that_seed():
    assert deal_seeds(7, 5).tolist() == deal_seeds(7, 9)[:5].tolist()
    assert len({*deal_seeds(7, 50).tolist(), *deal_seeds(8, 50).tolist()}) == 100
    in_training = np.random.SeedSequence(7).generate_state(5, np.uint64)
    assert not set(in_training.tolist()) & set(deal_seeds(7, 5).tolist())
