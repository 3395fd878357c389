"""Tranquility with storms and compasses, as the Ukrainian edition has them."""

from __future__ import annotations

import pytest

from tests.games.tranquility_tables import (
    along_the_line,
    dealt,
    discarded,
    hand,
    hands,
    legal,
    pile,
    play,
    position,
    result,
    value,
    verbs,
)

# --- storms are drawn ---


def test_25_a_storm_is_resolved_when_it_is_drawn_and_another_card_is_drawn_for_it():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 1 2",
        "piles orange 7 8 9 /",
    )

    play(table, "play 10 c3")

    assert hand(table, 0) == "7 8 9 20 30"
    assert value(table, "oranges")[:2] == [1, 0]


def test_25_in_the_opening_too_player_by_player_before_the_starts_are_shuffled_in():
    tops = ["1 2 3 4 5", "purple 6 7 8 9 10", "purple 11 12 13 14 15"]
    table = dealt(tops, first=1, starts=[0, 0, 0], expansions=["storms"])

    assert (table.seat, table.phase) == (1, "storm")
    assert hands(table) == ["", "", ""]
    play(table, "storm 2")
    assert (table.seat, hand(table, 1)) == (2, "6 7 8 9 10")
    play(table, "storm 4")

    assert hands(table) == ["1 2 3 4 5", "6 7 8 9 10", "11 12 13 14 15"]
    assert pile(table, 1).startswith("start ")
    assert value(table, "purples") == [0, 1, 0, 1, 0, 0]


def test_26_a_yellow_storm_makes_its_drawer_discard_down_to_three():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 40 50 / 1 2",
        "piles yellow 8 /",
    )

    play(table, "play 10 c3")
    assert (table.phase, value(table, "owed")) == ("hold", 1)
    play(table, "discard 30")

    assert hand(table, 0) == "20 40 50"
    assert pile(table, 0) == "8"


def test_26_three_is_the_limit_of_the_hand_while_it_lies():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 1 2",
        "piles 7 8 9 /",
        "yellows 2 / 0",
    )

    play(table, "discard 10", "discard 20")

    assert hand(table, 0) == "7 8 30"


def test_28_purple_closes_a_row_with_an_empty_cell_that_its_drawer_chooses():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 30 40 50 / 60 61",
        f"grid {along_the_line(range(1, 7))}",
        "piles purple 7 /",
        "purples 3=1",
    )

    play(table, "play 30 d5")
    assert legal(table, "storm") == ["2", "3", "4", "5", "6"]  # row 3 is closed already
    play(table, "storm 6")

    assert value(table, "purples") == [0, 0, 1, 0, 0, 1]
    assert {p[-1] for p in legal(table, "play")} == {"5"}


def test_28_without_such_a_row_it_is_removed():
    field = along_the_line([*range(1, 35), 36])
    table = position(
        "tranquility 2 expansions=storms",
        "hands 37 40 50 / 60 61",
        f"grid {field}",
        "piles purple 62 /",
        "start lies",
    )

    play(table, "play 37 f6", "discard 40")

    assert value(table, "purples") == [0] * 6
    assert table.seat == 1


def test_29_with_an_orange_storm_cards_are_placed_only_beside_an_occupied_cell():
    table = position(
        "tranquility 1 expansions=storms",
        "hands 8 12 40 41 42",
        "grid c3=10",
        "oranges 1",
    )

    assert legal(table, "play") == ["12 d3", "8 b3"]
    assert legal(table, "discard") == ["12", "40", "41", "8"]


def test_29_it_lies_before_its_drawer_only():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 8 12 40 41 42 / 1 2",
        "grid c3=10",
        "oranges 0 / 1",
    )

    assert len(legal(table, "play")) > 20


# --- yellow storms and the Start ---


def test_27_who_has_a_yellow_storm_may_discard_two_cards_of_the_pile_unseen():
    table = position(
        "tranquility 3 expansions=storms",
        "hands 11 12 13 14 start / 21 22 23 / 31 32 33 34 35",
        "piles 1 2 3 / 4 5 6 / 7 8 9",
        "yellows 0 / 1 / 0",
    )

    play(table, "start")
    assert (table.seat, table.legal_names()) == (1, ["blind", "no blind"])
    play(table, "blind")

    assert pile(table, 1) == "6"
    assert value(table, "discard_sizes")[:3] == [0, 2, 0]
    assert discarded(table, 1) == ""  # nobody has seen them
    play(table, "offer 0", "offer 0", "offer 0", "pledge 4")
    assert legal(table, "pledge") == ["0", "1", "2"]


