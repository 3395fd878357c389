"""Tranquility: the Start, and the eight cards that the team discards."""

from __future__ import annotations

import pytest

from tests.games.tranquility_tables import (
    discarded,
    hand,
    hands,
    legal,
    pile,
    play,
    position,
    result,
    value,
)

FIRST, SECOND, THIRD = "11 12 13 14 start", "21 22 23 24 25", "31 32 33 34 35"
THREE = f"hands {FIRST} / {SECOND} / {THIRD}"


def test_12_who_holds_a_start_in_their_own_turn_must_play_it():
    table = position(f"tranquility 3 | {THREE} | grid a1=5")

    assert table.legal_names() == ["start"]
    play(table, "start")

    assert value(table, "is_start_played")
    assert hand(table, 0) == "11 12 13 14"


def test_12_once_a_start_lies_another_one_need_not_be_played():
    table = position(f"tranquility 3 | {THREE} | grid a1=5 | start lies")

    assert "start" not in table.legal_names()
    assert "discard 11" in table.legal_names()


def test_13_of_two_players_each_draws_two_extra_cards():
    table = position(
        "tranquility 2",
        "hands 11 12 13 14 start / 21 22 23 24 25",
        "piles 1 2 3 / 4 5 6",
    )

    play(table, "start")

    assert hands(table) == ["1 2 11 12 13 14", "4 5 21 22 23 24 25"]


def test_13_alone_one_draws_eight_extra_cards():
    table = position("tranquility 1 | hands 11 12 13 14 start | piles 1 2 3 4 5 6 7 8 9 10")

    play(table, "start")

    assert hand(table, 0) == "1 2 3 4 5 6 7 8 11 12 13 14"
    assert (table.phase, value(table, "owed")) == ("shed", 8)


def test_13_of_three_players_nobody_draws_extra_cards():
    table = position(f"tranquility 3 | {THREE} | piles 1 2 / 3 4 / 5 6")

    play(table, "start")

    assert [len(cards.split()) for cards in hands(table)] == [4, 5, 5]


def test_13_short_piles_give_what_there_is():
    table = position("tranquility 2 | hands 11 12 13 14 start / 21 22 23 24 25 | piles 1 /")

    play(table, "start")

    assert hands(table) == ["1 11 12 13 14", "21 22 23 24 25"]


def test_14_each_offers_clockwise_from_the_active_player_up_to_their_own_cards():
    table = position(f"tranquility 3 | hands {SECOND} / {FIRST} / 31 32 | turn P2")

    play(table, "start")
    assert (table.seat, table.phase) == (1, "offer")
    assert legal(table, "offer") == ["0", "1", "2", "3", "4"]
    play(table, "offer 4")
    assert table.seat == 2
    assert legal(table, "offer") == ["0", "1", "2"]
    play(table, "offer 0")

    assert table.seat == 0
    assert value(table, "offers")[:3] == [-1, 4, 0]


def test_14_an_offer_does_not_bind():
    table = position(f"tranquility 3 | {THREE}")

    play(table, "start", "offer 0", "offer 0", "offer 0", "pledge 4")

    assert value(table, "pledges")[:3] == [4, -1, -1]


def test_14_a_pledge_must_let_the_total_be_exactly_eight():
    table = position("tranquility 3 | hands 11 12 13 14 start / 21 22 23 24 25 / 31")

    play(table, "start", "offer 0", "offer 0", "offer 0")
    assert legal(table, "pledge") == ["2", "3", "4"]  # the others have six
    play(table, "pledge 3")

    assert legal(table, "pledge") == ["4", "5"]


def test_14_nobody_pledges_more_than_is_missing():
    table = position(
        "tranquility 3 talk_rounds=0",
        "hands 11 start / 21 22 23 24 25 / 31 32 33 34 35",
    )

    play(table, "start", "pledge 1", "pledge 5")

    assert value(table, "pledges")[:3] == [1, 5, 2]


def test_14_where_one_number_is_legal_it_is_pledged_without_a_decision():
    table = position("tranquility 3 talk_rounds=0 | hands 11 12 13 start / 21 22 23 / 31 32")

    play(table, "start")

    assert discarded(table, 0) == "11 12 13"
    assert discarded(table, 1) == "21 22 23"
    assert discarded(table, 2) == "31 32"


