"""What a player of Tranquility sees, and what it shows at a glance."""

from __future__ import annotations

import pytest

from boardgame_envs.games.tranquility.field.shapes import CELL_NAMES, Shape
from tests.games.tranquility_tables import position

CELLS = CELL_NAMES[Shape.SQUARE]


def at(table, part: str, slot: int, cell: str):
    return table.view(0)[part][slot][CELLS.index(cell)]


def test_a_card_fits_the_gap_it_belongs_in_and_no_other_cell():
    table = position("tranquility 2 | hands 25 40 / 5 6 | grid c1=20 f1=30 a3=50")

    fitting = [cell for cell in CELLS if at(table, "fits", 0, cell)]

    assert fitting == ["d1", "e1"]


@pytest.mark.parametrize(("cell", "cost"), [("d1", 3), ("e1", 0), ("f1", 2)])
def test_the_cost_is_the_difference_to_what_lies_beside(cell: str, cost: int):
    table = position("tranquility 2 | hands 23 40 / 5 6 | grid c1=20 a2=25")

    assert at(table, "cost", 0, cell) == cost


def test_no_card_fits_a_closed_row():
    table = position("tranquility 2 expansions=reefs | hands 25 40 / 5 6 | grid f6=80 | reef 2")

    assert not at(table, "fits", 0, "c2")
    assert at(table, "fits", 0, "c3")


def test_room_is_what_may_still_come_less_the_cells():
    # between 20 and 24 there are 21, 22 and 23, for two cells
    table = position("tranquility 2 | hands 1 2 / 5 6 | grid c1=20 f1=24")

    assert table.view(0)["gap_room"][CELLS.index("d1")] == 3 - 2 + 1


def test_own_discards_leave_less_room():
    table = position("tranquility 2 | hands 1 2 / 5 6 | grid c1=20 f1=24 | discards 21 22 /")

    assert table.view(0)["gap_room"][CELLS.index("d1")] == 0


def test_the_discards_of_others_are_not_known():
    table = position("tranquility 2 | hands 1 2 / 5 6 | grid c1=20 f1=24 | discards / 21 22")

    assert table.view(0)["gap_room"][CELLS.index("d1")] == 2
    assert table.view(1)["gap_room"][CELLS.index("d1")] == 0


def test_a_placement_that_leaves_a_gap_without_cards_leaves_no_room():
    table = position("tranquility 2 | hands 21 40 / 5 6 | grid c1=20 f1=30")

    assert at(table, "room_after", 0, "e1") == 0
    assert at(table, "room_after", 0, "d1") > 0


def test_off_centre_is_counted_in_quarters_of_a_cell():
    # 25 has four cards on each side and belongs in the middle of the three cells
    table = position("tranquility 2 | hands 25 40 / 5 6 | grid a1=20 e1=30")

    assert at(table, "off_centre", 0, "c1") == 0
    assert at(table, "off_centre", 0, "b1") == at(table, "off_centre", 0, "d1") == 4


def test_the_hand_shows_where_cards_can_go():
    table = position(
        "tranquility 2",
        "hands 25 41 / 5 6",
        "grid c1=20 f1=30 a3=40 b3=42",
        "start lies",
    )

    view = table.view(0)

    assert view["my_places"][:2] == [2, 0]
    assert view["my_cheapest"][:2] == [5, 6]
    assert view["my_gap_cells"][:2] == [2, 0]


def test_only_who_discards_knows_how_far_the_discards_have_come():
    table = position("tranquility 2 | hands 10 20 30 40 50 / 5 6 | piles 1 / 2")
    table.play("discard 30")

    assert table.view(0)["first_slot"] == 2
    assert table.view(1)["first_slot"] == 0


def test_who_holds_monsters_is_shown_when_it_is_public():
    field = " ".join(
        f"{cell}={number}" for cell, number in zip(CELLS, range(2, 74, 2), strict=True)
    )
    table = position(
        "tranquility 2 expansions=monsters",
        "hands 75 76 / 79 monster",
        f"grid {field}",
        "piles 1 / 3",
        "start lies",
    )

    assert table.view(0)["holds_monster"][:2] == [False, True]


def test_a_monster_shows_what_it_would_open():
    table = position(
        "tranquility 2 expansions=monsters",
        "hands 10 monster / 5 6",
        "grid d3=50 f3=51",
        "piles 1 / 2",
    )

    view, cell = table.view(0), CELLS.index("d3")

    assert view["room_beside"][cell] == 0
    assert view["room_without"][cell] > 0


def test_the_text_draws_the_field():
    table = position(
        "tranquility 2 expansions=reefs",
        "hands 25 40 / 5 6",
        "grid c1=20 f6=80",
        "reef 4",
    )

    drawn = table.text(0).splitlines()

    assert drawn[1].split() == ["6", ".", ".", ".", ".", ".", "80"]
    assert drawn[3].split() == ["4", ".", ".", ".", ".", ".", ".", "reef"]
    assert drawn[6].split() == ["1", ".", ".", "20", ".", ".", "."]
    assert "Your hand: 25 40." in drawn
