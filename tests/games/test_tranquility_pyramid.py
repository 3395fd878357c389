"""Tranquility: the pyramid, which is our reconstruction."""

from __future__ import annotations

import pytest

from boardgame_envs import make_table
from boardgame_envs.games.tranquility.field.shapes import CELL_NAMES, Shape
from tests.games.tranquility_tables import (
    along_the_line,
    cells,
    hand,
    hands,
    legal,
    names,
    on_field,
    piles,
    play,
    position,
    result,
    value,
)

LINE = CELL_NAMES[Shape.PYRAMID]


def on_a_border(card: str, *parts: str, edition: str = "uk"):
    """Return a pyramid where a 10 has been placed on a border card, with this explorer card."""
    table = position(
        f"tranquility 2 mode=pyramid edition={edition}",
        "hands 10 20 30 40 50 / 60 61",
        "grid b1=5",
        f"explorer {card} border",
        *parts,
    )
    return play(table, "play 10 e2")


def test_35_rows_of_11_9_7_5_3_and_1_cells_are_one_line():
    line = cells(position("tranquility 1 mode=pyramid | hands 1 2"))

    assert [sum(cell.endswith(row) for cell in line) for row in "123456"] == [11, 9, 7, 5, 3, 1]
    assert line[9:13] == ["j1", "k1", "a2", "b2"]


def test_35_the_end_of_a_row_is_adjacent_to_the_beginning_of_the_next():
    table = position("tranquility 1 mode=pyramid | hands 12 20 30 | grid k1=10")

    play(table, "play 12 a2")

    assert value(table, "grid")[11] == 12
    assert hand(table, 0) == ""


def test_35_each_second_cell_of_a_row_carries_a_border_card():
    borders = value(position("tranquility 1 mode=pyramid | hands 1 2"), "borders")

    assert sum(borders) == 21
    assert [c for c, b in zip(LINE, borders, strict=True) if b][:8] == [
        *("a1", "c1", "e1", "g1", "i1", "k1", "a2", "c2"),
    ]


def test_35_the_explorer_deck_has_what_is_left_and_the_piles_have_islands_only():
    table = make_table("tranquility", 3, mode="pyramid")

    table.reset(1)

    explorer = names(value(table, "explorer")).split()
    counts = {card: explorer.count(card) for card in sorted(set(explorer))}
    assert counts == {
        "border": 4,
        "compass": 6,
        "finish": 5,
        "monster": 5,
        "orange": 2,
        "purple": 2,
        "reef": 1,
        "yellow": 2,
    }
    assert "finish" not in " ".join(hands(table) + piles(table))
    assert value(table, "supply") == 0


def test_36_a_border_card_does_nothing():
    table = on_a_border("border")

    assert table.seat == 1
    assert value(table, "explorer_size") == 1


def test_36_it_is_used_up():
    table = on_a_border("border")

    assert value(table, "borders")[LINE.index("e2")] == 0


def test_36_a_cell_without_an_open_border_card_sends_no_explorer():
    for cell, explored in (("d2", ""), ("e2", "e2")):
        table = position(
            "tranquility 2 mode=pyramid",
            "hands 10 20 / 60 61",
            f"explored {explored}",
            "explorer finish",
        )

        play(table, f"play 10 {cell}")

        assert value(table, "explorer_size") == 1


def test_36_the_card_is_drawn_after_the_payment():
    table = position(
        "tranquility 2 mode=pyramid",
        "hands 12 20 30 40 / 60 61",
        "grid j1=10",
        "explorer finish",
    )

    play(table, "play 12 k1", "discard 20")
    assert value(table, "explorer_size") == 1
    play(table, "discard 40")

    assert value(table, "found_finishes") == 1


def test_36_a_finish_is_found():
    assert value(on_a_border("finish"), "found_finishes") == 1


@pytest.mark.parametrize("edition", ["uk", "ru"])
def test_36_a_compass_is_gained(edition):
    table = on_a_border("compass", edition=edition)

    is_ru = edition == "ru"
    assert value(table, "team_compasses") == int(not is_ru)
    assert value(table, "own_compasses")[:2] == [int(is_ru), 0]


