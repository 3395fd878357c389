"""Tranquility, rule by rule: the field, the cost, the deal, a turn and the end.

The test names follow the numbers in the rule list. What the Start, the expansions and the
modes add is tested in the files named after them.
"""

from __future__ import annotations

import pytest

from boardgame_envs import make_table
from boardgame_envs.games.tranquility.cards import (
    BORDERS,
    COMPASSES,
    FINISHES,
    ISLANDS,
    STARTS,
    STORMS,
)
from boardgame_envs.games.tranquility.rules import count_all_cards
from tests.games.tranquility_tables import (
    along_the_line,
    cells,
    discarded,
    hand,
    legal,
    on_field,
    pile,
    play,
    position,
    result,
    value,
    verbs,
)

# --- the box and the field ---


def test_1_what_is_in_the_box():
    assert (ISLANDS, STARTS, FINISHES, BORDERS) == (80, 5, 5, 25)
    assert (STORMS, COMPASSES) == (6, 6)


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ({}, 80 + 5 + 3),
        ({"removed_islands": 12}, 80 + 5 + 3),
        ({"expansions": ["reefs"]}, 80 + 5 + 3 + 1),
        ({"expansions": ["monsters"], "monsters": 5}, 80 + 5 + 3 + 5),
        ({"expansions": ["storms"]}, 80 + 5 + 3 + 6 + 6),
        ({"mode": "high_arch"}, 80 + 5),
        ({"mode": "pyramid"}, 80 + 5 + 3 + 25 + 18),
        ({"mode": "day_and_night"}, 80 + 5 + 3 + 6),
        ({"mode": "duel"}, 80),
    ],
)
def test_1_what_a_setting_takes_out_of_the_box(options, cards):
    table = make_table("tranquility", **options)

    table.reset(1)

    assert count_all_cards(table.states[0]) == cards


def test_2_the_line_goes_from_the_bottom_left_to_the_top_right():
    line = cells(position("tranquility 1 | hands 1 2 3 4 5"))

    assert len(line) == 36
    assert line[:8] == ["a1", "b1", "c1", "d1", "e1", "f1", "a2", "b2"]
    assert line[-1] == "f6"


def test_2_the_end_of_a_row_is_adjacent_to_the_beginning_of_the_next():
    table = position("tranquility 1 | hands 12 13 14 70 80 | grid f1=10")

    play(table, "play 12 a2")

    assert table.phase == "pay"
    assert value(table, "owed") == 2


def test_2_there_is_no_vertical_adjacency():
    table = position("tranquility 1 | hands 12 13 14 70 80 | grid b2=10 | piles 1 2 3 4")

    play(table, "play 14 b3")

    assert hand(table, 0) == "1 12 13 70 80"


def test_3_numbers_ascend_along_the_whole_line():
    table = position("tranquility 1 | hands 15 40 66 67 68 | grid c2=20 d5=60")

    at = {
        number: [p[3:] for p in legal(table, "play") if p[:2] == number] for number in ("15", "40")
    }

    before, between = cells(table)[:8], cells(table)[9:27]
    assert at["15"] == sorted(set(before) - {"b2"})  # beside the 20 it would cost 5
    assert at["40"] == sorted(set(between) - {"d2", "c5"})


def test_3_only_the_numbers_between_the_nearest_ones_fit_however_far_these_are():
    table = position("tranquility 1 | hands 19 21 23 | grid a1=20 f6=22")

    assert {p.split()[0] for p in legal(table, "play")} == {"21"}


def test_3_a_placement_may_leave_cells_that_nothing_can_fill():
    table = position("tranquility 1 | hands 1 80 | grid a1=40")

    assert "80 e6" in legal(table, "play")
    assert "80 b1" not in legal(table, "play")


# --- the cost ---


def test_4_without_a_neighbour_a_card_costs_nothing():
    table = position("tranquility 1 | hands 12 70 | grid a1=10 | piles 1 2 3 4")

    play(table, "play 12 c1")

    assert hand(table, 0) == "1 2 3 4 70"
    assert discarded(table, 0) == ""


def test_4_with_one_neighbour_it_costs_the_difference():
    table = position("tranquility 1 | hands 13 60 61 70 80 | grid a1=10")

    play(table, "play 13 b1", "discard 60", "discard 61", "discard 80")

    assert hand(table, 0) == "70"
    assert discarded(table, 0) == "60 61 80"


@pytest.mark.parametrize(("number", "cost"), [(12, 2), (16, 1)])
def test_4_with_two_neighbours_it_costs_the_smaller_difference(number, cost):
    table = position(
        "tranquility 1",
        f"hands {number} 60 61 70 80",
        "grid a1=10 c1=17",
        "piles 1 2 3 4 5",
    )

    play(table, f"play {number} b1")

    assert value(table, "owed") == cost


