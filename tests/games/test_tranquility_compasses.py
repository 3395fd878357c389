"""Tranquility: when compasses lift storms besides the beginning of a turn."""

from __future__ import annotations

import pytest

from tests.games.tranquility_tables import (
    along_the_line,
    discarded,
    hand,
    hands,
    legal,
    pile,
    play,
    position,
    result,
    value,
    verbs,
)

RU = "edition=ru expansions=storms"
OWN_YELLOW_OR_NOT = ["lift yellow P1", "no lift"]


# --- before a refill ---


def test_r13_before_the_refill_a_player_may_lift_their_own_yellow_storm():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 1 2",
        "piles 5 6 7 8 /",
        "yellows 1 / 0",
        "compasses 1",
    )

    play(table, "play 10 c3")
    assert (table.seat, table.phase, table.legal_names()) == (0, "lift", OWN_YELLOW_OR_NOT)
    play(table, "lift yellow P1")

    assert (hand(table, 0), pile(table, 0)) == ("5 6 7 20 30", "8")
    assert (value(table, "yellows")[0], value(table, "team_compasses")) == (0, 0)
    assert (table.seat, table.phase) == (1, "act")


def test_r13_or_keep_the_compass_and_refill_to_three():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 1 2",
        "piles 5 6 7 8 /",
        "yellows 1 / 0",
        "compasses 1",
    )

    play(table, "play 10 c3", "no lift")

    assert hand(table, 0) == "5 20 30"
    assert (value(table, "yellows")[0], value(table, "team_compasses")) == (1, 1)
    assert (table.seat, table.phase) == (1, "act")


def test_r13_no_other_storm_is_lifted_then():
    table = position(
        "tranquility 3 expansions=storms",
        "hands 1 2 / 10 20 30 / 3 4",
        "piles / 5 6 7 8 /",
        "yellows 0 / 1 / 1",
        "oranges 1 / 1 / 0",
        "purples 5=2",
        "compasses 3",
        "turn P2",
    )

    play(table, "discard 10", "discard 20")

    assert table.legal_names() == ["lift yellow P2", "no lift"]


def test_r13_of_two_yellow_storms_one_may_be_lifted_though_that_does_not_raise_the_limit():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 1 2",
        "piles 5 6 7 8 /",
        "yellows 2 / 0",
        "compasses 1",
    )

    play(table, "play 10 c3")
    assert (table.seat, table.legal_names()) == (0, OWN_YELLOW_OR_NOT)
    play(table, "lift yellow P1")

    assert value(table, "yellows")[0] == 1
    assert hand(table, 0) == "5 20 30"
    assert table.seat == 1


def test_r13_after_a_lift_the_player_is_asked_again():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 1 2",
        "piles 5 6 7 8 /",
        "yellows 2 / 0",
        "compasses 2",
    )

    play(table, "play 10 c3", "lift yellow P1")
    assert (table.seat, table.phase, table.legal_names()) == (0, "lift", OWN_YELLOW_OR_NOT)
    play(table, "lift yellow P1")

    assert hand(table, 0) == "5 6 7 20 30"


def test_r13_after_no_lift_the_player_is_not():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 1 2",
        "piles 5 6 7 8 /",
        "yellows 2 / 0",
        "compasses 2",
    )

    play(table, "play 10 c3", "no lift")

    assert (table.seat, table.phase) == (1, "act")


@pytest.mark.parametrize(
    ("hand_before", "pile_before", "asked"),
    [
        ("10 20 30", "", False),
        ("10 20 30 40", "", False),
        ("10 20 30 40 50", "", True),
        ("10 20 30", "5", True),
        ("10 20 30 40 50", "5", True),
    ],
)
def test_r13_it_must_matter_so_the_pile_has_cards_or_the_hand_is_above_the_limit(
    hand_before, pile_before, asked
):
    table = position(
        "tranquility 2 expansions=storms",
        f"hands {hand_before} / 1 2",
        f"piles {pile_before} /",
        "yellows 1 / 0",
        "compasses 1",
    )

    play(table, "play 10 c3")

    assert (table.phase == "lift") is asked
    assert table.seat == (0 if asked else 1)