def test_36_storms_are_resolved():
    assert value(on_a_border("orange"), "oranges")[:2] == [1, 0]
    purple = on_a_border("purple")
    assert legal(purple, "storm") == ["1", "2", "3", "4", "5", "6"]
    yellow = on_a_border("yellow")
    assert (yellow.phase, value(yellow, "owed")) == ("hold", 1)


def test_36_and_may_be_cancelled():
    table = on_a_border("orange", "compasses 1")

    assert table.legal_names() == ["accept", "cancel"]


def test_36_a_reef_is_placed_and_moves_at_the_end_of_this_very_turn():
    table = on_a_border("reef")

    assert (table.phase, legal(table, "reef")) == ("new reef", ["1", "2", "3", "4", "5", "6"])
    play(table, "reef 4")
    assert table.phase == "reef"
    assert legal(table, "reef") == ["1", "2", "3", "5", "6", "stay"]
    play(table, "reef 6")

    assert (table.seat, value(table, "reef_row")) == (1, 5)


def test_36_four_full_rows_are_looked_at_after_the_reef_is_placed():
    field = along_the_line(range(1, 32), names=LINE)
    table = position(
        "tranquility 2 mode=pyramid",
        "hands 32 40 41 / 60 61",
        f"grid {field}",
        "explored e4",
        "explorer reef",
    )
    play(table, "play 32 e4", "discard 40")
    assert table.seat == 1  # no open border card there

    table = position(
        "tranquility 2 mode=pyramid",
        "hands 32 40 41 / 60 61",
        f"grid {field}",
        "explorer reef",
    )
    play(table, "play 32 e4", "discard 40")
    assert table.phase == "new reef"
    play(table, "reef 5")

    assert (table.seat, value(table, "reef_row")) == (1, -1)


def test_36_a_monster_destroys_an_island_of_an_open_row_at_once():
    table = on_a_border("monster", "purples 1=1")

    assert table.legal_names() == ["monster e2"]
    play(table, "monster e2")

    assert on_field(table) == "b1=5"
    assert table.seat == 1


def test_36_an_explorer_is_not_sent_twice_from_one_cell():
    table = on_a_border("monster")

    play(table, "monster e2", "play 61 e2")

    assert value(table, "explorer_size") == 1


def test_37_the_team_wins_when_the_pyramid_is_full_a_start_lies_and_a_finish_is_found():
    field = along_the_line(range(1, 36), names=LINE)
    table = position(
        "tranquility 2 mode=pyramid",
        "hands 36 40 / 60 61",
        f"grid {field}",
        "explorer finish",
        "start lies",
    )

    play(table, "play 36 a6")

    assert result(table) == "win"


def test_37_full_without_a_finish_play_goes_on_with_discards():
    field = along_the_line(range(1, 36), names=LINE)
    table = position(
        "tranquility 2 mode=pyramid",
        "hands 36 40 / 60 61",
        f"grid {field}",
        "explorer border",
        "start lies",
    )

    play(table, "play 36 a6")

    assert table.legal_names() == ["discard 60"]


def test_37_when_the_start_comes_last_it_wins_before_the_eight():
    field = along_the_line(names=LINE)
    table = position(
        "tranquility 2 mode=pyramid",
        "hands 40 start / 60 61",
        f"grid {field}",
        "found finishes 1",
    )

    play(table, "start")

    assert result(table) == "win"


def test_37_a_monster_may_keep_the_pyramid_from_being_full():
    field = along_the_line(range(1, 36), names=LINE)
    table = position(
        "tranquility 2 mode=pyramid",
        "hands 36 40 / 60 61",
        f"grid {field}",
        "explorer monster",
        "start lies",
        "found finishes 1",
    )

    play(table, "play 36 a6", "monster c3")

    assert result(table) == ""


def test_37_without_a_start_a_full_pyramid_is_not_won():
    field = along_the_line(range(1, 36), names=LINE)
    table = position(
        "tranquility 2 mode=pyramid",
        "hands 36 40 / 60 61",
        f"grid {field}",
        "explorer finish",
    )

    play(table, "play 36 a6")

    assert result(table) == ""
    assert table.legal_names() == ["discard 60"]