def test_4_who_cannot_pay_cannot_place():
    table = position("tranquility 1 | hands 13 14 15 80 | grid a1=10 c1=40")

    assert [p for p in legal(table, "play") if p.endswith("b1")] == ["13 b1"]


def test_4_the_cost_comes_from_the_hand_never_from_the_pile():
    table = position("tranquility 1 | hands 12 70 | grid a1=10 | piles 1 2 3 4 5 6")

    assert "12 b1" not in legal(table, "play")


def test_4_the_card_itself_is_no_payment():
    table = position("tranquility 1 | hands 11 | grid a1=10")

    assert "11 b1" not in legal(table, "play")
    assert "11 c1" in legal(table, "play")


# --- a turn ---


def test_8_after_the_action_the_hand_is_refilled_to_five_and_the_next_player_has_a_turn():
    table = position("tranquility 3 | hands 10 20 30 40 50 / 60 70 / 1 2 | piles 61 62 63 /  /")

    play(table, "discard 10", "discard 40")

    assert hand(table, 0) == "20 30 50 61 62"
    assert pile(table, 0) == "63"
    assert table.seat == 1


def test_8_with_an_empty_pile_one_goes_on_with_what_is_left():
    table = position("tranquility 2 | hands 10 20 30 40 50 / 60 70 | piles 61 / 8 9")

    play(table, "discard 10", "discard 40")

    assert hand(table, 0) == "20 30 50 61"
    assert hand(table, 1) == "60 70"  # nobody else draws


# --- actions ---


def test_9_an_island_is_played_on_an_empty_cell():
    table = position("tranquility 2 | hands 10 20 / 60 70 | grid b3=15")

    play(table, "play 20 f4")

    assert on_field(table) == "b3=15 f4=20"
    assert hand(table, 0) == "10"


def test_9_an_occupied_cell_is_not_for_another_card():
    table = position("tranquility 2 | hands 10 20 / 60 70 | grid b3=15")

    assert not [p for p in legal(table, "play") if p.endswith("b3")]


def test_9_only_islands_are_played_on_cells():
    table = position("tranquility 2 | hands 10 finish finish / 60 70")

    assert {p.split()[0] for p in legal(table, "play")} == {"10"}


def test_10_two_cards_are_discarded_by_choice():
    table = position("tranquility 2 | hands 10 20 30 40 finish / 60 70")

    assert legal(table, "discard") == ["10", "20", "30", "40"]
    play(table, "discard 20")
    assert legal(table, "discard") == ["30", "40", "finish"]
    assert verbs(table) == {"discard"}
    play(table, "discard finish")

    assert hand(table, 0) == "10 30 40"
    assert discarded(table, 0) == "20 finish"
    assert value(table, "discard_sizes")[:2] == [2, 0]


def test_10_one_card_cannot_be_discarded():
    table = position("tranquility 2 | hands 10 / 60 70")

    assert verbs(table) == {"play"}


def test_11_a_hand_has_an_order():
    table = position("tranquility 2 expansions=monsters | hands finish 80 3 start / 5 | start lies")

    assert hand(table, 0) == "3 80 start finish"


def test_11_until_a_start_lies_it_is_not_discarded():
    table = position(
        "tranquility 1 expansions=storms",
        "hands 10 20 30 40",
        "grid a1=1",
        "piles start yellow 7",
    )

    play(table, "play 10 c4")

    assert hand(table, 0) == "20 30 40 start"
    assert table.legal_names() == ["discard 20", "discard 30", "discard 40"]


def test_11_further_starts_are_dead_cards_that_may_be_discarded():
    table = position("tranquility 3 | hands 10 start start finish / 60 70 / 50 | start lies")

    assert legal(table, "discard") == ["10", "start"]
    play(table, "discard start")
    assert legal(table, "discard") == ["finish", "start"]
    play(table, "discard start")
    assert discarded(table, 0) == "start start"


def test_11_a_card_that_cannot_be_discarded_pays_for_nothing():
    table = position("tranquility 1 expansions=monsters | hands 12 70 monster | grid a1=10")

    assert "12 b1" not in legal(table, "play")
    assert "12 c1" in legal(table, "play")


# --- the end ---


def test_16_the_finish_wins_when_the_field_is_full_and_a_start_lies():
    table = position(
        "tranquility 2",
        "hands 70 finish / 60 71",
        f"grid {along_the_line()}",
        "start lies",
    )

    play(table, "finish")

    assert result(table) == "win"
    assert table.returns == [1.0, 1.0]


def test_16_the_finish_is_not_legal_before_the_field_is_full():
    table = position(
        "tranquility 2",
        "hands 70 finish / 60 71",
        f"grid {along_the_line(but='d4')}",
        "start lies",
    )

    assert "finish" not in verbs(table)


def test_16_the_finish_is_not_legal_before_a_start_lies():
    table = position(f"tranquility 2 | hands 70 finish / 60 71 | grid {along_the_line()}")

    assert table.legal_names() == ["discard 70"]


