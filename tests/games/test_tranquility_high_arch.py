"""Tranquility: the high arch."""

from __future__ import annotations

import pytest

from boardgame_envs import make_table
from tests.games.tranquility_tables import (
    along_the_line,
    cells,
    discarded,
    hand,
    hands,
    legal,
    piles,
    play,
    position,
    result,
    value,
    verbs,
)

COLUMNS = ["a1", "b1", "a2", "b2", "a3", "b3", "d1", "e1", "d2", "e2", "d3", "e3"]
VAULT = [f"{column}{row}" for row in (4, 5, 6) for column in "abcde"]
FULL_COLUMNS = along_the_line([*range(1, 7), *range(11, 17)], names=COLUMNS)


def test_33_two_columns_and_a_vault_of_three_rows():
    assert cells(position("tranquility 1 mode=high_arch | hands 1 2")) == COLUMNS + VAULT


def test_33_there_are_no_starts():
    table = make_table("tranquility", 3, mode="high_arch")

    table.reset(1)

    assert "start" not in " ".join(hands(table) + piles(table))
    assert len(list(table.history())) == 1  # the deal is all that chance decides


def test_33_the_finish_wins_when_all_is_full():
    field = along_the_line([*range(1, 13), *range(21, 36)], names=COLUMNS + VAULT)
    table = position(f"tranquility 2 mode=high_arch | hands finish 70 / 60 61 | grid {field}")

    play(table, "finish")

    assert result(table) == "win"


def test_33_and_not_before():
    field = along_the_line([*range(1, 13), *range(21, 35)], names=COLUMNS + VAULT)

    table = position(f"tranquility 2 mode=high_arch | hands finish 70 / 60 61 | grid {field}")

    assert "finish" not in verbs(table)


def test_34_first_only_the_columns_are_filled():
    table = position("tranquility 1 mode=high_arch | hands 40 50")

    assert legal(table, "play") == sorted(f"{n} {cell}" for n in (40, 50) for cell in COLUMNS)


def test_34_each_column_is_a_line_of_its_own_without_cost():
    table = position("tranquility 2 mode=high_arch | hands 40 50 / 1 2 | grid b2=45")

    assert [p for p in legal(table, "play") if p.startswith("40")] == sorted(
        f"40 {cell}" for cell in ("a1", "b1", "a2", *COLUMNS[6:])
    )
    play(table, "play 40 a2")

    assert hand(table, 0) == "50"
    assert discarded(table, 0) == ""


def test_34_when_both_are_full_the_vault_is_a_line_of_its_own_with_the_usual_cost():
    table = position(
        "tranquility 2 mode=high_arch",
        "hands 7 40 41 60 61 / 8 9",
        f"grid {FULL_COLUMNS} b4=39",
    )

    assert "7 a4" not in legal(table, "play")  # it would cost 32
    assert "41 c4" in legal(table, "play")
    play(table, "play 41 c4")

    assert (table.phase, value(table, "owed")) == ("pay", 2)


def test_34_the_first_cell_of_the_vault_does_not_touch_the_columns():
    table = position(f"tranquility 2 mode=high_arch | hands 7 40 / 8 9 | grid {FULL_COLUMNS}")

    play(table, "play 40 a4")

    assert hand(table, 0) == "7"


def test_v5_the_wider_arch_has_its_right_column_at_e_and_f_and_a_vault_of_18_cells():
    table = position("tranquility 1 mode=high_arch arch_width=6 | hands 1 2")

    assert len(cells(table)) == 30
    assert cells(table)[6:12] == ["e1", "f1", "e2", "f2", "e3", "f3"]


@pytest.mark.parametrize(("width", "share"), [(5, 27), (6, 30)])
def test_v4_progress_is_shared_by_all_cells_of_the_arch(width, share):
    table = position(
        f"tranquility 2 mode=high_arch arch_width={width} reward=progress",
        "hands 40 50 / 1 2",
    )

    play(table, "play 40 b1")

    assert table.returns == pytest.approx([1 / share] * 2)
