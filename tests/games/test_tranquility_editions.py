"""Tranquility in the Russian edition: who owns a compass, and an order instead of a choice."""

from __future__ import annotations

import pytest

from tests.games.tranquility_positions import legal, pile, play, position, value

RU = {"expansions": ["storms"], "edition": "ru"}


def test_v2_to_discard_unseen_is_an_order():
    table = position(
        ["11 12 13 14 start", "21 22 23", "31 32 33"], "", ["", "4 5 6", ""], yellows=[0, 1], **RU
    )

    play(table, "start")

    assert pile(table, 1) == "6"
    assert table.phase == "offer"


def test_v2_the_starts_compass_belongs_to_who_played_it_and_the_next_player():
    hands = ["31 32 33 34", "41 42 43 44", "11 12 13 14 start"]
    table = position(hands, turn=2, **RU)

    play(table, "start")

    assert value(table, "shared_compass") == 2
    assert value(table, "own_compasses")[:3] == [0, 0, 0]
    for seat, lifts in enumerate((["orange P1"], [], ["orange P1"])):
        other = position(["1 2"] * 3, oranges=[1], shared_compass=2, turn=seat, **RU)
        assert legal(other, "lift") == lifts


def test_v2_alone_it_is_an_own_one():
    table = position(["11 12 13 14 start"], "", ["1 2 3 4 5 6 7 8"], **RU)

    play(table, "start")

    assert value(table, "own_compasses")[0] == 1
    assert value(table, "shared_compass") == -1


def test_v2_other_compasses_belong_to_who_earned_them():
    table = position(["10 20", "30 40", "1 2"], turn=1, **RU)

    play(table, "trade")

    assert value(table, "own_compasses")[:3] == [0, 1, 0]
    assert value(table, "supply") == 5


def test_v2_only_owners_lift_storms():
    for seat, lifts in enumerate(([], ["yellow P1"], [])):
        table = position(["1 2"] * 3, yellows=[1], own_compasses=[0, 1, 0], turn=seat, **RU)

        assert legal(table, "lift") == lifts


@pytest.mark.parametrize(
    ("owned", "asked"), [([1, 1, 0, 1], 1), ([1, 0, 0, 1], 3), ([1, 0, 0, 0], 0)]
)
def test_v2_the_first_owner_clockwise_from_the_drawer_may_cancel(owned, asked):
    hands = ["1 2", "10 20 30", "3 4", "5 6"]
    table = position(hands, "", ["", "orange"], own_compasses=owned, turn=1, **RU)

    play(table, "play 10 c3")
    assert (table.seat, table.legal_names()) == (asked, ["accept", "cancel"])
    play(table, "cancel")

    owned[asked] -= 1
    assert value(table, "own_compasses")[:4] == owned
    assert value(table, "oranges")[:4] == [0, 0, 0, 0]


def test_v2_only_one_is_asked_and_the_storm_is_the_drawers():
    hands = ["1 2", "10 20 30", "3 4", "5 6"]
    table = position(hands, "", ["", "orange"], own_compasses=[1, 0, 0, 1], turn=1, **RU)

    play(table, "play 10 c3", "accept")

    assert value(table, "oranges")[:4] == [0, 1, 0, 0]
    assert (table.seat, table.phase) == (2, "act")


def test_v2_an_own_compass_goes_before_a_shared_one():
    table = position(["1 2", "3 4"], yellows=[2], own_compasses=[1], shared_compass=0, **RU)

    play(table, "lift yellow P1")
    assert (value(table, "own_compasses")[0], value(table, "shared_compass")) == (0, 0)
    play(table, "lift yellow P1")

    assert value(table, "shared_compass") == -1