def test_16_a_full_field_without_a_finish_in_hand_goes_on_with_discards():
    table = position(f"tranquility 2 | hands 70 71 / finish | grid {along_the_line()} | start lies")

    play(table, "discard 70")

    assert table.seat == 1
    assert table.legal_names() == ["finish"]


@pytest.mark.parametrize("left", ["", "7", "finish"])
def test_17_the_team_loses_when_a_player_to_move_has_no_legal_action(left):
    table = position(f"tranquility 3 | hands 30 40 50 / {left} / 60 61 62 63 | grid a1=10")

    play(table, "discard 30", "discard 40")

    assert result(table) == "loss"
    assert table.returns == [-1.0, -1.0, -1.0]


def test_17_a_single_card_that_can_be_played_is_a_legal_turn():
    table = position("tranquility 3 | hands 30 40 50 / 55 / 60 61 62 63 | grid a1=10")

    play(table, "discard 30", "discard 40")

    assert table.seat == 1
    assert verbs(table) == {"play"}


def test_17_only_the_player_to_move_is_looked_at():
    table = position("tranquility 3 | hands 30 40 50 / 12 55 / 7 | grid a1=10")

    play(table, "discard 30", "discard 40")

    assert table.seat == 1


# --- discards without a choice ---


def test_r1_a_card_before_the_last_one_named_is_not_legal():
    table = position("tranquility 1 | hands 13 60 61 70 80 | grid a1=10")

    play(table, "play 13 b1", "discard 61")

    assert table.legal_names() == ["discard 70"]


def test_r1_nor_is_one_that_leaves_too_few_after_it():
    table = position("tranquility 1 | hands 13 60 61 70 80 | grid a1=10")

    play(table, "play 13 b1")

    assert table.legal_names() == ["discard 60", "discard 61"]


def test_r1_every_set_of_two_cards_is_reached_by_exactly_one_sequence():
    table = position("tranquility 3 | hands 10 20 30 start start / 60 / 70 | start lies")

    pairs = []
    for first in legal(table, "discard"):
        after = play(table.clone(), f"discard {first}")
        pairs += [(first, second) for second in legal(after, "discard")]

    assert pairs == [
        *(("10", "20"), ("10", "30"), ("10", "start")),
        *(("20", "30"), ("20", "start"), ("30", "start"), ("start", "start")),
    ]


def test_r2_what_is_all_that_is_left_goes_without_a_decision():
    table = position("tranquility 2 | hands 13 60 61 80 / 1 2 | grid a1=10")

    play(table, "play 13 b1")

    assert discarded(table, 0) == "60 61 80"
    assert table.seat == 1


def test_r2_so_does_the_second_card_of_two():
    table = position("tranquility 2 expansions=monsters | hands 60 80 monster / 1 2 | grid a1=10")

    assert legal(table, "discard") == ["60"]
    play(table, "discard 60")

    assert discarded(table, 0) == "60 80"
    assert hand(table, 0) == "monster"


def test_r2_a_single_legal_action_is_still_asked_for_while_more_cards_are_left():
    table = position("tranquility 2 | hands 12 60 61 80 / 1 2 | grid a1=10")

    play(table, "play 12 b1", "discard 61")

    assert table.seat == 0
    assert table.legal_names() == ["discard 80"]


# --- rewards ---


def test_47_all_win_or_lose_alike_on_the_last_step():
    table = position(
        "tranquility 3",
        "hands 70 71 / 60 finish / 61 62",
        f"grid {along_the_line()}",
        "start lies",
    )

    play(table, "discard 70")
    assert table.returns == [0.0, 0.0, 0.0]
    play(table, "finish")

    assert table.returns == [1.0, 1.0, 1.0]


def test_v4_progress_adds_a_share_for_every_filled_cell():
    table = position("tranquility 2 reward=progress | hands 70 71 72 / 1 2 3 | grid a1=10 b3=11")

    play(table, "play 70 d5")

    assert table.returns == pytest.approx([3 / 36] * 2)


def test_v4_progress_takes_it_back_for_a_cell_that_is_emptied():
    table = position(
        "tranquility 2 expansions=monsters reward=progress",
        "hands 70 monster / 1 2 3",
        "grid a1=10 b3=11",
    )

    play(table, "monster b3")

    assert table.returns == pytest.approx([1 / 36] * 2)


def test_v4_progress_and_outcome_are_added_up():
    won = position(
        "tranquility 1 reward=progress",
        "hands 70 finish",
        f"grid {along_the_line()}",
        "start lies",
    )
    lost = position(
        "tranquility 1 reward=progress",
        "hands 70",
        f"grid {along_the_line()}",
        "start lies",
    )

    play(won, "finish")

    assert won.returns == pytest.approx([2.0])
    assert lost.returns == pytest.approx([0.0])
