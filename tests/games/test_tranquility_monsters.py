"""Tranquility with sea monsters."""

from __future__ import annotations

import pytest

from boardgame_envs import make_table
from tests.games.tranquility_tables import (
    along_the_line,
    hand,
    hands,
    legal,
    on_field,
    piles,
    play,
    position,
    result,
    value,
    verbs,
)


@pytest.mark.parametrize("number", [3, 4, 5])
def test_23_the_chosen_number_of_monsters_is_shuffled_in(number):
    table = make_table("tranquility", 4, monsters=number, expansions=["monsters"])

    table.reset(1)

    assert " ".join(hands(table) + piles(table)).split().count("monster") == number


def test_23_a_monster_takes_up_a_place_in_the_hand():
    table = position(
        "tranquility 2 expansions=monsters",
        "hands 10 20 30 monster monster / 1 2",
        "piles 5 6 7 /",
    )

    play(table, "play 10 c3")

    assert hand(table, 0) == "5 20 30 monster monster"


def test_23_a_monster_cannot_be_discarded():
    table = position("tranquility 1 expansions=monsters | hands 10 20 30 monster")

    assert legal(table, "discard") == ["10", "20"]


def test_23_it_destroys_an_island_as_an_action():
    table = position(
        "tranquility 2 expansions=monsters",
        "hands 10 monster monster / 1 2",
        "grid b2=30 c5=40",
        "piles 7 8 9 /",
    )

    assert legal(table, "monster") == ["b2", "c5"]
    play(table, "monster b2")

    assert on_field(table) == "c5=40"
    assert hand(table, 0) == "7 8 9 10 monster"
    assert table.seat == 1


def test_23_not_in_a_closed_row():
    table = position(
        "tranquility 1 expansions=reefs,monsters",
        "hands 10 monster",
        "grid b2=30 c5=40",
        "reef 5",
    )

    assert legal(table, "monster") == ["b2"]


def test_23_without_an_island_on_the_field_it_cannot_be_played():
    table = position("tranquility 1 expansions=monsters | hands 10 monster")

    assert verbs(table) == {"play"}


def test_23_it_does_not_count_toward_the_eight():
    table = position(
        "tranquility 3 expansions=monsters",
        "hands 11 12 start / 21 22 23 24 monster / 31 32 33",
    )

    play(table, "start", "offer 2")

    assert legal(table, "offer") == ["0", "1", "2", "3", "4"]


def test_17_a_monster_that_can_be_played_is_a_legal_turn():
    table = position("tranquility 2 expansions=monsters | hands monster / 1 2 | grid a1=10")

    assert table.legal_names() == ["monster a1"]


def test_17_monsters_that_cannot_be_played_lose_the_game():
    table = position("tranquility 2 expansions=monsters | hands monster monster / 1 2")

    assert result(table) == "loss"


def test_24_no_finish_while_any_hand_holds_a_monster():
    for second, may in (("70 monster", False), ("70 71", True)):
        table = position(
            "tranquility 3 expansions=monsters",
            f"hands finish 60 / {second} / 61 62",
            f"grid {along_the_line()}",
            "start lies",
        )

        assert ("finish" in verbs(table)) is may


def test_24_with_the_field_full_and_a_start_played_it_is_public_who_holds_one():
    table = position(
        "tranquility 3 expansions=monsters",
        "hands 60 61 / 50 51 52 / 70 71 monster",
        f"grid {along_the_line()}",
        "piles monster 80 / 53 54 / 72 73",
        "start lies",
    )

    for seed in range(60):
        other = table.redealt(0, seed)
        assert ["monster" in cards for cards in hands(other)] == [False, False, True]


def test_24_before_that_nobody_knows():
    table = position(
        "tranquility 3 expansions=monsters",
        "hands 60 61 / 50 51 52 / 70 71 monster",
        f"grid {along_the_line(but='c3')}",
        "piles monster 80 / 53 54 / 72 73",
        "start lies",
    )

    holders = {tuple("monster" in h for h in hands(table.redealt(0, s))) for s in range(80)}

    assert len(holders) == 4


@pytest.mark.parametrize("edition", ["uk", "ru"])
def test_r5_the_destroyed_island_leaves_the_game(edition):
    table = position(
        f"tranquility 2 edition={edition} expansions=monsters",
        "hands 10 monster / 1 2",
        "grid b2=30",
    )

    play(table, "monster b2")

    assert value(table, "discard_sizes")[:2] == [0, 0]
    assert value(table, "gone")[30] == 1
