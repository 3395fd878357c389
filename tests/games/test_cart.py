"""Cart, rule by rule. The test names follow the numbers in the rule list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from boardgame_envs.core.seats import CHANCE, NOBODY
from boardgame_envs.core.table import Table
from cart_game import GAME as CART
from cart_game import rules
from cart_game.cards import DECK_SIZE, NUM_KINDS

A_1, A_2, A_3, A_4, A_5 = range(NUM_KINDS)  # a card is its kind


def position(
    hands: Sequence[Sequence[int]],
    cart: Sequence[int] = (),
    deck: Sequence[int] = (),
    seat: int = 0,
) -> Any:
    """Return a state with these cards on the table; everything else is empty."""
    state = np.zeros(1, rules.STATE)[0]
    state["num_players"] = len(hands)
    state["seat"] = seat
    for holder, hand in enumerate(hands):
        for card in hand:
            state["hands"][holder, card] += 1
    for pile, cards in (("cart", cart), ("deck", deck)):
        for card in cards:
            state[pile][card] += 1
    return state


def test_1_the_box_holds_twenty_sacks():
    assert DECK_SIZE == 20


def test_2_three_cards_are_dealt_to_each_and_seat_0_begins():
    table = Table(CART, num_players=4)
    table.reset(1)

    assert table.states["hands"][0].sum(axis=1).tolist() == [3, 3, 3, 3]
    assert table.seat == 0


def test_3_any_card_in_hand_may_be_loaded():
    state = position(hands=[[A_2, A_5], [A_1]])
    mask = np.zeros(NUM_KINDS, np.bool_)

    rules.mark_legal_actions(state, mask)

    assert mask.tolist() == [False, True, False, False, True]


def test_4_a_cart_that_carries_exactly_ten_drives_off_and_scores_a_point_per_card():
    state = position(hands=[[A_3], [A_1]], cart=[A_5, A_2])

    rules.apply_action(state, A_3)

    assert state["points"][0] == 3
    assert state["cart"].sum() == 0
    assert state["discard_pile"].tolist() == [0, 1, 1, 0, 1]


def test_5_an_overloaded_cart_breaks_down_and_costs_a_point_per_card():
    state = position(hands=[[A_4], [A_1]], cart=[A_5, A_2])

    rules.apply_action(state, A_4)

    assert state["points"][0] == -3
    assert state["cart"].sum() == 0


def test_6_after_loading_the_player_draws_a_card_by_chance():
    state = position(hands=[[A_2], [A_1]], deck=[A_5])

    rules.apply_action(state, A_2)
    assert state["seat"] == CHANCE
    rules.draw_chance(state)
    rules.carry_on(state)

    assert state["hands"][0].tolist() == [0, 0, 0, 0, 1]
    assert state["seat"] == 1


def test_6_a_seat_with_an_empty_hand_is_passed_over():
    state = position(hands=[[A_1], [], [A_1]])

    rules.apply_action(state, A_1)

    assert state["seat"] == 2


def test_7_the_game_ends_when_no_hand_has_a_card():
    state = position(hands=[[A_1], []])

    rules.apply_action(state, A_1)

    assert state["seat"] == NOBODY


@pytest.mark.parametrize(("points", "result"), [([4, 1], "P1 wins"), ([2, 2], "P1 and P2 win")])
def test_7_the_most_points_win(points, result):
    state = position(hands=[[], []])
    state["points"][:2] = points

    assert CART.notation.read_result(state) == result


def test_8_points_are_the_reward():
    state = position(hands=[[A_3], [A_1]], cart=[A_5, A_2])
    returns = np.zeros(4, np.float32)

    rules.apply_action(state, A_3)
    rules.write_returns(state, returns)

    assert returns.tolist() == [3, 0, 0, 0]


def test_v1_a_strong_cart_carries_twelve():
    state = position(hands=[[A_5], [A_1]], cart=[A_5, A_2])
    state["strong_cart"] = True

    rules.apply_action(state, A_5)

    assert state["points"][0] == 3


def test_v2_the_game_is_cut_short():
    table = Table(CART, max_turns=2)
    table.reset(1)

    for _ in range(2):
        table.step(table.legal_actions()[0])

    assert table.over
    assert table.truncated


def test_v3_who_is_dealt_a_heavy_hand_breaks_the_axle_before_the_first_turn():
    heavy, light = [3, 4, 5], [1, 2, 5]
    table = Table(CART, num_players=2, heavy_hand=12)

    table.reset(1, outcomes=[{"deal": {"hands": [light, heavy]}}])

    assert table.over
    assert not table.truncated
    assert table.num_decisions == 0
    assert table.returns == [0, -3]


def test_v3_a_hand_that_is_light_enough_is_played_with():
    table = Table(CART, num_players=2, heavy_hand=13)

    table.reset(1, outcomes=[{"deal": {"hands": [[1, 2, 5], [3, 4, 5]]}}])

    assert table.seat == 0
    assert table.returns == [0, 0]


def test_r1_the_discard_pile_is_seen():
    state = position(hands=[[A_4], [A_1], [A_1]], cart=[A_5, A_2])
    table = Table(CART)

    rules.apply_action(state, A_4)
    view = table.with_state(np.array([state])).view(1)

    assert view["discard_pile"] == [0, 1, 0, 1, 1]
