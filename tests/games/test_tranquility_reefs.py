"""Tranquility with reefs: a row is closed, and another one after every turn."""

from __future__ import annotations

from boardgame_envs import make_table
from tests.games.tranquility_tables import (
    along_the_line,
    discarded,
    hand,
    legal,
    play,
    position,
    value,
)


def test_20_nothing_is_placed_in_a_row_with_a_reef():
    table = position("tranquility 1 expansions=reefs | hands 10 20 | reef 3")

    assert {p[-1] for p in legal(table, "play")} == {"1", "2", "4", "5", "6"}


def test_20_the_reef_is_moved_after_the_payment_and_before_the_refill():
    table = position(
        "tranquility 1 expansions=reefs",
        "hands 12 40 50 60",
        "grid a1=10",
        "piles 1 2 3",
        "reef 3",
    )

    play(table, "play 12 b1")
    assert table.phase == "pay"
    play(table, "discard 40", "discard 50")
    assert (table.phase, hand(table, 0)) == ("reef", "60")
    play(table, "reef 5")

    assert hand(table, 0) == "1 2 3 60"


def test_20_with_a_start_the_reef_is_moved_after_the_eight_and_before_the_refill():
    table = position(
        "tranquility 3 expansions=reefs talk_rounds=0",
        "hands 11 12 13 start / 21 22 23 / 31 32",
        "piles 1 / 2 3 / 4 5",
        "reef 2",
    )

    play(table, "start")
    assert (table.seat, table.phase) == (0, "reef")
    assert hand(table, 1) == ""
    play(table, "reef 1")

    assert hand(table, 1) == "2 3"


def test_21_a_reef_lies_at_a_random_row():
    table, rows = make_table("tranquility", 2, expansions=["reefs"]), set()

    for seed in range(60):
        table.reset(seed)
        rows.add(value(table, "reef_row"))

    assert rows == {0, 1, 2, 3, 4, 5}


def test_21_it_moves_to_another_row_with_an_empty_cell():
    field = along_the_line(range(1, 13))
    table = position(
        "tranquility 2 expansions=reefs",
        "hands 30 40 50 60 / 70 71",
        f"grid {field}",
        "reef 5",
    )

    play(table, "discard 30", "discard 60")
    assert legal(table, "reef") == ["3", "4", "6", "stay"]
    play(table, "reef 3")

    assert value(table, "reef_row") == 2
    assert {p[-1] for p in legal(table, "play")} == {"4", "5", "6"}


def test_21_to_let_it_stay_costs_two_cards():
    table = position("tranquility 2 expansions=reefs | hands 30 40 50 60 61 / 70 71 | reef 5")

    play(table, "discard 30", "discard 60", "reef stay", "discard 40", "discard 61")

    assert value(table, "reef_row") == 4
    assert discarded(table, 0) == "30 40 60 61"
    assert table.seat == 1


def test_21_the_last_two_cards_go_without_a_decision():
    table = position("tranquility 2 expansions=reefs | hands 30 40 50 60 / 70 71 | reef 5")

    play(table, "discard 30", "discard 60", "reef stay")

    assert hand(table, 0) == ""
    assert table.seat == 1


def test_21_who_has_one_card_cannot_let_it_stay():
    table = position("tranquility 2 expansions=reefs | hands 30 40 50 / 70 71 | reef 5")

    play(table, "discard 30", "discard 40")

    assert legal(table, "reef") == ["1", "2", "3", "4", "6"]


def test_22_the_reef_leaves_when_four_rows_are_full():
    field = along_the_line(range(1, 24))
    table = position(
        "tranquility 2 expansions=reefs",
        "hands 24 40 41 / 70 71",
        f"grid {field}",
        "reef 6",
    )

    play(table, "play 24 f4", "discard 40")

    assert value(table, "reef_row") == -1
    assert table.seat == 1
    assert {p[-1] for p in legal(table, "play")} == {"5", "6"}


def test_22_it_has_left_for_good():
    table = position(
        "tranquility 2 expansions=reefs,monsters",
        "hands monster 40 41 50 / 70 71",
        f"grid {along_the_line(range(1, 25))}",
    )

    play(table, "monster a1")

    assert table.seat == 1
    assert value(table, "reef_row") == -1