def test_r13_at_the_end_of_ones_own_turn_nobody_discards_down_to_the_limit():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 40 50 / 1 2",
        "yellows 1 / 0",
        "compasses 1",
    )

    play(table, "play 10 c3", "no lift")

    assert (hand(table, 0), discarded(table, 0)) == ("20 30 40 50", "")


@pytest.mark.parametrize(
    "storms", ["yellows 0 / 1 | oranges 1 / 0 | compasses 1", "yellows 1 / 0", "compasses 1"]
)
def test_r13_without_a_yellow_storm_of_ones_own_and_a_compass_nobody_is_asked(storms):
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 1 2",
        "grid d3=60",
        "piles 5 6 7 8 /",
        storms,
    )

    play(table, "discard 10", "discard 20")

    assert (table.seat, table.phase) == (1, "act")


@pytest.mark.parametrize(
    ("compasses", "asked"),
    [
        ("own compasses 1 / 0 / 0", True),
        ("own compasses 0 / 2 / 1", False),
        ("shared compass P1", True),
        ("shared compass P3", True),
        ("shared compass P2", False),
    ],
)
def test_r13_in_the_russian_edition_it_takes_a_compass_of_ones_own_or_a_shared_one(
    compasses, asked
):
    table = position(
        f"tranquility 3 {RU}",
        "hands 10 20 30 / 1 2 / 3 4",
        "piles 5 6 7 8 / /",
        "yellows 1 / 0 / 0",
        compasses,
    )

    play(table, "discard 10", "discard 20")

    assert (table.phase == "lift") is asked


def test_r13_ones_own_compass_goes_before_the_shared_one():
    table = position(
        f"tranquility 2 {RU}",
        "hands 10 20 30 / 1 2",
        "piles 5 6 7 8 /",
        "yellows 1 / 0",
        "own compasses 1 / 0",
        "shared compass P2",
    )

    play(table, "play 10 c3", "lift yellow P1")

    assert value(table, "own_compasses")[:2] == [0, 0]
    assert value(table, "shared_compass") == 1


def test_r13_a_yellow_storm_that_is_drawn_in_the_refill_is_answered_and_no_more():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 1 2",
        "piles 5 yellow 6 7 8 /",
        "compasses 1",
    )

    play(table, "discard 10", "discard 20")
    assert (table.phase, table.legal_names()) == ("answer", ["accept", "cancel"])
    play(table, "accept")

    assert (hand(table, 0), table.seat) == ("5 6 30", 1)


def test_r13_a_compass_that_was_traded_for_can_be_used_at_once():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 1 2",
        "piles 5 6 7 8 9 40 /",
        "yellows 1 / 0",
    )

    play(table, "trade", "lift yellow P1")

    assert hand(table, 0) == "5 6 7 8 9"
    assert (value(table, "team_compasses"), value(table, "supply")) == (0, 5)


def test_20_the_lift_comes_after_the_compass_for_a_row_and_the_reef():
    table = position(
        "tranquility 1 expansions=reefs,storms",
        "hands 14 40 41",
        f"grid {along_the_line(range(12, 18), but='c1')}",
        "piles 60 61 62 63 64",
        "reef 5",
        "yellows 1",
    )

    play(table, "play 14 c1", "discard 41")
    assert (table.phase, value(table, "team_compasses")) == ("reef", 1)
    play(table, "reef 2")
    assert (table.phase, table.legal_names()) == ("lift", OWN_YELLOW_OR_NOT)
    play(table, "lift yellow P1")

    assert hand(table, 0) == "40 60 61 62 63"


def test_r13_in_the_pyramid_too():
    table = position(
        "tranquility 2 mode=pyramid",
        "hands 10 20 30 / 1 2",
        "piles 5 6 7 8 /",
        "yellows 1 / 0",
        "compasses 1",
    )

    play(table, "play 10 b1")

    assert (table.phase, table.legal_names()) == ("lift", OWN_YELLOW_OR_NOT)


