"""Tranquility: day and night."""

from __future__ import annotations

import pytest

from boardgame_envs import make_table
from boardgame_envs.core.game import NotationError
from tests.games.tranquility_tables import (
    along_the_line,
    cells,
    deal_of,
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

DAY = {"mode": "day_and_night"}
LOWER_ROWS = " ".join(f"{column}{row}" for row in (1, 2, 3) for column in "abcdef")


def test_38_hands_are_held_sun_up_at_first_and_six_compasses_are_below_them():
    table = make_table("tranquility", 4, **DAY)

    for seed in range(20):
        table.reset(seed)

        assert not value(table, "is_moon")
        assert "compass" not in " ".join(hands(table))
        assert " ".join(piles(table)).count("compass") == 6


def test_38_a_compass_that_is_drawn_is_replaced_and_turns_all_hands():
    table = position(
        "tranquility 2 mode=day_and_night",
        "hands 10 20 30 40 / 1 2",
        "piles compass 7 8 /",
    )

    play(table, "play 10 c3")

    assert hand(table, 0) == "7 8 20 30 40"
    assert value(table, "is_moon")


def test_38_a_second_one_turns_them_back():
    table = position(
        "tranquility 2 mode=day_and_night",
        "hands 10 20 30 40 / 1 2",
        "piles compass compass 8 /",
    )

    play(table, "play 10 c3")

    assert hand(table, 0) == "8 20 30 40"
    assert not value(table, "is_moon")


def test_38_among_the_extra_cards_of_the_start_too():
    table = position(
        "tranquility 2 mode=day_and_night",
        "hands 11 12 13 14 start / 1 2 3 4",
        "piles compass 7 8 9 / 5 6",
    )

    play(table, "start")

    assert hand(table, 0) == "7 8 11 12 13 14"
    assert value(table, "is_moon")


def test_38_a_card_is_placed_as_it_is_held():
    table = position(
        "tranquility 2 mode=day_and_night",
        "hands 10 20 30 40 / 1 2",
        "piles compass 7 8 /",
    )

    play(table, "play 10 c3", "play 2 a1")

    moon = dict(zip(cells(table), value(table, "moon"), strict=True))
    assert (moon["c3"], moon["a1"]) == (0, 1)


def test_38_an_opening_hand_with_a_compass_cannot_have_happened():
    deal = deal_of(["", ""], **DAY)
    deal["piles"][1].insert(2, deal["piles"][1].pop(deal["piles"][1].index("compass")))

    with pytest.raises(NotationError, match="the opening hand of P2 has a compass"):
        make_table("tranquility", 2, **DAY).reset(1, [{"deal": deal}])


def test_39_a_card_of_the_field_is_rotated_for_one_discard():
    table = position(
        "tranquility 2 mode=day_and_night",
        "hands 10 20 30 / 1 2",
        "grid b2=40 c5=50",
        "moon c5",
    )

    assert legal(table, "rotate") == ["b2", "c5"]
    play(table, "rotate c5")
    assert table.legal_names() == ["discard 10", "discard 20", "discard 30"]
    play(table, "discard 20")

    assert discarded(table, 0) == "20"
    assert value(table, "moon") == [0] * 36
    assert table.seat == 1


def test_39_the_last_card_pays_without_a_decision():
    table = position("tranquility 2 mode=day_and_night | hands 60 / 1 2 | grid f6=40")

    assert verbs(table) == {"rotate"}
    play(table, "rotate f6")

    assert hand(table, 0) == ""
    assert table.seat == 1


def test_39_who_has_no_card_cannot_rotate():
    table = position("tranquility 2 mode=day_and_night | hands / 1 2 | grid f6=40")

    assert result(table) == "loss"


@pytest.mark.parametrize(
    ("moons", "may"),
    [(LOWER_ROWS, True), (LOWER_ROWS[3:], False), (f"{LOWER_ROWS} a4", False), ("", False)],
)
def test_40_the_finish_needs_the_sun_in_rows_4_to_6_and_the_moon_in_rows_1_to_3(moons, may):
    table = position(
        "tranquility 2 mode=day_and_night",
        "hands 60 finish / 61 62",
        f"grid {along_the_line()}",
        f"moon {moons}",
        "start lies",
    )

    assert ("finish" in verbs(table)) is may
