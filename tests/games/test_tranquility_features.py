"""What Tranquility says of actions one by one, for learners that judge them so."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs.games.tranquility.field.shapes import CELL_NAMES, Shape
from boardgame_envs.games.tranquility.views.chances import MOST_TROUBLE, SHARES, TROUBLE
from tests.games.tranquility_tables import along_the_line, play, position

CELLS = CELL_NAMES[Shape.SQUARE]


def shown(table, part: str, *cells: str, seat: int = 0):
    numbers = table.view(seat)[part]
    return [numbers[CELLS.index(cell)] for cell in cells]


# --- gaps ---


def test_trouble_grows_with_the_cells_and_falls_with_the_cards():
    table = TROUBLE.astype(np.int64)

    assert (np.diff(table, axis=2) >= 0).all()
    assert (np.diff(table, axis=1) <= 0).all()
    assert (np.diff(table, axis=0) <= 0).all()
    assert (table[:, :, 0] == 0).all()
    assert table[SHARES, 1, 2] == MOST_TROUBLE
    # two cards for one cell, each there with a chance of three quarters: 15 of 16
    assert table[SHARES, 2, 1] == round(-8 * np.log(15 / 16))


def test_a_card_that_splits_a_gap_badly_makes_it_less_likely_to_be_filled():
    # behind 44 there are three cards, for three cells, two or one
    table = position("tranquility 2 | hands 44 79 / 5 6 | grid d1=40 c2=48 | piles 1 / 2")

    trouble = [table.view(0)["trouble_after"][0][CELLS.index(c)] for c in ("e1", "f1", "a2")]

    assert trouble[0] > trouble[1] == trouble[2]


def test_own_cards_are_sure_to_come():
    rest = "/ 5 6 | grid d1=40 c2=48 | piles 1 / 2"
    table = position(f"tranquility 2 | hands 44 46 47 {rest}")
    without = position(f"tranquility 2 | hands 44 78 79 {rest}")

    cell = CELLS.index("e1")
    assert table.view(0)["trouble_after"][0][cell] < without.view(0)["trouble_after"][0][cell]


def test_empty_cells_beside_a_cell_are_counted_to_three():
    table = position("tranquility 2 | hands 25 40 / 5 6 | grid c1=20 e1=30")

    # before and behind: a1 none and one, d1 none, f1 none and more, c1 two and one, f6 all before
    assert shown(table, "beside", "a1", "d1", "f1", "c1", "f6") == [1, 0, 3, 9, 12]


# --- hands ---


def test_a_card_without_a_place_is_useless_and_one_that_its_gap_needs_most_useful():
    table = position(
        "tranquility 2",
        "hands 25 41 60 / 5 6",
        "grid c1=20 e1=30 a3=40 b3=42",
        "start lies",
        "discards 21 22 23 24 26 27 28 29 /",
    )

    needed, useless, other = table.view(0)["my_use"][:3]

    assert useless == 0
    assert needed > other > 0


def test_those_least_useful_are_first_to_be_discarded():
    table = position(
        "tranquility 2",
        "hands 41 60 70 finish finish / 5 6",
        "grid a3=40 b3=42",
        "piles 1 / 2",
        "start lies",
    )

    standing = table.view(0)["my_standing"][:5]

    assert standing[0] == 1
    assert sorted(standing) == [1, 2, 3, 4, 5]
    assert table.view(0)["last_given"][:2] == [0, 0]
    assert table.view(0)["given_use"][5] == sum(table.view(0)["my_use"][:5])


def test_discards_that_are_under_way_are_due_from_the_last_one_on():
    table = position("tranquility 2 | hands 10 20 30 40 50 / 5 6 | piles 1 / 2")
    play(table, "discard 30")

    standing = table.view(0)["my_standing"][:4]

    assert standing[:2] == [0, 0]
    assert sorted(standing[2:]) == [1, 3]
    # the others do not see how far they have come
    assert table.view(1)["my_standing"][:2] != [0, 0]


# --- offers and pledges ---


def test_offers_say_what_would_be_missing():
    table = position(
        "tranquility 2",
        "hands 10 20 start / 5 6 7 8 9",
        "piles 11 12 13 14 15 16 / 17 18 19",
    )
    play(table, "start")
    assert table.view(0)["still_missing"][:4] == [16, 15, 14, 13]

    play(table, "offer 3")

    assert table.view(1)["still_missing"][:4] == [13, 12, 11, 10]
    assert table.view(0)["still_missing"][:4] == [0, 0, 0, 0]


# --- rows, storms and monsters ---


def test_rows_say_what_closes_them_and_how_many_of_my_cards_have_a_place_there():
    table = position(
        "tranquility 2 expansions=reefs,storms",
        "hands 2 78 79 / 5 6",
        "grid f2=20 a6=70",
        "piles 1 / 9",
        "reef 2",
        "purples 2=1 4=1",
        "start lies",
        "compasses 1",
        "supply 5",
    )

    view = table.view(0)

    assert view["closed"] == [0, 3, 0, 2, 0, 0]
    # 2 has one card before it: it goes to one of the first two cells
    assert view["row_cards"] == [1, 0, 0, 0, 0, 2]


def test_an_orange_storm_leaves_the_cells_beside_cards():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 23 60 / 5 6",
        "grid c1=20 c4=50",
        "piles 1 / 9",
    )

    assert table.view(0)["my_touching"][:2] == [3, 5]


def test_a_monster_is_a_relief_where_a_gap_lacks_cards():
    parts = ("grid d3=50 f3=51 a6=70", "piles 1 / 2")
    with_monster = position("tranquility 2 expansions=monsters | hands 10 monster / 5 6", *parts)
    without = position("tranquility 2 expansions=monsters | hands 10 11 / 5 6", *parts)

    relief = shown(with_monster, "relief", "d3", "a6")

    assert relief[0] > relief[1]
    assert shown(without, "relief", "d3") == [0]


# --- modes ---


def test_cards_the_wrong_way_up_are_shown_and_cells_where_one_would_be():
    table = position(
        "tranquility 2 mode=day_and_night",
        "hands 10 20 / 5 6",
        "grid a1=2 b1=3 a6=60 b6=61",
        "piles 1 / 7",
        "moon b1 a6",
    )

    # all hands are sun up: wrong in the lower rows
    assert shown(table, "wrong_up", "a1", "b1", "a6", "b6", "c1", "c6") == [2, 0, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("owners", "expected"),
    [("a1=P1 b1=P1", 2), ("a1=P1 b1=P2", 5)],
)
def test_a_card_of_a_duel_makes_a_run_longer_or_blocks_one(owners: str, expected: int):
    table = position(
        "tranquility mode=duel",
        "hands 12 50 / 60 61",
        "grid a1=10 b1=11",
        f"owners {owners}",
        "row 1 2 3 4 5",
        "deck 6 7",
    )

    assert table.view(0)["my_run"][0] == expected


def test_of_the_row_the_most_useful_are_wanted_the_lowest_first():
    field = along_the_line(range(1, 37), but="c3 d3 e3")
    table = position(
        "tranquility mode=duel row=choose",
        "hands 40 41 42 43 / 60 61 62 63 64",
        f"grid {field}",
        "row 80 15 16 79 17",
        "deck 37 38 39",
    )
    play(table, "discard 40", "discard 41")

    view = table.view(0)

    assert view["row_use"][0] == view["row_use"][3] == 0
    assert sorted(view["row_standing"])[:3] == [1, 2, 2]
    assert view["row_standing"][1] == 1