def at_the_refill_of_the_team(*parts: str):
    """Return a table at which a Start was played and the eight cards are discarded."""
    table = position(
        "tranquility 3 expansions=storms talk_rounds=0",
        "hands 31 32 33 34 / 11 12 start / 21 22 23",
        "piles 1 / 4 5 6 7 / 8 9 10 13 14",
        "turn P2",
        *parts,
    )
    play(table, "start")
    while table.phase != "pledge":
        play(table, "no blind")
    # the others have seven cards, and so all of these are due
    return play(table, "pledge 1", "discard 11")


def test_r13_after_a_start_each_is_asked_before_their_own_refill():
    table = at_the_refill_of_the_team("yellows 0 / 1 / 1", "compasses 2")

    assert (table.seat, table.legal_names()) == (1, ["lift yellow P2", "no lift"])
    play(table, "lift yellow P2")
    assert hand(table, 1) == "4 5 6 7 12"
    assert (table.seat, table.legal_names()) == (2, ["lift yellow P3", "no lift"])
    play(table, "no lift")

    assert hands(table) == ["1", "4 5 6 7 12", "8 9 10"]
    assert (table.seat, table.phase) == (2, "act")


def test_r13_who_comes_later_needs_a_compass_that_is_left():
    table = at_the_refill_of_the_team("yellows 0 / 1 / 1")

    play(table, "lift yellow P2")  # with the compass that the Start has brought

    assert hands(table) == ["1", "4 5 6 7 12", "8 9 10"]
    assert (table.seat, table.phase) == (2, "act")


def test_r13_after_a_start_one_lifts_before_discarding_down_to_the_limit():
    begin = (
        "tranquility 2 expansions=storms talk_rounds=0",
        "hands 11 12 start / 21 22 23 24 25",
        "piles 1 2 3 4 5 / 6 7 8 9",
        "yellows 1 / 0",
    )
    shed = ("start", "blind", "pledge 0", *(f"discard {n}" for n in (6, 7, 21, 22, 23, 24)))
    table = play(position(*begin), *shed)

    assert (table.seat, table.phase, table.legal_names()) == (0, "lift", OWN_YELLOW_OR_NOT)
    play(table, "lift yellow P1")

    assert hands(table) == ["1 2 5 11 12", "8 9 25"]
    assert discarded(table, 0) == ""
    other = play(position(*begin), *shed, "no lift")
    assert (other.seat, other.phase, value(other, "owed")) == (0, "hold", 1)


def test_r13_after_a_start_a_hand_above_the_limit_is_enough():
    table = position(
        "tranquility 2 expansions=storms talk_rounds=0",
        "hands 11 12 13 start / 21 22 23 24 25",
        "piles 1 2 / 6 7 8 9",
        "yellows 1 / 0",
    )

    play(table, "start", "pledge 1", "discard 1")

    assert (hand(table, 0), pile(table, 0)) == ("2 11 12 13", "")
    assert (table.seat, table.phase, table.legal_names()) == (0, "lift", OWN_YELLOW_OR_NOT)


# --- rescue ---


def test_r14_another_player_lifts_a_storm_for_who_has_no_legal_action():
    table = position(
        f"tranquility 3 {RU}",
        "hands 40 / 1 2 / 3 4",
        "grid a1=10",
        "oranges 1 / 0 / 0",
        "own compasses 0 / 1 / 0",
    )

    assert (table.seat, table.phase) == (1, "rescue")
    assert table.legal_names() == ["lift orange P1", "no lift"]
    play(table, "lift orange P1")

    assert (table.seat, table.phase, verbs(table)) == (0, "act", {"play"})
    assert value(table, "own_compasses")[:3] == [0, 0, 0]


def test_r14_who_is_asked_may_say_no_and_then_all_have_lost():
    table = position(
        f"tranquility 3 {RU}",
        "hands 40 / 1 2 / 3 4",
        "grid a1=10",
        "oranges 1 / 0 / 0",
        "own compasses 0 / 1 / 0",
    )

    play(table, "no lift")

    assert result(table) == "loss"
    assert value(table, "own_compasses")[:3] == [0, 1, 0]


