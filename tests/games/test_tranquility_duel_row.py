"""Tranquility: the duel with cards of the row by choice."""

from __future__ import annotations

import pytest

from boardgame_envs import make_table
from tests.games.tranquility_tables import (
    along_the_line,
    hand,
    hands,
    legal,
    names,
    play,
    position,
    value,
    verbs,
)

CHOOSE = "tranquility mode=duel row=choose"
# nothing fits between or before these numbers, and f6 is empty
NO_ROOM = along_the_line(range(12, 47))
STUCK = "2 3 4 5 6"


def row(table) -> str:
    return names(value(table, "row"))


def test_v7_who_refills_takes_cards_of_the_row_by_choice():
    table = position(CHOOSE, "hands 10 20 30 40 50 / 60 61", "row 75 71 74 72 73", "deck 76 77 78")

    play(table, "discard 10", "discard 20")
    assert (table.seat, table.phase) == (0, "take")
    play(table, "take 72", "take 75")

    assert hand(table, 0) == "30 40 50 72 75"
    assert (table.seat, table.phase) == (1, "act")


def test_v7_the_others_keep_their_order_and_new_ones_follow_them():
    table = position(CHOOSE, "hands 10 20 30 40 50 / 60 61", "row 75 71 74 72 73", "deck 76 77 78")

    play(table, "discard 10", "discard 20", "take 72")
    assert row(table) == "75 71 74 73"
    play(table, "take 75")

    assert row(table) == "71 74 73 76 77"
    assert value(table, "deck_size") == 1


def test_v7_after_the_payment():
    table = position(CHOOSE, "hands 11 20 30 40 50 / 60 61", "grid a1=9", "row 71 72 73 74 75")

    play(table, "play 11 b1", "discard 20", "discard 40")

    assert (table.phase, hand(table, 0)) == ("take", "30 50")
    assert legal(table, "take") == ["71", "72", "73"]


def test_r18_cards_are_named_in_ascending_order_and_leave_enough_higher_ones():
    table = position(CHOOSE, "hands 10 20 30 40 / 60 61", "row 75 71 74 72 73", "deck 76 77 78")

    play(table, "discard 10", "discard 20")
    assert table.legal_names() == ["take 71", "take 72", "take 73"]
    play(table, "take 72")
    assert table.legal_names() == ["take 73", "take 74"]
    play(table, "take 74")

    # a single legal card is a decision, too
    assert (table.seat, table.legal_names()) == (0, ["take 75"])


def test_r18_each_set_is_one_sequence():
    reached = []

    def go_through(table) -> None:
        if table.phase != "take":
            reached.append(hand(table, 0))
        else:
            for name in table.legal_names():
                go_through(play(table.clone(), name))

    begin = position(CHOOSE, "hands 10 20 30 40 / 60 61", "row 75 71 74 72 73")
    go_through(play(begin, "discard 10", "discard 20"))

    assert len(reached) == len(set(reached)) == 10  # three of five cards


def test_r18_the_next_refill_begins_anew():
    table = position(
        CHOOSE, "hands 10 20 30 40 50 / 60 61 62 63 64", "row 75 71 74 72 73", "deck 9 8 7"
    )

    play(table, "discard 10", "discard 20", "take 74", "take 75", "discard 60", "discard 61")

    assert (table.seat, row(table)) == (1, "71 72 73 9 8")
    assert legal(table, "take") == ["71", "72", "8", "9"]


@pytest.mark.parametrize(("cards", "asked"), [("71", False), ("71 72", False), ("71 72 73", True)])
def test_v7_a_row_that_has_no_more_cards_than_are_needed_is_taken_whole(cards, asked):
    table = position(CHOOSE, "hands 10 20 30 40 50 / 60 61", f"row {cards}")

    play(table, "discard 10", "discard 20")

    assert (table.phase == "take") is asked
    if not asked:
        assert hand(table, 0) == f"30 40 50 {cards}"
        assert row(table) == ""


def test_v7_after_an_agreed_exchange_too():
    table = position(
        CHOOSE, f"hands {STUCK} / 60 61", f"grid {NO_ROOM}", "row 71 72 73 74 75", "deck 76 77"
    )

    play(table, "refresh", "agree")

    assert (hand(table, 0), row(table)) == ("71 72 73 74 75", "76 77")
    assert (table.seat, table.phase) == (1, "act")


def test_v7_nobody_chooses_when_the_field_is_full():
    table = position(CHOOSE, f"hands 47 50 / 60 61 | grid {NO_ROOM} | row 71 72 73 74 75")

    play(table, "play 47 f6")

    assert table.over


@pytest.mark.parametrize("edition", ["uk", "ru"])
def test_v7_without_the_option_the_farthest_card_comes_first_in_both_editions(edition):
    table = position(
        f"tranquility mode=duel edition={edition}",
        "hands 10 20 30 40 50 / 60 61",
        "row 75 71 74 72 73",
    )

    play(table, "discard 10", "discard 20")

    assert (hand(table, 0), table.seat) == ("30 40 50 71 75", 1)


def test_v7_with_it_cards_are_chosen_in_both_editions():
    table = position(f"{CHOOSE} edition=ru", "hands 10 20 30 / 60 61", "row 75 71 74 72 73")

    assert verbs(play(table, "discard 10", "discard 20")) == {"take"}


def test_v7_the_opponent_sees_what_is_taken():
    table = position(
        CHOOSE,
        "hands 10 20 30 40 50 / 60 61 62 63 64",
        "row 75 71 74 72 73",
        "deck 1 2 3 4 5 6 7 8",
    )

    play(table, "discard 10", "discard 20", "take 72")
    assert table.view(1)["last_taken"] == 72
    assert table.view(1)["their_cards"][72 - 1] == 1
    assert all("72" in hand(table.redealt(1, seed), 0).split() for seed in range(20))
    play(table, "take 73")

    assert table.view(1)["last_taken"] == 0


def test_v7_the_choice_is_part_of_what_players_see():
    views = [make_table("tranquility", mode="duel", row=rule) for rule in ("farthest", "choose")]
    for table in views:
        table.reset(1)

    assert [table.view(0)["row_choice"] for table in views] == [False, True]
    assert "cards of the row by choice" in views[1].text(0)


def test_v7_the_row_shows_where_its_cards_can_go():
    table = position(
        CHOOSE,
        "hands 1 2 3 4 5 / 60 61",
        "grid c1=20 f1=30 a3=40 b3=42",
        "row 25 41 21 79",
    )

    view = table.view(0)

    assert view["row_places"][:3] == [2, 0, 1]
    assert view["row_cheapest"] == [5, 6, 1, 0, 0]
    assert view["row_gap_cells"][:3] == [2, 0, 2]
    assert view["row_free_places"][3] > 0


def test_v7_in_the_middle_of_a_refill_a_position_says_what_was_chosen_last():
    table = position(CHOOSE, "hands 10 20 30 40 50 / 60 61", "row 75 71 74 72 73")

    play(table, "discard 10", "discard 20", "take 72")

    assert "last taken 72" in table.position
    again = position(table.position)
    assert again.legal_names() == ["take 73", "take 74", "take 75"]
    assert hands(again) == hands(table)
