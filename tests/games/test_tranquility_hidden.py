"""Tranquility: what a player cannot know is dealt anew, all else stays."""

from __future__ import annotations

from tests.games.tranquility_tables import (
    along_the_line,
    discarded,
    hand,
    hands,
    names,
    pile,
    play,
    position,
    value,
)


def test_19_a_player_knows_their_own_hand_and_discards_and_all_sizes():
    table = position(
        "tranquility 3 removed_islands=3",
        "hands 10 11 12 13 / 20 21 22 / 30 31",
        "grid a3=40 b5=50",
        "piles 1 2 3 / 4 5 / 6 7 8 start",
        "discards 60 61 / 62 / 63 64 65",
        "removed 70 71 72",
    )

    for seed in range(30):
        other = table.redealt(0, seed)
        assert hand(other, 0) == "10 11 12 13"
        assert discarded(other, 0) == "60 61"
        for name in ("hand_sizes", "pile_sizes", "discard_sizes", "grid", "active", "seat"):
            assert value(other, name) == value(table, name)
        assert [len(h.split()) for h in hands(other)] == [4, 3, 2]


def test_19_nobody_knows_other_hands_piles_discards_or_removed_islands():
    table = position(
        "tranquility 3 removed_islands=3",
        "hands 10 11 12 13 / 20 21 22 / 30 31",
        "grid a3=40 b5=50",
        "piles 1 2 3 / 4 5 / 6 7 8 start",
        "discards 60 61 / 62 / 63 64 65",
        "removed 70 71 72",
        "fresh 4 / 3 / 2",
    )
    hidden = {str(n) for n in (*range(1, 9), 20, 21, 22, 30, 31, *range(62, 66), 70, 71, 72)}

    seen_in = {place: set() for place in ("hand", "pile", "own pile", "discards", "removed")}
    for seed in range(300):
        other = table.redealt(0, seed)
        seen_in["hand"] |= {*hand(other, 1).split()}
        seen_in["pile"] |= {*pile(other, 1).split()}
        seen_in["own pile"] |= {*pile(other, 0).split()}
        seen_in["discards"] |= {*discarded(other, 1).split()}
        seen_in["removed"] |= {*names(value(other, "removed")).split()}

    assert all(cards == hidden for cards in seen_in.values())


def test_19_another_players_start_is_among_the_cards_that_they_drew_since_the_opening():
    before = position("tranquility 2 | hands 10 11 / 20 21 22 | piles 1 2 / 3 start | fresh 2 / 0")
    after = position("tranquility 2 | hands 10 11 / 20 21 22 | piles 1 2 / 3 start | fresh 2 / 3")

    held = [
        {"start" in hand(table.redealt(0, seed), 1) for seed in range(60)}
        for table in (before, after)
    ]

    assert held == [{False}, {False, True}]


def test_19_no_start_is_among_what_was_discarded_before_one_lies():
    table = position(
        "tranquility 2",
        "hands 10 11 / 20 21 22",
        "piles 1 2 / 3 start",
        "discards / 7 8 9",
        "fresh 2 / 3",
    )

    for seed in range(60):
        assert "start" not in discarded(table.redealt(0, seed), 1)


def test_r10_no_card_is_lost_when_a_start_could_lie_where_a_monster_is_known_to_be():
    table = position(
        "tranquility 2 expansions=monsters",
        "hands 60 61 / monster",
        f"grid {along_the_line()}",
        "piles 62 / 63 start",
        "start lies",
    )

    for seed in range(60):
        other = table.redealt(0, seed)
        assert sorted(" ".join([*hands(other), pile(other, 0), pile(other, 1)]).split()) == [
            *("60", "61", "62", "63", "monster", "start"),
        ]


def test_25_no_card_is_lost_when_a_start_could_lie_where_a_storm_must_be():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 60 61 / 50 start",
        "grid a1=3",
        "piles / yellow",
        "start lies",
    )

    assert {(hand(w, 1), pile(w, 1)) for w in (table.redealt(0, s) for s in range(60))} == {
        ("50 start", "yellow")
    }


def test_12_who_has_acted_otherwise_holds_no_start_before_drawing():
    at_reef = position(
        "tranquility 2 expansions=reefs",
        "hands 10 20 30 40 / 50 51 52",
        "piles 1 2 start / 3 4",
        "reef 2",
        "fresh 4 / 3",
    )
    at_storm = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 40 / 50 51 52",
        "piles purple 1 start / 3 4",
        "fresh 4 / 3",
    )

    for table in (at_reef, at_storm):
        play(table, "play 10 c5")

        assert table.phase in ("reef", "storm")
        assert not any("start" in hand(table.redealt(1, seed), 0) for seed in range(40))


def test_12_who_has_drawn_since_may_hold_one():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 50 51 52",
        "piles 1 purple 2 start / 3 4",
    )

    play(table, "play 10 c5")

    assert table.phase == "storm"
    assert any("start" in hand(table.redealt(1, seed), 0) for seed in range(40))


def test_14_an_offer_or_pledge_shows_how_many_cards_can_be_discarded():
    table = position(
        "tranquility 3 expansions=monsters",
        "hands 11 12 13 start / 21 22 23 24 25 / 31 32 33 34 monster",
        "piles monster 1 / 2 3 / 4 5",
    )

    play(table, "start", "offer 0", "offer 5")

    assert not any("monster" in hand(table.redealt(0, seed), 1) for seed in range(40))


def test_r2_who_is_asked_what_to_discard_has_more_than_is_due():
    table = position(
        "tranquility 2 expansions=monsters",
        "hands 12 50 51 52 / 1 2",
        "grid a1=10",
        "piles monster 3 / monster 4",
    )

    play(table, "play 12 b1")

    assert table.phase == "pay"
    assert not any("monster" in hand(table.redealt(1, seed), 0) for seed in range(40))