def test_r14_any_storm_in_play_may_be_lifted():
    table = position(
        f"tranquility 3 {RU}",
        "hands 40 / 1 2 / 3 4",
        "grid a1=10",
        "oranges 1 / 0 / 1",
        "yellows 0 / 1 / 0",
        "purples 2=1",
        "own compasses 0 / 1 / 0",
    )

    assert table.legal_names() == [
        *("lift orange P1", "lift orange P3", "lift purple 2", "lift yellow P2", "no lift"),
    ]


def test_r14_a_row_that_is_opened_may_be_a_way_out():
    table = position(
        "tranquility 3 edition=ru expansions=monsters,storms",
        "hands monster monster / 1 2 / 3 4",
        "grid b2=30 c5=40",
        "purples 2=1 5=1",
        "own compasses 0 / 0 / 1",
    )

    play(table, "lift purple 5")

    assert (table.seat, table.legal_names()) == (0, ["monster c5"])


def test_r14_the_others_are_asked_clockwise_from_the_player_to_move():
    table = position(
        f"tranquility 4 {RU}",
        "hands 1 2 / 40 / 3 4 / 5 6",
        "grid a1=10",
        "oranges 0 / 1 / 0 / 0",
        "own compasses 1 / 0 / 0 / 1",
        "turn P2",
    )

    assert table.seat == 3
    play(table, "no lift")
    assert (table.seat, table.phase) == (0, "rescue")
    play(table, "lift orange P2")

    assert (table.seat, table.phase) == (1, "act")
    assert value(table, "own_compasses")[:4] == [0, 0, 0, 1]


def test_r14_who_lifted_is_asked_again():
    table = position(
        f"tranquility 3 {RU}",
        "hands 40 / 1 2 / 3 4",
        "grid a1=10",
        "oranges 1 / 0 / 0",
        "yellows 0 / 0 / 1",
        "own compasses 0 / 2 / 1",
    )

    play(table, "lift yellow P3")
    assert (table.seat, table.legal_names()) == (1, ["lift orange P1", "no lift"])
    play(table, "lift orange P1")

    assert (table.seat, table.phase) == (0, "act")


def test_r14_while_they_have_the_use_of_another_compass():
    table = position(
        f"tranquility 3 {RU}",
        "hands 40 / 1 2 / 3 4",
        "grid a1=10",
        "oranges 1 / 0 / 0",
        "yellows 0 / 0 / 1",
        "own compasses 0 / 1 / 1",
    )

    play(table, "lift yellow P3")

    assert (table.seat, table.phase) == (2, "rescue")


def test_r14_and_a_storm_is_left():
    table = position(
        f"tranquility 3 {RU}",
        "hands 5 / 1 2 / 3 4",
        "grid a1=10",
        "yellows 0 / 0 / 1",
        "own compasses 0 / 2 / 1",
    )

    play(table, "lift yellow P3")

    assert result(table) == "loss"


def test_r14_who_said_no_is_not_asked_again():
    table = position(
        f"tranquility 3 {RU}",
        "hands 40 / 1 2 / 3 4",
        "grid a1=10",
        "oranges 1 / 0 / 0",
        "yellows 0 / 0 / 1",
        "own compasses 0 / 1 / 1",
    )

    play(table, "no lift", "lift yellow P3")

    assert result(table) == "loss"
    assert value(table, "own_compasses")[:3] == [0, 1, 0]


def test_r14_they_are_asked_also_where_no_lift_can_help():
    table = position(
        f"tranquility 3 {RU}",
        "hands / 1 2 / 3 4",
        "yellows 0 / 1 / 0",
        "own compasses 0 / 0 / 1",
    )

    assert (table.seat, table.legal_names()) == (2, ["lift yellow P2", "no lift"])


@pytest.mark.parametrize("rest", ["own compasses 0 / 1 / 1", "oranges 1 / 0 / 0"])
def test_r14_without_a_storm_in_play_or_a_compass_nobody_is_asked(rest):
    table = position(f"tranquility 3 {RU}", "hands 5 / 1 2 / 3 4", "grid a1=10", rest)

    assert result(table) == "loss"