def test_27_not_to_do_so_leaves_all_eight_to_the_hands():
    table = position(
        "tranquility 3 expansions=storms",
        "hands 11 12 13 14 start / 21 22 23 / 31 32 33 34 35",
        "piles 1 2 3 / 4 5 6 / 7 8 9",
        "yellows 0 / 1 / 0",
    )

    play(table, "start", "no blind", "offer 0", "offer 0", "offer 0", "pledge 4")

    assert legal(table, "pledge") == ["0", "1", "2", "3"]
    assert pile(table, 1) == "4 5 6"


def test_27_not_to_do_so_is_legal_only_if_eight_can_still_be_reached():
    for last, answers in (("31", ["blind"]), ("31 32", ["blind", "no blind"])):
        table = position(
            "tranquility 3 expansions=storms",
            f"hands 11 12 13 start / 21 22 23 / {last}",
            "piles / 4 5 6 /",
            "yellows 0 / 1 / 0",
        )

        play(table, "start")

        assert table.legal_names() == answers


def test_27_the_later_holders_cards_are_counted():
    table = position(
        "tranquility 3 expansions=storms talk_rounds=0",
        "hands 11 start / 21 22 23 / 31 32",
        "piles 6 7 / 1 2 / 4 5",
        "yellows 0 / 1 / 1",
    )

    play(table, "start")
    assert table.legal_names() == ["blind", "no blind"]
    play(table, "no blind")

    assert (table.seat, table.legal_names()) == (2, ["blind"])


@pytest.mark.parametrize(("cards", "phase"), [("4", "offer"), ("4 5", "blind")])
def test_27_it_takes_two_cards_in_the_pile(cards, phase):
    table = position(
        "tranquility 3 expansions=storms",
        "hands 11 12 13 start / 21 22 23 / 31 32 33",
        f"piles / {cards} /",
        "yellows 0 / 2 / 0",
    )

    play(table, "start")

    assert table.phase == phase


def test_27_extra_cards_ignore_the_limit_and_before_the_refill_one_discards_down_to_it():
    table = position(
        "tranquility 2 expansions=storms talk_rounds=0",
        "hands 11 12 start / 21 22 23 24 25",
        "piles 1 2 3 4 5 / 6 7 8 9",
        "yellows 1 / 0",
    )

    play(table, "start", "blind")
    assert hands(table) == ["1 2 11 12", "6 7 21 22 23 24 25"]
    play(table, "pledge 0", *(f"discard {n}" for n in (6, 7, 21, 22, 23, 24)))
    assert (table.seat, table.phase, value(table, "owed")) == (0, "hold", 1)
    play(table, "discard 12")

    assert hands(table) == ["1 2 11", "8 9 25"]
    assert table.seat == 1


def test_27_a_storm_among_the_extra_cards_is_none_of_them_and_gives_its_right_at_once():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 11 12 13 14 start / 21 22 23 24 25",
        "piles 1 2 3 / 6 yellow 7 8 9",
    )

    play(table, "start", "accept")

    assert hand(table, 1) == "6 7 21 22 23 24 25"
    assert (table.seat, table.phase) == (1, "blind")


def test_27_storms_discarded_unseen_have_no_effect():
    table = position(
        "tranquility 3 expansions=storms",
        "hands 11 12 13 14 start / 21 22 23 / 31 32 33",
        "piles / orange purple 1 /",
        "yellows 0 / 1 / 0",
    )

    play(table, "start", "blind")

    assert value(table, "oranges")[:3] == [0, 0, 0]
    assert value(table, "purples") == [0] * 6


# --- compasses ---


def test_30_the_drawer_may_cancel_a_storm_with_a_compass():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 1 2",
        "piles orange 7 /",
        "compasses 2",
    )

    play(table, "play 10 c3")
    assert (table.seat, table.legal_names()) == (0, ["accept", "cancel"])
    play(table, "cancel")

    assert value(table, "oranges")[:2] == [0, 0]
    assert value(table, "team_compasses") == 1
    assert hand(table, 0) == "7 20 30"