def test_14_alone_there_is_neither_talk_nor_pledge():
    table = position(
        "tranquility 1 talk_rounds=3",
        "hands 11 12 13 14 start",
        "piles 1 2 3 4 5 6 7 8",
    )

    play(table, "start")

    assert table.phase == "shed"


def test_15_each_discards_what_they_pledged_in_the_same_order_and_then_all_refill():
    table = position(
        "tranquility 3",
        f"hands {THIRD} / {FIRST} / {SECOND}",
        "piles 1 2 3 / 4 5 / 6",
        "turn P2",
    )

    play(table, "start", "offer 0", "offer 0", "offer 0", "pledge 3", "pledge 4")
    assert (table.seat, table.phase) == (1, "shed")
    play(table, "discard 11", "discard 12", "discard 14")
    assert hand(table, 1) == "13"
    play(table, "discard 21", "discard 22", "discard 23", "discard 25")
    assert table.seat == 0
    play(table, "discard 35")

    assert hands(table) == ["1 31 32 33 34", "4 5 13", "6 24"]
    assert table.seat == 2
    assert [value(table, name)[:3] for name in ("offers", "pledges")] == [[-1] * 3] * 2


def test_15_who_pledged_nothing_discards_nothing():
    table = position(f"tranquility 3 talk_rounds=0 | {THREE}")

    play(table, "start", "pledge 0", "pledge 5")

    assert hand(table, 0) == "11 12 13 14"
    assert discarded(table, 1) == "21 22 23 24 25"


def test_15_starts_in_other_hands_may_be_among_the_eight():
    table = position("tranquility 3 talk_rounds=0 | hands 11 start / 21 22 23 24 start / 31 32")

    play(table, "start")

    assert discarded(table, 1) == "21 22 23 24 start"


def test_v3_there_may_be_more_rounds_of_offers():
    table = position(f"tranquility 3 talk_rounds=2 | {THREE}")

    play(table, "start", "offer 1", "offer 2", "offer 3", "offer 4", "offer 5")
    assert value(table, "offers")[:3] == [4, 5, 3]
    play(table, "offer 0")

    assert table.phase == "pledge"


def test_v3_or_none():
    table = position(f"tranquility 3 talk_rounds=0 | {THREE}")

    play(table, "start")

    assert table.phase == "pledge"


def test_r3_a_team_with_fewer_than_eight_cards_loses_on_the_spot():
    table = position("tranquility 3 | hands 11 12 start / 21 22 23 / 31 32")

    play(table, "start")

    assert result(table) == "loss"


def test_r3_eight_cards_are_enough():
    table = position("tranquility 3 | hands 11 12 start / 21 22 23 / 31 32 33")

    play(table, "start")

    assert result(table) == ""


def test_r3_extra_cards_count():
    table = position("tranquility 2 talk_rounds=0 | hands 11 12 13 start / 21 | piles 1 2 / 3 4")

    play(table, "start")

    assert [discarded(table, seat) for seat in (0, 1)] == ["1 2 11 12 13", "3 4 21"]


@pytest.mark.parametrize(("own", "outcome"), [("monster monster", "loss"), ("12 13", "")])
def test_r3_monsters_do_not_count(own, outcome):
    table = position(
        "tranquility 3 expansions=monsters talk_rounds=0",
        f"hands 11 {own} start / 21 22 23 / 31 32",
        "piles / 1 2 / 3",
    )

    play(table, "start")

    assert result(table) == outcome


def test_r3_cards_that_can_be_discarded_unseen_count():
    for cards_left, outcome in (("1", "loss"), ("1 2 3", "")):
        table = position(
            "tranquility 3 expansions=storms",
            "hands 11 12 start / 21 22 23 / 31",
            f"piles / {cards_left} / 8 9",
            "yellows 0 / 1 / 0",
        )

        play(table, "start")

        assert result(table) == outcome


def test_15_the_pile_is_left_alone_until_the_eight_are_gone():
    table = position(f"tranquility 3 talk_rounds=0 | {THREE} | piles 1 2 / 3 / 4")

    play(table, "start", "pledge 2", "pledge 3", "discard 11")

    assert pile(table, 0) == "1 2"