def test_r14_who_shares_a_compass_has_the_use_of_it_until_it_is_spent():
    table = position(
        f"tranquility 4 {RU}",
        "hands 5 / 1 2 / 3 4 / 6 7",
        "grid a1=10",
        "oranges 1 / 1 / 0 / 0",
        "shared compass P3",
    )

    assert table.seat == 2
    play(table, "no lift")
    assert table.seat == 3
    play(table, "lift orange P1")

    assert value(table, "shared_compass") == -1
    assert result(table) == "loss"


def test_r14_ones_own_compass_goes_before_the_shared_one():
    table = position(
        f"tranquility 3 {RU}",
        "hands 5 / 1 2 / 3 4",
        "grid a1=10",
        "oranges 1 / 1 / 0",
        "own compasses 0 / 1 / 0",
        "shared compass P2",
    )

    play(table, "lift orange P2")

    assert (value(table, "own_compasses")[1], value(table, "shared_compass")) == (0, 1)
    assert (table.seat, table.legal_names()) == (1, ["lift orange P1", "no lift"])


def test_r14_first_the_player_to_move_lifts_what_they_can():
    table = position(
        f"tranquility 3 {RU}",
        "hands 40 / 1 2 / 3 4",
        "grid a1=10",
        "oranges 1 / 0 / 0",
        "yellows 0 / 1 / 0",
        "own compasses 1 / 1 / 0",
    )

    assert (table.seat, table.phase) == (0, "act")
    assert table.legal_names() == ["lift orange P1", "lift yellow P2"]
    play(table, "lift yellow P2")

    assert (table.seat, table.phase, legal(table, "lift")) == (1, "rescue", ["orange P1"])


def test_r14_in_the_ukrainian_edition_there_is_no_rescue():
    table = position(
        "tranquility 3 expansions=storms",
        "hands 5 / 1 2 / 3 4",
        "grid a1=10",
        "oranges 1 / 0 / 0",
        "yellows 0 / 1 / 0",
        "compasses 1",
    )

    assert (table.seat, table.phase) == (0, "act")
    play(table, "lift orange P1")

    assert result(table) == "loss"


def test_r14_alone_there_is_nobody_to_ask():
    table = position(f"tranquility 1 {RU} | hands 5 | grid a1=10 | oranges 1")

    assert result(table) == "loss"


def test_r14_in_the_pyramid_too():
    table = position(
        "tranquility 2 mode=pyramid edition=ru",
        "hands 40 / 1 2",
        "grid a1=10",
        "oranges 1 / 0",
        "own compasses 0 / 1",
    )

    assert (table.seat, table.phase) == (1, "rescue")


def test_r14_while_others_are_asked_all_know_that_the_player_to_move_has_no_legal_action():
    # e6 and f6 are empty: any card above 48 could lie on f6 for nothing
    table = position(
        "tranquility 2 edition=ru expansions=storms",
        "hands 5 / 1 2",
        f"grid {along_the_line((0, 0, 0, 0, 0, 0, *range(21, 49)), but='a1 b1 c1 d1 e1 f1')}",
        "piles / 60 61 62 63 64 65 66 67 7 8 9",
        "purples 1=1",
        "own compasses 0 / 1",
        "start lies",
    )

    assert (table.seat, table.phase) == (1, "rescue")
    held = {hand(table.redealt(1, seed), 0) for seed in range(60)}
    assert {"5", "7", "8", "9"} == held


# --- talk ---


def test_r15_which_storm_is_lifted_is_not_talked_about_here():
    table = position(
        "tranquility 3 expansions=storms",
        "hands 10 start / 1 2 / 3 4",
        "piles orange 5 / 6 /",
        "yellows 0 / 1 / 0",
        "compasses 1",
    )

    assert table.legal_names() == ["lift yellow P2", "start"]
    assert {kind.kind for kind in table.game.actions.kinds if "offer" in kind.kind} == {"offer"}
    drawn = position(
        "tranquility 2 expansions=storms | hands 10 20 / 1 2 | piles orange 5 / | compasses 1"
    )
    assert play(drawn, "discard 10").legal_names() == ["accept", "cancel"]
