"""Elements, rule by rule. The test names follow the numbers in the rule list."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from boardgame_envs import OptionError, make_table
from boardgame_envs.core.seats import CHANCE, NOBODY
from boardgame_envs.core.table import Table
from boardgame_envs.games.elements import GAME, rules
from boardgame_envs.games.elements.state import Ending
from tests.positions import position


def pile(table: Table, *place: Any) -> list[int]:
    """Return the values of the cards in a pile, ascending."""
    cards: Any = table.states[0]
    for key in place:
        cards = cards[key]
    values = table.states["values"][0]
    return [int(v) for v, n in zip(values, cards, strict=True) for _ in range(int(n))]


def chain(table: Table) -> list[int]:
    """Return the values of the chain, the top card last."""
    state = table.states[0]
    return [int(state["values"][kind]) for kind in state["chain"][: int(state["chain_size"])]]


def hand(*values: int) -> list[int]:
    """Return a hand as an observation of the whole deck shows it."""
    return [values.count(value) for value in range(1, 7)]


def points(table: Table) -> list[int]:
    return [int(number) for number in table.states["points"][0]]


def ending(table: Table) -> int:
    return int(table.states["last_ending"][0])


# --- the deck and the deal ---


def test_1_the_deck_has_two_of_each_element_and_six_yin_yangs():
    table = position("elements | turn chance")

    deck = [*pile(table, "hands", 0), *pile(table, "hands", 1), *pile(table, "aside")]
    assert sorted(deck) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6, 6]


def test_2_six_cards_are_dealt_to_each_player_and_four_lie_aside():
    table = position("elements | turn chance")

    assert [len(pile(table, "hands", seat)) for seat in range(2)] == [6, 6]
    assert len(pile(table, "aside")) == 4


def test_2_every_card_is_as_likely_in_each_place():
    table, counts = make_table("elements"), np.zeros((2, 6))

    for seed in range(4000):
        table.reset(seed)
        counts += table.states["hands"][0]

    expected = 4000 * 6 / 16 * np.array([2, 2, 2, 2, 2, 6])
    assert np.abs(counts / expected - 1).max() < 0.05


def test_3_the_starter_has_the_first_turn_and_turns_alternate():
    table = position("elements | turn chance | starter P2")
    assert table.seat == 1

    table.step(table.legal_actions()[0])

    assert table.seat == 0


def test_3_all_actions_are_public_and_in_order():
    table = position("elements | hands 2 6 6 / 3 5")

    for action in ("lay 2", "lay 5", "discard 6", "take"):
        table.play(action)

    for seat, (first, second) in enumerate([("my", "their"), ("their", "my")]):
        view = table.view(seat)
        assert [a for a in view[f"{first}_actions"] if a] == ["discard", "lay 2"]
        assert [a for a in view[f"{second}_actions"] if a] == ["take", "lay 5"]
        assert view["i_started"] is (seat == 0)


def test_4_the_limit_is_the_sum_of_the_chain():
    assert rules.limit(position("elements | chain 6 3 4").states[0]) == 13


def test_4_an_empty_chain_is_a_limit_of_0():
    assert rules.limit(position("elements").states[0]) == 0


def test_4_a_total_counts_hand_and_open_cards():
    table = position("elements | hands 6 1 / 6 | open 3 1 2 / 4 2")

    assert rules.total(table.states[0], 0) == 13
    assert rules.total(table.states[0], 1) == 12


# --- actions ---


def test_5_a_card_is_laid_on_top_of_the_chain():
    table = position("elements | hands 2 4 / 1 | chain 6")

    table.play("lay 4")

    assert chain(table) == [6, 4]
    assert pile(table, "hands", 0) == [2]


def test_5_only_a_card_in_hand_can_be_laid():
    table = position("elements | hands 2 4 / 1 3 | open 5 /")

    assert table.legal_names() == ["lay 2", "lay 4", "surrender"]


def test_6_the_top_card_of_the_chain_is_taken_to_the_open_cards():
    table = position("elements | hands 2 / 1 | chain 6 3")

    table.play("take")

    assert chain(table) == [6]
    assert pile(table, "open_cards", 0) == [3]
    assert pile(table, "hands", 0) == [2]


def test_6_an_open_yin_yang_can_neither_be_laid_nor_discarded():
    table = position("elements | hands 1 / 1 | open 6 /")

    assert table.legal_names() == ["lay 1", "surrender"]


def test_6_nothing_can_be_taken_from_an_empty_chain():
    table = position("elements | hands 2 5 / 1")

    assert "take" not in table.legal_names()


def test_7_a_yin_yang_is_discarded_without_changing_the_limit():
    table = position("elements | hands 6 6 / 1 | chain 5")

    table.play("discard 6")

    assert pile(table, "hands", 0) == [6]
    assert pile(table, "discard_pile") == [6]
    assert rules.limit(table.states[0]) == 5


def test_7_no_other_card_can_be_discarded():
    table = position("elements | hands 1 2 3 4 5 / 1")

    assert "discard 6" not in table.legal_names()


@pytest.mark.parametrize(
    ("hand", "is_legal"), [("5 3", True), ("4 3", True), ("5 4", False)], ids=str
)
def test_8_a_total_may_be_revealed_if_it_is_not_over_the_limit(hand, is_legal):
    table = position(f"elements | hands {hand} / 6 | chain 6 2")

    assert ("reveal" in table.legal_names()) is is_legal


def test_8_a_total_of_0_may_be_revealed_on_an_empty_chain():
    table = position("elements | hands / 6")

    assert table.legal_names() == ["reveal", "surrender"]


def test_8_a_reveal_shows_both_hands():
    table = position("elements | hands 5 / 4 1 | chain 6 2")

    table.play("reveal")

    assert table.view(0)["shown_hands"] == [hand(5), hand(1, 4)]
    assert table.view(1)["shown_hands"] == [hand(1, 4), hand(5)]
    assert "Hands shown: you 5; P2 1 4." in table.text(0)
    assert not table.view(0)["last_reveal_mistaken"]


@pytest.mark.parametrize(
    ("mine", "theirs", "winner"),
    [
        ("5", "6 3", 0),  # the opponent is over the limit of 8
        ("5", "4", 0),
        ("4", "5", 1),
        ("5", "3 2", 1),  # equal totals
        ("5 3", "6 2", 1),  # equal at the limit itself
    ],
    ids=["opponent over", "higher", "lower", "equal", "equal at the limit"],
)
def test_9_a_reveal_gives_two_points_to_the_higher_total_within_the_limit(mine, theirs, winner):
    table = position(f"elements | hands {mine} / {theirs} | chain 6 2")

    table.play("reveal")

    assert points(table) == ([2, 0] if winner == 0 else [0, 2])
    assert ending(table) == Ending.REVEAL


def test_9_open_cards_count_in_a_reveal():
    table = position("elements | hands 1 / 5 | chain 6 3 | open 4 2 /")

    table.play("reveal")

    assert points(table) == [2, 0]


def test_9_the_example_of_the_rulebook():
    table = position("elements | hands 6 1 / 6 | chain 6 3 4 | open 3 1 2 / 4 2")

    table.play("reveal")

    assert points(table) == [2, 0]


def test_10_surrender_gives_the_opponent_one_point_and_shows_no_hand():
    table = position("elements | hands 2 3 / 4 5")

    table.play("surrender")

    assert points(table) == [0, 1]
    assert ending(table) == Ending.SURRENDER
    assert table.view(0)["shown_hands"] == [[0] * 6, [0] * 6]


def test_11_without_a_card_and_over_the_limit_one_can_only_surrender():
    table = position("elements | hands / 1 | chain 6 2 | open 5 4 /")

    assert table.legal_names() == ["surrender"]


# --- rounds and match ---


@pytest.mark.parametrize(("action", "winner"), [("reveal", 0), ("surrender", 1)])
def test_12_the_winner_of_a_round_starts_the_next_with_all_cards_reshuffled(action, winner):
    table = position("elements | hands 5 / 4 | chain 6 2 | discards 6 6")

    table.play(action)

    assert table.seat == winner
    assert int(table.states["starter"][0]) == winner
    assert [len(pile(table, "hands", seat)) for seat in range(2)] == [6, 6]
    assert chain(table) == []
    assert pile(table, "discard_pile") == []
    assert int(table.states["num_actions"][0]) == 0


def test_13_the_first_to_six_points_wins_the_match():
    table = position("elements | hands 5 / 4 | chain 6 2 | points 4 / 5")

    table.play("reveal")

    assert points(table) == [6, 5]
    assert table.over
    assert GAME.notation.read_result(table.states[0]) == "P1 wins"


def test_13_five_points_do_not_win_the_match():
    table = position("elements | hands 5 / 4 | chain 6 2 | points 4 / 4")

    table.play("surrender")

    assert points(table) == [4, 5]
    assert not table.over


def test_13_a_match_may_go_to_other_points():
    table = position("elements target_points=1 | hands 5 / 4")

    table.play("surrender")

    assert table.over
    assert table.seat == NOBODY


def test_14_the_match_is_worth_one_on_the_last_step_only():
    table = position("elements | hands 5 / 4 | chain 6 2 | points 2 / 5")

    table.play("reveal")
    assert table.returns == [0, 0]
    table = position("elements | hands 5 / 4 | chain 6 2 | points 4 / 5")
    table.play("reveal")

    assert table.returns == [1, -1]


def test_15_a_player_sees_their_own_hand_and_what_lies_open():
    table = position(
        "elements | hands 2 6 / 3 3 5 | chain 6 1 | open 4 / 1 | discards 6 6 | turn P2"
    )

    view = table.view(0)

    assert view["my_hand"] == [0, 1, 0, 0, 0, 1]
    assert view["hand_sizes"] == [2, 3]
    assert [kind for kind in view["chain"] if kind] == [1, 6]
    assert view["open_cards"] == [[0, 0, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0]]
    assert view["discard_pile"] == [0, 0, 0, 0, 0, 2]
    assert view["limit"] == 7
    assert view["my_total"] == 12
    assert view["their_open_total"] == 1
    assert view["margin"] == -5
    assert view["to_act"] == "them"
    assert view["unseen"] == [0, 1, 2, 1, 2, 2]


def test_15_a_player_sees_neither_the_other_hand_nor_the_cards_aside():
    one = position("elements | hands 2 6 / 3 3 5 | chain 4")
    other = position("elements | hands 2 6 / 1 6 6 | chain 4")

    assert np.array_equal(one.observe(0), other.observe(0))
    assert one.text(0) == other.text(0)
    assert not np.array_equal(one.observe(1), other.observe(1))


# --- variants ---


def test_v1_without_surrender_nobody_can_surrender():
    table = position("elements surrender=False | hands 2 5 / 1")

    assert table.legal_names() == ["lay 2", "lay 5"]


@pytest.mark.parametrize(
    ("before", "result"), [("3 / 0", "P1 wins"), ("1 / 2", "P2 wins"), ("1 / 0", "draw")]
)
def test_v2_after_a_fixed_number_of_rounds_most_points_win(before, result):
    table = position(f"elements rounds=1 | hands 5 / 4 | points {before}")

    table.play("surrender")

    assert table.over
    assert GAME.notation.read_result(table.states[0]) == result
    assert table.returns == {"P1 wins": [1, -1], "P2 wins": [-1, 1], "draw": [0, 0]}[result]


def test_v2_a_target_is_not_looked_at_when_rounds_are_played():
    table = position("elements rounds=3 target_points=2 | hands 5 / 4 | points 0 / 7")

    table.play("surrender")

    assert not table.over
    assert table.view(0)["rounds_left"] == 2


def test_v3_a_mistaken_reveal_gives_the_opponent_two_points():
    table = position("elements mistaken_reveal=True | hands 6 5 / 6 6 | chain 3")

    table.play("reveal")

    assert points(table) == [0, 2]


def test_v3_a_stranded_player_may_reveal_too():
    table = position("elements mistaken_reveal=True | chain 6 2 | open 5 4 /")

    assert table.legal_names() == ["reveal", "surrender"]


def test_v3_a_total_within_the_limit_is_revealed_as_ever():
    table = position("elements mistaken_reveal=True | hands 5 / 4 | chain 6 2")

    table.play("reveal")

    assert points(table) == [2, 0]
    assert ending(table) == Ending.REVEAL


def test_v3_a_mistaken_reveal_loses_even_to_a_total_over_the_limit_and_shows_one_hand():
    table = position("elements mistaken_reveal=True | hands 6 5 / 6 6 | chain 3 | points 1 / 1")

    table.play("reveal")

    assert points(table) == [1, 3]
    assert ending(table) == Ending.MISTAKEN_REVEAL
    assert table.view(0)["shown_hands"] == [hand(5, 6), hand()]
    assert table.view(1)["shown_hands"] == [hand(), hand(5, 6)]
    for seat in range(2):
        assert table.view(seat)["last_ending"] == "reveal"
        assert table.view(seat)["last_reveal_mistaken"]


def test_v3_a_mistaken_reveal_is_told_without_the_hand_of_the_opponent():
    table = position("elements mistaken_reveal=True | hands 6 5 / 6 6 | chain 3")

    table.play("reveal")

    for observer in (0, 1, None):
        told = GAME.notation.tell_outcome(table.states[0], observer)
        assert told.startswith("Shown: P1 5 6, over the limit. P2 wins the round: 0 to 2.")
    said = "The round before ended by mistaken reveal; "
    assert f"{said}P2 won. Hand shown: you 5 6.\n" in table.text(0)
    assert f"{said}you won. Hand shown: P1 5 6.\n" in table.text(1)


def test_v3_at_the_end_of_a_match_a_mistaken_reveal_leaves_the_other_hand_hidden():
    table = position("elements mistaken_reveal=True | hands 6 5 / 1 2 4 | chain 3 | points 5 / 5")

    table.play("reveal")

    assert table.over
    told = "Shown: P1 5 6, over the limit. P2 wins the round: 5 to 7."
    assert GAME.notation.tell_end(table.states[0], None) == told
    imagined = [table.redealt(0, seed) for seed in range(20)]
    assert {len(pile(world, "hands", 1)) for world in imagined} == {3}
    assert len({tuple(pile(world, "hands", 1)) for world in imagined}) > 5
    assert len({pickle.dumps(world.information(0)) for world in imagined}) == 1


def test_v3_the_hand_of_a_mistaken_reveal_is_no_secret_at_the_end_of_a_match():
    table = position("elements mistaken_reveal=True | hands 6 5 / 1 2 4 | chain 3 | points 5 / 5")

    table.play("reveal")

    for seed in range(5):
        imagined = table.redealt(1, seed)
        assert imagined.states["hands"].tolist() == table.states["hands"].tolist()
        assert imagined.states["aside"].tolist() == table.states["aside"].tolist()


def test_v4_the_highest_value_of_a_small_deck_is_its_yin_yang():
    table = position("elements values=1,2,3 copies=2,2,3 hand_size=2 | hands 1 3 / 2 3")

    assert table.legal_names() == ["discard 3", "lay 1", "lay 3", "surrender"]


def test_v4_values_may_be_listed_in_any_order():
    table = position("elements values=9,4 copies=7,8 hand_size=7 | hands 9 4 / 4")

    assert table.legal_names() == ["discard 9", "lay 4", "lay 9", "surrender"]
    assert pile(table, "aside") == [4] * 6 + [9] * 6


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"values": [1, 2]}, "equally long"),
        ({"values": [1, 2, 2], "copies": [2, 2, 2], "hand_size": 2}, "each value once"),
        ({"values": [1, 10], "copies": [2, 2], "hand_size": 2}, "from 1 to 9"),
        ({"values": [1, 2], "copies": [9, 8], "hand_size": 2}, "at most 16 cards"),
        ({"hand_size": 9}, "from 1 to 8"),
        ({"values": [1, 2], "copies": [3, 2], "hand_size": 3}, "5 cards are too few"),
        ({"values": [1, 2, 3, 4, 5, 6, 7], "copies": [1] * 7}, "1 to 6 items"),
        ({"target_points": 0}, "from 1 to 1000"),
        ({"rounds": 0}, "or None"),
        ({"surrender": 1}, "True or False"),
        ({"reward": "fame"}, '"outcome" or "points"'),
        ({"target_point": 3}, "did you mean 'target_points'"),
        ({"num_players": 3}, "elements seats 2 players, not 3"),
    ],
    ids=str,
)
def test_v4_an_option_that_makes_no_sense_is_refused_in_one_sentence(options, complaint):
    with pytest.raises(OptionError, match=complaint) as refusal:
        Table(GAME, **options)
    assert "\n" not in str(refusal.value)


def test_v5_each_round_may_pay_its_points():
    table = position("elements reward=points | hands 5 / 4 | chain 6 2")

    table.play("reveal")
    assert table.returns == [2, -2]
    table.play("surrender")

    assert table.returns == [1, -1]


@pytest.mark.parametrize(
    ("options", "mine", "legal"),
    [
        ("", "hands / 1 | open 4 /", ["reveal", "surrender"]),
        ("", "hands / 1 | open 5 4 /", ["surrender"]),
        ("mistaken_reveal=True", "hands / 1 | open 5 4 /", ["reveal", "surrender"]),
        ("surrender=False", "hands / 1 | open 4 /", ["reveal"]),
        ("surrender=False mistaken_reveal=True", "hands / 1 | open 5 4 /", ["reveal"]),
        ("", "hands 3 / 1 | open 5 4 /", ["lay 3", "surrender", "take"]),
    ],
    ids=["within", "over", "over, mistaken", "within, no surrender", "all three", "with a card"],
)
def test_v6_with_an_empty_hand_nothing_can_be_taken(options, mine, legal):
    table = position(f"elements take_with_empty_hand=False {options} | chain 6 2 | {mine}")

    assert table.legal_names() == legal
    assert not table.view(0)["take_with_empty_hand"]


def test_v6_an_empty_hand_may_take_unless_it_is_switched_off():
    assert position("elements | hands 2 / 1").view(0)["take_with_empty_hand"]


def test_v6_without_surrender_an_empty_hand_over_the_limit_loses_the_round():
    heading = "elements surrender=False take_with_empty_hand=False"
    table = position(f"{heading} | hands 6 1 / | chain 2 | open / 5 | points 1 / 1")

    table.play("discard 6")

    assert points(table) == [3, 1]
    assert ending(table) == Ending.NO_ACTION
    assert table.seat == 0


def test_v6_without_surrender_an_empty_hand_within_the_limit_reveals():
    heading = "elements surrender=False take_with_empty_hand=False"
    table = position(f"{heading} | hands 6 1 / | chain 5 | open / 5")

    table.play("discard 6")

    assert table.seat == 1
    assert table.legal_names() == ["reveal"]


# --- rulings ---


def test_r1_with_an_empty_hand_within_the_limit_one_may_still_take():
    table = position("elements | hands / 1 | chain 6 2 | open 4 /")

    assert table.legal_names() == ["reveal", "surrender", "take"]


def test_r2_a_reveal_over_the_limit_is_illegal():
    table = position("elements | hands 6 5 / 1 | chain 3")

    assert "reveal" not in table.legal_names()


def test_r3_chance_says_who_starts_the_first_round():
    table, starters = make_table("elements"), []

    for seed in range(200):
        table.reset(seed)
        starters.append(table.seat)

    assert 70 < sum(starters) < 130


def test_r4_without_surrender_a_stranded_player_may_take_while_the_chain_has_cards():
    table = position("elements surrender=False | chain 6 2 | open 5 4 /")

    assert table.legal_names() == ["take"]


def test_r4_who_has_no_action_at_all_loses_the_round_without_a_decision():
    table = position("elements surrender=False | hands 6 1 / | open / 5 | points 1 / 1")

    table.play("discard 6")

    assert points(table) == [3, 1]
    assert ending(table) == Ending.NO_ACTION
    assert table.seat == 0
    assert table.view(1)["last_ending"] == "no action"
    assert table.view(1)["shown_hands"] == [[0] * 6, [0] * 6]


def test_r4_a_total_of_0_is_an_action_to_reveal():
    table = position("elements surrender=False | hands 6 1 /")

    table.play("discard 6")

    assert table.seat == 1
    assert table.legal_names() == ["reveal"]


def test_r5_the_hands_of_a_reveal_are_remembered_in_the_next_round():
    table = position("elements | hands 5 1 / 4 | chain 6 2")

    table.play("reveal")

    for seat, mine, theirs in ((0, [5, 1], [4]), (1, [4], [5, 1])):
        view = table.view(seat)
        assert view["shown_hands"][0] == [int(value in mine) for value in range(1, 7)]
        assert view["shown_hands"][1] == [int(value in theirs) for value in range(1, 7)]
        assert view["last_winner"] == ("me" if seat == 0 else "them")


def test_r5_a_hand_that_a_mistaken_reveal_has_not_shown_is_not_remembered():
    table = position(
        "elements mistaken_reveal=True | hands 6 5 / 6 6 | chain 3"
        " | rounds played 1 | last round reveal | last winner P2 | shown 1 / 2 3"
    )

    table.play("reveal")

    assert table.view(1)["shown_hands"] == [hand(), hand(5, 6)]


def test_r5_hands_are_forgotten_when_the_next_round_ends_without_a_reveal():
    table = position("elements | hands 5 1 / 4 | chain 6 2")

    table.play("reveal")
    table.play("surrender")

    assert table.view(0)["shown_hands"] == [[0] * 6, [0] * 6]
    assert table.view(0)["last_ending"] == "surrender"


def test_r5_a_reveal_that_ends_the_match_has_shown_both_hands():
    table = position("elements | hands 5 1 / 4 | chain 6 2 | points 5 / 5")

    table.play("reveal")

    assert table.over
    assert table.redealt(0, seed=3).states["hands"].tolist() == table.states["hands"].tolist()


def test_the_longest_round_fits():
    """Lay every card, then take every card: 4 x hand size + 1 decisions."""
    table = position(
        "elements hand_size=8 surrender=False | hands 1 1 2 2 3 3 4 4 / 5 5 6 6 6 6 6 6"
    )

    for decision in range(33):
        assert int(table.states["rounds_played"][0]) == 0, f"over after {decision}"
        legal = GAME.actions.group(table.legal_actions())
        table.step((legal.get("lay") or legal.get("take") or legal["reveal"])[0])
        if int(table.states["rounds_played"][0]) == 1:
            break

    assert int(table.states["rounds_played"][0]) == 1
    assert table.seat != CHANCE
