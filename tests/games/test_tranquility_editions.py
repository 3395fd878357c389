"""Tranquility in the Russian edition: who owns a compass, and an order instead of a choice."""

from __future__ import annotations

import pytest

from boardgame_envs import make_table
from tests.games.tranquility_tables import (
    along_the_line,
    legal,
    pile,
    play,
    position,
    value,
    verbs,
)

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


@pytest.mark.parametrize(("player", "owners"), [(1, {0, 1}), (2, {1, 2}), (4, {3, 0})])
def test_r21_the_neighbour_who_shares_it_is_the_next_player_clockwise(player, owners):
    table = position(
        f"tranquility 4 {RU}",
        "hands 1 2 / 3 4 / 5 6 / 7 8",
        "oranges 1 / 0 / 0 / 0",
        f"shared compass P{player}",
    )

    assert {seat for seat in range(4) if table.view(0)["shares_compass"][seat]} == owners


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


# --- what both editions have in common ---


@pytest.mark.parametrize("edition", ["uk", "ru"])
def test_r9_both_have_the_same_18_cards_of_stormy_seas(edition):
    table = make_table("tranquility", mode="pyramid", edition=edition)

    table.reset(1)

    deal = table.game.notation.read_outcome(next(table.history()).state)["deal"]
    others = [card for card in deal["explorer"] if card not in ("border", "finish")]
    assert len(others) == 18
    assert [others.count(card) for card in ("reef", "monster", "compass")] == [1, 5, 6]


@pytest.mark.parametrize("edition", ["uk", "ru"])
def test_r22_who_was_dealt_the_fewest_cards_starts(edition):
    table = make_table("tranquility", 2, edition=edition)

    for seed in range(20):
        table.reset(seed)
        deal = table.game.notation.read_outcome(next(table.history()).state)["deal"]
        sizes = [len(pile) for pile in deal["piles"]]
        assert sizes[deal["first"]] == min(sizes) < max(sizes)


@pytest.mark.parametrize("edition", ["uk", "ru"])
def test_r22_the_reef_begins_at_a_random_row(edition):
    table = make_table("tranquility", 2, edition=edition, expansions=["reefs"])
    rows = set()

    for seed in range(60):
        table.reset(seed)
        rows.add(value(table, "reef_row"))

    assert rows == set(range(6))


@pytest.mark.parametrize("edition", ["uk", "ru"])
def test_r22_in_day_and_night_the_upper_rows_need_the_sun(edition):
    lower_rows = " ".join(f"{column}{row}" for row in (1, 2, 3) for column in "abcdef")
    upper_rows = " ".join(f"{column}{row}" for row in (4, 5, 6) for column in "abcdef")

    for moons, may in ((lower_rows, True), (upper_rows, False)):
        table = position(
            f"tranquility 2 mode=day_and_night edition={edition}",
            "hands 60 finish / 61 62",
            f"grid {along_the_line()}",
            f"moon {moons}",
            "start lies",
        )
        assert ("finish" in verbs(table)) is may
