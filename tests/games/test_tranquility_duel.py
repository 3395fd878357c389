"""Tranquility: the duel."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs import make_table
from boardgame_envs.core.game import NotationError
from tests.games.tranquility_tables import (
    along_the_line,
    discarded,
    hand,
    hands,
    legal,
    names,
    play,
    position,
    result,
    value,
    verbs,
)

# nothing fits between or before these numbers, and f6 is empty
NO_ROOM = along_the_line(range(12, 47))
STUCK = "2 3 4 5 6"


def end_of(*parts: str, reward: str = "outcome"):
    """Return a duel that ends with the next payment: both have one card or none."""
    table = position(f"tranquility mode=duel reward={reward} | hands 40 41 42 / 70", *parts)
    return play(table, "discard 40", "discard 41")


def test_41_five_cards_each_five_in_a_row_and_the_rest_is_the_deck():
    table = make_table("tranquility", mode="duel")

    table.reset(1)

    assert table.num_players == 2
    assert [len(cards.split()) for cards in hands(table)] == [5, 5]
    assert (value(table, "row_size"), value(table, "deck_size")) == (5, 65)


def test_41_chance_says_who_starts():
    table, starters = make_table("tranquility", mode="duel"), np.zeros(2)

    for seed in range(200):
        table.reset(seed)
        starters[table.seat] += 1

    assert np.abs(starters / 100 - 1).max() < 0.25


def test_41_cards_in_the_field_belong_to_who_placed_them():
    table = position("tranquility mode=duel | hands 10 20 / 40 50 | turn P2")

    play(table, "play 40 c3", "play 10 a1")

    owners = value(table, "owner")
    assert (owners[14], owners[0]) == (1, 0)


def duel_deal(**changes):
    deal = {
        "hands": [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]],
        "row": [11, 12, 13, 14, 15],
        "deck": list(range(16, 81)),
        "first": 1,
    }
    return {"deal": {**deal, **changes}}


def test_41_a_deal_as_records_have_it():
    table = make_table("tranquility", mode="duel")

    table.reset(1, [duel_deal()])

    assert hands(table) == ["1 2 3 4 5", "6 7 8 9 10"]
    assert names(value(table, "row")) == "11 12 13 14 15"
    assert table.seat == 1


def test_41_a_record_keeps_the_order_of_the_deal_and_the_players_sort_their_hands():
    table, deal = make_table("tranquility", mode="duel"), duel_deal()
    deal["deal"]["hands"] = [[4, 2, 5, 1, 3], [6, 10, 7, 9, 8]]

    table.reset(1, [deal])

    assert hands(table) == ["1 2 3 4 5", "6 7 8 9 10"]
    assert table.game.notation.read_outcome(next(table.history()).state) == deal


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"hands": [[1, 2, 3, 4, 5]]}, "the deal must have 2 hands, not 1"),
        ({"row": [11, 12]}, "the row must have 5 cards, not 2"),
        ({"deck": list(range(16, 80))}, "the deal has 0 cards 80 instead of 1"),
        ({"deck": [*range(16, 80), "finish"]}, "0 cards 80 instead of 1"),
        ({"first": 2}, "the first player must be a seat from 0 to 1, not 2"),
        ({"row": "12345"}, "'row' must be a list"),
    ],
)
def test_41_a_deal_that_cannot_have_happened_is_refused(changes, complaint):
    with pytest.raises(NotationError) as refusal:
        make_table("tranquility", mode="duel").reset(1, [duel_deal(**changes)])

    assert complaint in str(refusal.value)


def test_42_a_placement_that_leaves_too_few_numbers_for_a_gap_is_not_legal():
    table = position("tranquility mode=duel | hands 3 78 / 40 50 | grid d1=9")

    assert [p for p in legal(table, "play") if p.startswith("3 ")] == ["3 a1", "3 b1"]
    assert [p for p in legal(table, "play") if p.startswith("78")] == ["78 d6", "78 e6", "78 f6"]


def test_42_the_last_cell_needs_no_number_after_it():
    table = position("tranquility mode=duel | hands 80 50 / 40 51")

    assert "80 f6" in legal(table, "play")
    assert "80 e6" not in legal(table, "play")


def test_42_which_cards_are_discarded_is_not_looked_at():
    table = position("tranquility mode=duel | hands 11 50 / 40 51 | grid c1=9 | discards 10 /")

    assert "11 e1" in legal(table, "play")


def test_43_the_hand_is_refilled_from_the_row_the_farthest_card_first_and_then_the_row():
    table = position(
        "tranquility mode=duel",
        "hands 10 20 30 40 50 / 60 61",
        "row 71 72 73 74 75",
        "deck 76 77 78",
    )

    play(table, "discard 10", "discard 20")

    assert hand(table, 0) == "30 40 50 71 72"
    assert names(value(table, "row")) == "73 74 75 76 77"
    assert value(table, "deck_size") == 1


def test_43_an_empty_deck_leaves_the_row_short():
    table = position("tranquility mode=duel | hands 10 20 30 40 50 / 60 61 | row 71 72 73")

    play(table, "discard 10", "discard 20")

    assert names(value(table, "row")) == "73"


def test_44_who_has_five_cards_and_no_legal_placement_may_ask_for_new_ones():
    table = position(
        "tranquility mode=duel",
        f"hands {STUCK} / 60 61",
        f"grid {NO_ROOM}",
        "row 71 72 73",
        "deck 74 75",
    )

    assert "refresh" in verbs(table)
    play(table, "refresh")
    assert (table.seat, table.legal_names()) == (1, ["agree", "refuse"])
    play(table, "agree")

    assert hand(table, 0) == "71 72 73"
    assert discarded(table, 0) == STUCK
    assert names(value(table, "row")) == "74 75"
    assert table.seat == 1


def test_44_refused_one_may_not_ask_again_in_this_turn():
    table = position(f"tranquility mode=duel | hands {STUCK} / 60 61 | grid {NO_ROOM} | row 71 72")

    play(table, "refresh", "refuse")

    assert table.seat == 0
    assert verbs(table) == {"discard"}


def test_44_in_a_later_turn_one_may():
    table = position(
        "tranquility mode=duel",
        f"hands {STUCK} / 60 61 62 63",
        f"grid {NO_ROOM}",
        "row 7 8 9 10 11",
    )

    play(table, "refresh", "refuse", "discard 2", "discard 3", "discard 60", "discard 61")

    assert "refresh" in verbs(table)


@pytest.mark.parametrize("cards", ["2 3 4 5", "2 3 4 5 47"])
def test_44_with_fewer_cards_or_a_placement_one_may_not(cards):
    table = position(f"tranquility mode=duel | hands {cards} / 60 61 | grid {NO_ROOM} | row 71 72")

    assert "refresh" not in verbs(table)


def test_r6_cannot_move_means_that_no_placement_is_legal():
    table = position(f"tranquility mode=duel | hands {STUCK} / 60 61 | grid {NO_ROOM} | row 71 72")

    assert verbs(table) == {"discard", "refresh"}


def test_45_who_has_one_card_that_cannot_be_placed_passes():
    table = position(f"tranquility mode=duel | hands 50 51 52 53 / 2 | grid {NO_ROOM}")

    play(table, "discard 50", "discard 51")

    assert table.seat == 0


def test_45_a_single_card_that_can_be_placed_is_a_turn():
    table = position("tranquility mode=duel | hands 50 51 52 53 / 60 | grid a1=30")

    play(table, "discard 50", "discard 51")

    assert table.seat == 1
    assert verbs(table) == {"play"}


def test_45_the_game_ends_when_the_field_is_full():
    table = position(f"tranquility mode=duel | hands 47 50 51 52 / 60 61 | grid {NO_ROOM} | row 71")

    play(table, "play 47 f6")
    assert not table.over  # the payment comes first
    play(table, "discard 50")

    assert table.over


def test_45_or_when_both_have_one_card_or_none():
    table = position("tranquility mode=duel | hands 40 41 42 / 70")

    play(table, "discard 40", "discard 41")

    assert table.over


def test_46_two_points_for_each_card_less_one_for_each_discard():
    table = end_of("grid a1=1 c1=9 f6=80 | owners f6=P2 | discards / 50 51 52")

    # two cards and two discards; one card and three discards
    assert table.game.notation.read_scores(table.states[0]) == [2 * 2 - 2, 2 - 3]
    assert result(table) == "P1 wins"


def test_46_runs_of_three_or_more_count_their_length_over_the_end_of_a_row_too():
    table = end_of("grid e1=10 f1=11 a2=12 b2=13 d3=20 e3=21")

    assert table.game.notation.read_scores(table.states[0])[0] == 6 * 2 + 4 - 2


def test_46_a_run_is_of_own_cards_in_adjacent_cells():
    broken_by_owner = end_of("grid a1=10 b1=11 c1=12 d1=13 e1=14 | owners c1=P2")
    broken_by_gap = end_of("grid a1=10 b1=11 d1=12 e1=13")

    assert broken_by_owner.game.notation.read_scores(broken_by_owner.states[0])[0] == 4 * 2 - 2
    assert broken_by_gap.game.notation.read_scores(broken_by_gap.states[0])[0] == 4 * 2 - 2


def test_46_two_runs_count_each():
    table = end_of("grid a1=10 b1=11 c1=12 d1=20 e1=21 f1=22")

    assert table.game.notation.read_scores(table.states[0])[0] == 6 * 2 + 3 + 3 - 2


def test_46_of_equal_points_more_cards_in_the_field_win():
    table = end_of("grid a1=1 c1=9 f6=80 | owners f6=P2")

    assert table.game.notation.read_scores(table.states[0]) == [2, 2]
    assert result(table) == "P1 wins"
    assert table.returns == [1.0, -1.0]


def test_46_then_it_is_a_draw():
    table = end_of("grid a1=1 f6=80 | owners f6=P2 | discards / 50 51")

    assert result(table) == "draw"
    assert table.returns == [0.0, 0.0]


def test_v4_points_are_the_difference_at_the_end():
    table = end_of("grid a1=1 c1=9 f6=80 | owners f6=P2 | discards / 50 51 52", reward="points")

    assert table.returns == [3.0, -3.0]


# --- what the opponent knows ---


def test_r7_what_was_taken_from_the_row_is_known_until_a_card_is_discarded():
    table = position(
        "tranquility mode=duel",
        "hands 10 20 30 40 50 / 60 61 62 63 64",
        "row 71 72 73 74 75",
        "deck 1 2 3 4 5 6 7 8",
    )

    play(table, "discard 10", "discard 20")
    worlds = [table.redealt(1, seed) for seed in range(40)]
    assert all({"71", "72"} <= {*hand(w, 0).split()} for w in worlds)
    assert len({hand(w, 0) for w in worlds}) > 5
    play(table, "discard 60", "discard 61", "discard 30", "discard 71")

    worlds = [table.redealt(1, seed) for seed in range(80)]
    for known in ("71", "72"):
        places = {known in hand(w, 0).split() for w in worlds}
        assert places == {True, False}
        assert all(known in f"{hand(w, 0)} {discarded(w, 0)}".split() for w in worlds)


def test_r7_a_hand_that_was_shown_is_known():
    table = position(
        "tranquility mode=duel",
        f"hands {STUCK} / 60 61",
        f"grid {NO_ROOM}",
        "row 71 72",
        "deck 50 51 52",
    )

    play(table, "refresh")

    assert {hand(table.redealt(1, seed), 0) for seed in range(20)} == {STUCK}


def test_r7_and_so_are_the_cards_that_were_exchanged():
    table = position(
        "tranquility mode=duel",
        f"hands {STUCK} / 60 61",
        f"grid {NO_ROOM}",
        "row 71 72",
        "deck 50 51 52",
    )

    play(table, "refresh", "agree")

    for seed in range(20):
        other = table.redealt(1, seed)
        assert (hand(other, 0), discarded(other, 0)) == ("71 72", STUCK)


def test_r7_what_a_shown_hand_lacks_was_discarded():
    table = position(
        "tranquility mode=duel",
        f"hands {STUCK} / 60 61 62 63",
        f"grid {NO_ROOM}",
        "row 7 8 9 10 11",
        "deck 70 71 72 73 74",
    )

    play(table, "discard 2", "discard 3", "discard 60", "discard 61")
    play(table, "discard 7", "discard 8", "discard 62", "discard 63")
    play(table, "refresh", "refuse", "discard 4", "discard 5")

    for seed in range(40):
        assert not {"7", "8"} & {*hand(table.redealt(1, seed), 0).split()}
