"""Tranquility in the Russian edition: who owns a compass, and an order instead of a choice."""

from __future__ import annotations

import pytest

from tests.games.tranquility_tables import legal, pile, play, position, value

RU = "edition=ru expansions=storms"


def test_v2_to_discard_unseen_is_an_order():
    table = position(
        f"tranquility 3 {RU}",
        "hands 11 12 13 14 start / 21 22 23 / 31 32 33",
        "piles / 4 5 6 /",
        "yellows 0 / 1 / 0",
    )

    play(table, "start")

    assert pile(table, 1) == "6"
    assert table.phase == "offer"


def test_v2_the_starts_compass_belongs_to_who_played_it_and_the_next_player():
    table = position(
        f"tranquility 3 {RU}",
        "hands 31 32 33 34 / 41 42 43 44 / 11 12 13 14 start",
        "turn P3",
    )

    play(table, "start")

    assert value(table, "shared_compass") == 2
    assert value(table, "own_compasses")[:3] == [0, 0, 0]
    for seat, lifts in enumerate((["orange P1"], [], ["orange P1"])):
        other = position(
            f"tranquility 3 {RU}",
            "hands 1 2 / 3 4 / 5 6",
            "oranges 1 / 0 / 0",
            "shared compass P3",
            f"turn P{seat + 1}",
        )
        assert legal(other, "lift") == lifts


def test_v2_alone_it_is_ones_own():
    table = position(
        f"tranquility 1 {RU}",
        "hands 11 12 13 14 start",
        "piles 1 2 3 4 5 6 7 8",
    )

    play(table, "start")

    assert value(table, "own_compasses")[0] == 1
    assert value(table, "shared_compass") == -1


def test_v2_other_compasses_belong_to_who_earned_them():
    table = position(
        f"tranquility 3 {RU}",
        "hands 10 20 / 30 40 / 1 2",
        "turn P2",
    )

    play(table, "trade")

    assert value(table, "own_compasses")[:3] == [0, 1, 0]
    assert value(table, "supply") == 5


def test_v2_only_owners_lift_storms():
    for seat, lifts in enumerate(([], ["yellow P1"], [])):
        table = position(
            f"tranquility 3 {RU}",
            "hands 1 2 / 3 4 / 5 6",
            "yellows 1 / 0 / 0",
            "own compasses 0 / 1 / 0",
            f"turn P{seat + 1}",
        )

        assert legal(table, "lift") == lifts


@pytest.mark.parametrize(
    ("owned", "asked"), [([1, 1, 0, 1], 1), ([1, 0, 0, 1], 3), ([1, 0, 0, 0], 0)]
)
def test_v2_the_first_owner_clockwise_from_the_drawer_may_cancel(owned, asked):
    table = position(
        f"tranquility 4 {RU}",
        "hands 1 2 / 10 20 30 / 3 4 / 5 6",
        "piles / orange / /",
        f"own compasses {' / '.join(map(str, owned))}",
        "turn P2",
    )

    play(table, "play 10 c3")
    assert (table.seat, table.legal_names()) == (asked, ["accept", "cancel"])
    play(table, "cancel")

    owned[asked] -= 1
    assert value(table, "own_compasses")[:4] == owned
    assert value(table, "oranges")[:4] == [0, 0, 0, 0]


def test_v2_only_one_is_asked_and_the_storm_is_the_drawers():
    table = position(
        f"tranquility 4 {RU}",
        "hands 1 2 / 10 20 30 / 3 4 / 5 6",
        "piles / orange / /",
        "own compasses 1 / 0 / 0 / 1",
        "turn P2",
    )

    play(table, "play 10 c3", "accept")

    assert value(table, "oranges")[:4] == [0, 1, 0, 0]
    assert (table.seat, table.phase) == (2, "act")


def test_v2_ones_own_compass_goes_before_a_shared_one():
    table = position(
        f"tranquility 2 {RU}",
        "hands 1 2 / 3 4",
        "yellows 2 / 0",
        "own compasses 1 / 0",
        "shared compass P1",
    )

    play(table, "lift yellow P1")
    assert (value(table, "own_compasses")[0], value(table, "shared_compass")) == (0, 0)
    play(table, "lift yellow P1")

    assert value(table, "shared_compass") == -1