def test_30_or_accept_it():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 1 2",
        "piles orange 7 /",
        "compasses 2",
    )

    play(table, "play 10 c3", "accept")

    assert value(table, "oranges")[:2] == [1, 0]
    assert value(table, "team_compasses") == 2


def test_30_before_the_action_any_storms_may_be_lifted():
    table = position(
        "tranquility 3 expansions=storms",
        "hands 10 20 / 1 2 / 3 4",
        "purples 3=1",
        "yellows 1 / 0 / 1",
        "oranges 0 / 1 / 0",
        "compasses 2",
        "turn P2",
    )

    assert legal(table, "lift") == ["orange P2", "purple 3", "yellow P1", "yellow P3"]
    play(table, "lift yellow P1", "lift purple 3")

    assert value(table, "yellows")[:3] == [0, 0, 1]
    assert value(table, "purples") == [0] * 6
    assert table.seat == 1
    assert legal(table, "lift") == []


def test_30_of_several_yellow_storms_each_must_be_lifted():
    table = position("tranquility 1 expansions=storms | hands 10 20 | yellows 2 | compasses 1")

    play(table, "lift yellow P1")

    assert value(table, "yellows")[0] == 1


def test_30_before_a_forced_start_too():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 start / 1 2",
        "yellows 1 / 0",
        "compasses 1",
    )

    assert table.legal_names() == ["lift yellow P1", "start"]
    play(table, "lift yellow P1")

    assert table.legal_names() == ["start"]


def test_17_while_a_storm_can_be_lifted_the_team_has_not_lost():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 12 / 1 2",
        "grid a1=10",
        "oranges 1 / 0",
        "compasses 1",
    )

    assert table.legal_names() == ["lift orange P1"]
    play(table, "lift orange P1")

    assert verbs(table) == {"play"}


def test_17_after_the_last_compass_it_may_have():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 5 / 1 2",
        "grid a1=10",
        "yellows 0 / 1",
        "compasses 1",
    )

    play(table, "lift yellow P2")

    assert result(table) == "loss"


def test_31_the_start_brings_a_compass_before_the_extra_cards():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 11 12 13 14 start / 21 22 23 24 25",
        "piles orange 1 2 / 6 7",
    )

    play(table, "start")

    assert table.legal_names() == ["accept", "cancel"]
    assert (value(table, "team_compasses"), value(table, "supply")) == (1, 5)


def test_31_so_does_a_row_of_six_consecutive_numbers():
    table = position(
        "tranquility 1 expansions=storms",
        "hands 14 40 41 42",
        f"grid {along_the_line(range(12, 18), but='c1')}",
    )

    play(table, "play 14 c1")
    assert value(table, "team_compasses") == 0  # the payment comes first
    play(table, "discard 41")

    assert (value(table, "team_compasses"), value(table, "supply")) == (1, 5)


def test_31_while_there_are_any():
    table = position(
        "tranquility 1 expansions=storms",
        "hands 14 40 41",
        f"grid {along_the_line(range(12, 18), but='c1')}",
        "supply 0",
    )

    play(table, "play 14 c1", "discard 41")

    assert value(table, "team_compasses") == 0


@pytest.mark.parametrize("edition", ["uk", "ru"])
def test_r4_ascending_numbers_are_not_enough(edition):
    field = along_the_line([12, 13, 14, 15, 16, 18], but="c1")
    table = position(
        f"tranquility 2 edition={edition} expansions=storms",
        "hands 14 40 41 / 1 2",
        f"grid {field}",
    )

    play(table, "play 14 c1", "discard 41")

    assert value(table, "supply") == 6


def test_32_the_whole_hand_is_discarded_for_a_compass():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 finish / 1 2",
        "piles 5 6 7 /",
    )

    play(table, "trade")

    assert discarded(table, 0) == "10 20 30 finish"
    assert hand(table, 0) == "5 6 7"
    assert (value(table, "team_compasses"), value(table, "supply")) == (1, 5)
    assert table.seat == 1


@pytest.mark.parametrize(
    ("cards", "supply", "may"),
    [("10 20", 6, True), ("10", 6, False), ("10 20 monster", 6, False), ("10 20", 0, False)],
)
def test_32_two_cards_or_more_that_all_may_be_discarded_while_the_supply_lasts(cards, supply, may):
    table = position(
        "tranquility 2 expansions=monsters,storms",
        f"hands {cards} / 1 2",
        f"supply {supply}",
    )

    assert ("trade" in verbs(table)) is may
