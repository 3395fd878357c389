"""Noah, rule by rule. The test names follow the numbers in the rule list."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgame_envs import OptionError, make_table
from boardgame_envs.core.seats import CHANCE
from boardgame_envs.core.table import Table
from boardgame_envs.games.noah import GAME
from boardgame_envs.games.noah.actions import ACTIONS, gift_of
from boardgame_envs.games.noah.cards import ANIMAL_NAMES, CARD_NAMES, CARD_OF, COPIES
from boardgame_envs.games.noah.notation import card_list
from tests.positions import position


def play(table: Table, *actions: str) -> None:
    for action in actions:
        table.play(action)


def hand(table: Table, seat: int) -> list[str]:
    return card_list(table.states["hands"][0][seat])


def boat(table: Table, number: int) -> list[str]:
    state = table.states[0]
    aboard = state["boats"][number - 1][: int(state["num_aboard"][number - 1])]
    return [ANIMAL_NAMES[animal] for animal in aboard]


def known(table: Table, observer: int, owner: int) -> list[str]:
    """Return what one player knows of another's hand, as the observer is shown it."""
    steps = (owner - observer) % table.num_players
    return card_list(table.view(observer)["known"][steps - 1])


def noah_at(table: Table) -> int:
    return int(table.states["noah"][0]) + 1


def tears(table: Table) -> list[int]:
    return [int(number) for number in table.states["tears"][0][: table.num_players]]


# --- the deck and the deal ---


def whole_deal(players: int) -> list[str]:
    """Return all cards of a deal, wherever they lie."""
    table = position(f"noah {players} | turn chance")
    unused = card_list(table.states["rest"][0])
    hands = [card for seat in range(players) for card in hand(table, seat)]
    aboard = [animal for number in range(1, 6) for animal in boat(table, number)]
    return unused + hands + [CARD_NAMES[CARD_OF[ANIMAL_NAMES.index(animal)]] for animal in aboard]


@pytest.mark.parametrize(("players", "cards"), [(2, 31), (3, 31), (4, 39), (5, 47)])
def test_1_the_deck_grows_with_the_players(players: int, cards: int):
    assert len(whole_deal(players)) == cards


def test_1_the_cards_of_a_deck():
    four = whole_deal(4)

    assert four.count("cat-m") == four.count("kangaroo-f") == 3
    assert four.count("panda-m") == four.count("lion-f") == 2
    assert four.count("snail") == 3
    assert four.count("mule-m") == four.count("woodpecker-m") == 1
    assert whole_deal(5).count("snail") == 5
    assert whole_deal(2).count("panda-m") == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_2_each_boat_has_an_animal_and_each_player_eight_cards(players: int):
    table = position(f"noah {players} | turn chance")

    assert [len(boat(table, number)) for number in range(1, 6)] == [1, 1, 1, 1, 1]
    assert noah_at(table) == 1
    # the first player had to take nothing: on one animal there is a card that fits
    assert [len(hand(table, seat)) for seat in range(players)] == [8] * players


def test_2_every_card_is_as_likely_in_each_place():
    table, dealt = make_table("noah", 2), np.zeros(23)

    for seed in range(3000):
        table.reset(seed)
        dealt += table.states["hands"][0][1]

    assert np.abs(dealt / (3000 * 8 / 31 * COPIES[2]) - 1).max() < 0.1


def test_r7_a_snail_on_a_boat_is_as_likely_of_either_sex():
    table, snails = make_table("noah", 2), {"snail-m": 0, "snail-f": 0}

    for seed in range(3000):
        table.reset(seed)
        for number in range(1, 6):
            for animal in boat(table, number):
                if animal in snails:
                    snails[animal] += 1

    assert abs(snails["snail-m"] / (3000 * 5 * 3 / 31 / 2) - 1) < 0.1
    assert abs(snails["snail-f"] / (3000 * 5 * 3 / 31 / 2) - 1) < 0.1


def test_r7_noah_begins_every_round_at_the_first_boat():
    table = position("noah 3 | hands cat-m / cat-f / bear-f | boats / / bear-m | noah 3")

    play(table, "play cat-m", "noah 5")

    assert int(table.states["rounds_played"][0]) == 1
    assert noah_at(table) == 1


def test_r8_chance_decides_who_begins_the_first_round():
    table, starters = make_table("noah", 5), np.zeros(5)

    for seed in range(2000):
        table.reset(seed)
        assert table.seat == int(table.states["starter"][0])
        starters[table.seat] += 1

    assert np.abs(starters / 400 - 1).max() < 0.2


def test_3_the_starter_of_the_first_round_has_the_first_turn():
    table = position("noah 3 | turn chance | starter P2")

    assert table.seat == 1


def test_3_who_has_most_tears_begins_the_next_round():
    table = position("noah 3 | hands cat-m / cat-f / bear-f | boats bear-m | tears 1 / 0 / 9")

    play(table, "play cat-m", "noah 3")

    assert tears(table) == [1, 1, 9]
    assert table.seat == int(table.states["starter"][0]) == 2


def test_r1_of_equals_the_first_clockwise_from_the_last_starter_begins():
    for starter, expected in [("P1", 1), ("P2", 1), ("P3", 3), ("P4", 3)]:
        table = position(
            "noah 4 | hands bear-f / giraffe-f / rhinoceros-f / elephant-f | boats bear-m"
            f" | tears 4 / 7 / 2 / 7 | starter {starter}"
        )

        play(table, "play bear-f", "noah 2")

        assert int(table.states["starter"][0]) == expected


# --- loading ---


def test_4_a_card_from_the_hand_is_loaded_on_noahs_boat():
    table = position("noah 2 | hands cat-m bear-f / cat-f bear-m | boats / mule-m | noah 2")

    play(table, "play bear-f")

    assert boat(table, 2) == ["mule-m", "bear-f"]
    assert hand(table, 0) == ["cat-m"]


def test_5_a_boat_carries_up_to_21():
    table = position("noah 2 | hands cat-m kangaroo-m / bear-m | boats elephant-m rhinoceros-m")

    assert table.legal_names() == ["play cat-m"]


def test_6_the_second_animal_may_have_any_sex():
    table = position("noah 2 | hands cat-m cat-f / bear-m | boats mule-m")

    assert table.legal_names() == ["play cat-f", "play cat-m"]


@pytest.mark.parametrize(
    ("aboard", "fitting"),
    [
        ("mule-m cat-m", "m"),  # all are alike
        ("mule-m cat-f", "m"),  # they alternate
        ("mule-f cat-m", "f"),
        ("mule-f cat-f parrot-f", "f"),
        ("mule-f cat-m parrot-f", "m"),
    ],
)
def test_6_from_the_third_animal_on_the_sex_is_that_of_two_places_back(aboard: str, fitting: str):
    table = position(f"noah 2 | hands kangaroo-m kangaroo-f / bear-m | boats {aboard}")

    assert table.legal_names() == [f"play kangaroo-{fitting}"]


def test_7_who_cannot_load_takes_the_boat_and_then_loads_any_card():
    table = position(
        "noah 2 | hands elephant-f / bear-m mule-f | boats giraffe-m snail-f cat-m | turn P2"
    )

    play(table, "play mule-f")

    assert boat(table, 1) == []
    assert hand(table, 0) == ["snail", "cat-m", "mule-f", "giraffe-m", "elephant-f"]
    assert table.legal_names() == [
        *("play cat-m", "play elephant-f", "play giraffe-m"),
        *("play mule-f", "play snail-f", "play snail-m"),
    ]
    play(table, "play giraffe-m")
    assert boat(table, 1) == ["giraffe-m"]


def test_7_while_a_card_fits_the_boat_cannot_be_taken():
    table = position("noah 2 | hands elephant-f snail / bear-m | boats giraffe-m cat-f mule-m")

    assert boat(table, 1) == ["giraffe-m", "cat-f", "mule-m"]
    assert table.legal_names() == ["play snail-f"]


# --- pairs ---


def test_8_a_pair_brings_another_turn():
    table = position("noah 3 | hands cat-m bear-f bear-m / mule-m / mule-f | boats cat-f")

    play(table, "play cat-m", "noah 3")

    assert table.seat == 0
    assert table.phase == "load"


def test_8_a_pair_may_be_of_one_sex():
    table = position("noah 3 | hands cat-m bear-f bear-m / mule-m / mule-f | boats cat-m")

    play(table, "play cat-m", "noah 4")

    assert table.seat == 0


def test_8_the_species_must_be_right_under_the_card():
    table = position("noah 3 | hands cat-m bear-f bear-m / mule-m / mule-f | boats cat-m parrot-f")

    play(table, "play cat-m", "noah 3")

    assert table.seat == 1


def test_8_a_card_just_taken_and_loaded_again_makes_no_pair():
    table = position(
        "noah 3 | hands elephant-f / bear-m / mule-m mule-f | boats cat-f giraffe-m cat-f | turn P3"
    )

    play(table, "play mule-m")
    assert hand(table, 0) == ["cat-f", "cat-f", "mule-m", "giraffe-m", "elephant-f"]
    play(table, "play mule-m")

    assert table.seat == 1


# --- special animals ---


def test_9_a_giraffe_shows_the_hand_of_a_chosen_opponent():
    table = position("noah 3 | hands giraffe-m cat-m / bear-f cat-m / snail mule-m panda-f")

    play(table, "play giraffe-m")
    assert table.legal_names() == ["look P2", "look P3"]
    play(table, "look P3")

    assert known(table, 0, 2) == ["snail", "panda-f", "mule-m"]
    assert known(table, 0, 1) == []
    assert known(table, 1, 2) == []
    assert table.phase == "noah"


def test_10_a_lion_draws_a_card_and_gives_one_back():
    table = position("noah 3 | hands lion-m cat-m / bear-f / snail mule-m")

    play(table, "play lion-m")
    assert table.legal_names() == ["draw P2", "draw P3"]
    play(table, "draw P2")

    assert hand(table, 0) == ["cat-m", "bear-f"]
    assert table.legal_names() == ["return bear-f", "return cat-m"]
    play(table, "return cat-m")
    assert hand(table, 0) == ["bear-f"]
    assert hand(table, 1) == ["cat-m"]


def test_10_the_card_just_drawn_may_be_returned():
    table = position("noah 3 | hands lion-m cat-m / bear-f / snail mule-m")

    play(table, "play lion-m", "draw P2", "return bear-f")

    assert (hand(table, 0), hand(table, 1)) == (["cat-m"], ["bear-f"])


def test_10_every_card_of_the_hand_is_as_likely_to_be_drawn():
    drawn = dict.fromkeys(("cat-m", "bear-f"), 0)
    for seed in range(1000):
        table = position(f"noah 2 | hands lion-m mule-m / cat-m cat-m bear-f | rng {seed:x}")
        play(table, "play lion-m")
        drawn[next(card for card in hand(table, 0) if card != "mule-m")] += 1

    assert abs(drawn["cat-m"] / 1000 - 2 / 3) < 0.05


def test_10_a_lion_as_last_card_still_swaps_and_must_return_what_it_drew():
    table = position("noah 3 rounds=2 | hands lion-m / bear-f cat-m / snail mule-m")

    play(table, "play lion-m", "draw P3")
    assert len(hand(table, 0)) == 1
    assert len(table.legal_actions()) == 1
    table.step(table.legal_actions()[0])
    assert table.phase == "noah"
    play(table, "noah 3")

    assert tears(table) == [0, 1, 3]


def test_11_a_snail_is_played_as_either_sex():
    table = position("noah 2 | hands snail bear-m / bear-f | boats mule-m")

    assert table.legal_names() == ["play bear-m", "play snail-f", "play snail-m"]
    play(table, "play snail-f")
    assert boat(table, 1) == ["mule-m", "snail-f"]
    assert table.legal_names() == ["noah 2", "noah 5"]


def test_11_a_snail_is_forced_to_the_sex_that_fits():
    table = position("noah 2 | hands snail bear-m / bear-f | boats mule-f cat-m")

    assert table.legal_names() == ["play snail-f"]


def test_12_with_a_woodpecker_aboard_the_limit_is_13():
    table = position("noah 2 | hands kangaroo-m panda-f / bear-f | boats elephant-m woodpecker-f")

    assert table.legal_names() == ["play kangaroo-m"]


def test_12_a_woodpecker_may_come_on_exactly_13_and_the_boat_departs():
    table = position(
        "noah 2 | hands woodpecker-f cat-m cat-f / bear-f | boats elephant-m kangaroo-f"
    )

    assert "play woodpecker-f" not in table.legal_names()  # a male is needed
    table = position(
        "noah 2 | hands woodpecker-m cat-m cat-f / bear-f | boats elephant-m kangaroo-f"
    )
    play(table, "play woodpecker-m", "noah 3")

    assert boat(table, 1) == []
    assert table.phase == "give"


def test_12_a_woodpecker_may_not_come_on_more_than_13():
    table = position("noah 2 | hands woodpecker-m snail / bear-f | boats elephant-m panda-f")

    assert table.legal_names() == ["play snail-m"]


def test_12_a_new_boat_has_its_full_limit_again():
    table = position(
        "noah 2 | hands woodpecker-m cat-m cat-f / bear-f | boats elephant-m kangaroo-f"
    )

    play(table, "play woodpecker-m", "noah 3", "give cat-f P2")

    assert int(table.states["limits"][0][0]) == 21


def test_r2_effects_are_not_optional_and_with_two_players_nobody_is_asked():
    table = position("noah 2 | hands giraffe-m lion-m / snail mule-m")

    play(table, "play giraffe-m")
    assert table.phase == "noah"
    assert known(table, 0, 1) == ["snail", "mule-m"]

    table = position("noah 2 | hands giraffe-m lion-m / snail mule-m")
    play(table, "play lion-m")
    assert table.phase == "return"
    assert len(hand(table, 0)) == 2


# --- Noah ---


def test_13_after_a_female_noah_goes_to_a_neighbouring_boat():
    table = position("noah 2 | hands cat-f bear-m / bear-f | noah 5")

    play(table, "play cat-f")

    assert table.legal_names() == ["noah 1", "noah 4"]
    play(table, "noah 1")
    assert noah_at(table) == 1


def test_13_after_a_male_noah_goes_to_one_of_the_two_others():
    table = position("noah 2 | hands cat-m bear-m / bear-f | noah 4")

    play(table, "play cat-m")

    assert table.legal_names() == ["noah 1", "noah 2"]


def test_14_after_a_mule_noah_stays():
    table = position("noah 2 | hands mule-m bear-m / bear-f | boats / cat-f | noah 2")

    play(table, "play mule-m")

    assert noah_at(table) == 2
    assert table.seat == 1
    assert table.legal_names() == ["play bear-f"]


# --- departures and gifts ---


def test_15_a_boat_that_weighs_exactly_its_limit_departs_after_noah_has_moved():
    table = position(
        "noah 2 | hands cat-m bear-m panda-f / bear-f | boats elephant-m rhinoceros-f / mule-m"
    )

    play(table, "play cat-m")
    assert boat(table, 1) == ["elephant-m", "rhinoceros-f", "cat-m"]
    play(table, "noah 3")

    assert boat(table, 1) == []
    assert table.view(0)["departures"] == 1
    assert card_list(table.states["departed"][0]) == ["cat-m", "rhinoceros-f", "elephant-m"]


def test_15_noah_waits_at_the_new_boat_when_a_mule_makes_the_old_one_depart():
    table = position(
        "noah 2 | hands mule-m bear-m panda-f / cat-f bear-f | boats elephant-m lion-f"
    )

    play(table, "play mule-m")
    assert table.phase == "give"
    assert boat(table, 1) == []
    play(table, "give panda-f P2")

    assert noah_at(table) == 1
    assert table.seat == 1
    assert table.legal_names() == ["play bear-f", "play cat-f", "play panda-f"]


@pytest.mark.parametrize("departures", [0, 1, 2])
def test_16_each_departure_of_a_round_obliges_to_one_gift_more(departures: int):
    table = position(
        "noah 2 | hands cat-m bear-m panda-f snail parrot-m / bear-f"
        f" | boats elephant-m rhinoceros-f | departures {departures}"
    )

    play(table, "play cat-m", "noah 3")
    for gift in range(departures + 1):
        assert table.view(0)["gifts_due"] == departures + 1 - gift
        table.step(table.legal_actions()[0])

    assert len(hand(table, 0)) == 4 - (departures + 1)
    assert len(hand(table, 1)) == 1 + (departures + 1)


def test_16_gifts_may_be_split():
    table = position(
        "noah 3 | hands cat-m bear-m panda-f snail / bear-f / mule-m"
        " | boats elephant-m rhinoceros-f | departures 1"
    )

    play(table, "play cat-m", "noah 3", "give snail P3", "give panda-f P2")

    assert [hand(table, seat) for seat in range(3)] == [
        ["bear-m"],
        ["panda-f", "bear-f"],
        ["snail", "mule-m"],
    ]
    assert table.seat == 1


def test_r9_who_has_fewer_cards_gives_them_all_and_the_round_ends():
    table = position(
        "noah 3 rounds=2 | hands cat-m panda-f / bear-f / mule-m | boats elephant-m rhinoceros-f"
        " | departures 2"
    )

    play(table, "play cat-m", "noah 3", "give panda-f P3")

    assert tears(table) == [0, 0, 5]


def test_r9_who_has_no_card_left_gives_nothing():
    table = position(
        "noah 3 rounds=2 | hands cat-m / bear-f panda-f / mule-m | boats elephant-m rhinoceros-f"
    )

    play(table, "play cat-m", "noah 3")

    assert tears(table) == [0, 4, 1]


def test_16_the_fourth_departure_is_still_followed_by_its_gifts():
    table = position(
        "noah 3 rounds=2 | hands cat-m bear-m panda-f snail parrot-m parrot-f / bear-f / mule-m"
        " | boats elephant-m rhinoceros-f | departures 3"
    )

    play(table, "play cat-m", "noah 3")
    assert table.view(0)["gifts_due"] == 4
    play(table, "give parrot-m P2", "give parrot-f P2", "give snail P2", "give panda-f P3")

    # bear-m is left in the first hand: the round is over all the same
    assert tears(table) == [0, 6, 5]


def test_r4_gifts_are_named_in_order():
    table = position(
        "noah 4 | hands cat-m bear-m panda-f panda-m snail / bear-f / mule-m / mule-f"
        " | boats elephant-m rhinoceros-f | departures 1"
    )
    play(table, "play cat-m", "noah 3")

    # bear-m would be the last card in order, and one more is due after it
    assert table.legal_names() == [
        f"give {card} P{player}" for card in ("panda-f", "panda-m", "snail") for player in (2, 3, 4)
    ]
    play(table, "give panda-m P3")
    assert table.legal_names() == [
        *(f"give bear-m P{player}" for player in (2, 3, 4)),
        *(f"give panda-f P{player}" for player in (2, 3, 4)),
    ]


def test_r4_equal_cards_go_to_ascending_seats():
    table = position(
        "noah 4 | hands cat-m snail snail / bear-f / mule-m / mule-f"
        " | boats / elephant-m rhinoceros-f | noah 2 | departures 1"
    )
    play(table, "play cat-m", "noah 5")

    assert table.legal_names() == ["give snail P2", "give snail P3", "give snail P4"]
    play(table, "give snail P3")
    assert table.legal_names() == ["give snail P3", "give snail P4"]


# --- the end of a round ---


def test_17_the_last_card_ends_the_round_after_noah_has_moved():
    table = position("noah 3 rounds=2 | hands cat-m / bear-f panda-f / mule-m | boats / elephant-m")

    play(table, "play cat-m")
    assert table.phase == "noah"
    assert tears(table) == [0, 0, 0]
    play(table, "noah 3")

    assert tears(table) == [0, 4, 1]


def test_17_the_fourth_departure_ends_the_round():
    table = position(
        "noah 3 rounds=2"
        " | hands mule-m bear-m bear-f giraffe-m giraffe-f rhinoceros-m / snail / cat-m"
        " | boats elephant-m lion-f | departures 3"
    )

    play(table, "play mule-m")
    for _ in range(4):
        table.step(table.legal_actions()[0])

    assert tears(table) == [0, 2, 1]
    assert int(table.states["rounds_played"][0]) == 1


def test_18_the_next_player_clockwise_is_next():
    table = position("noah 3 | hands cat-m bear-f / mule-m / mule-f | boats bear-m | turn P3")

    play(table, "play mule-f")

    assert table.seat == 0


def test_19_tears_are_added_and_everything_is_dealt_anew():
    table = position(
        "noah 3 | hands cat-m / panda-f parrot-m elephant-m / snail mule-m kangaroo-f"
        " | boats / elephant-f | known P1 of P2: panda-f | departed cat-f | departures 2"
        " | tears 3 / 4 / 5"
    )

    play(table, "play cat-m", "noah 3")

    assert tears(table) == [3, 10, 9]
    assert [len(hand(table, seat)) for seat in range(3)] == [8, 8, 8]
    assert table.view(0)["departures"] == 0
    assert card_list(table.states["departed"][0]) == []
    assert noah_at(table) == 1
    assert known(table, 0, 1) == []


def test_20_after_three_rounds_the_fewest_tears_win():
    table = position(
        "noah 3 | hands cat-m / bear-f panda-f / mule-m | tears 7 / 2 / 9 | rounds played 2"
    )

    play(table, "play cat-m", "noah 3")

    assert table.over
    assert tears(table) == [7, 6, 10]
    assert GAME.notation.read_result(table.states[0]) == "P2 wins"


def test_r3_equal_fewest_tears_are_a_shared_win():
    table = position("noah 3 rounds=1 | hands cat-m / bear-f panda-f / mule-m | tears 5 / 1 / 9")

    play(table, "play cat-m", "noah 3")

    assert tears(table) == [5, 5, 10]
    assert GAME.notation.read_result(table.states[0]) == "P1 and P2 win"
    assert table.returns == [0.5, 0.5, -1.0]


def test_21_the_winner_gets_1_and_the_others_share_minus_1():
    table = position("noah 3 rounds=1 | hands cat-m / bear-f panda-f / mule-m")

    play(table, "play cat-m")
    assert table.returns == [0.0, 0.0, 0.0]
    play(table, "noah 3")

    assert table.returns == [1.0, -0.5, -0.5]


def test_21_if_all_are_equal_nobody_gets_anything():
    table = position("noah 3 rounds=1 | hands cat-m / bear-f / bear-m")

    play(table, "play cat-m", "noah 3")

    assert table.returns == [0.0, 0.0, 0.0]
    assert GAME.notation.read_result(table.states[0]) == "P1 and P2 and P3 win"


# --- what is known ---


def test_22_animals_taken_from_a_boat_are_known_to_all():
    table = position(
        "noah 3 | hands bear-m mule-m / elephant-f / cat-m"
        " | boats / snail-f giraffe-m cat-f | noah 2"
    )

    play(table, "play mule-m")

    taken = ["snail", "cat-f", "mule-m", "giraffe-m"]
    assert known(table, 0, 1) == known(table, 2, 1) == taken


def test_22_a_gift_is_known_to_giver_and_receiver_only():
    table = position(
        "noah 3 | hands cat-m bear-m panda-f / bear-f / mule-m | boats elephant-m rhinoceros-f"
    )

    play(table, "play cat-m", "noah 3", "give panda-f P3")

    assert known(table, 0, 2) == ["panda-f"]
    assert known(table, 1, 2) == []
    give = ACTIONS.number("give", CARD_NAMES.index("panda-f"), 1)
    before = list(table.history())[-1].state
    told = [GAME.actions.tell(before, give, observer) for observer in range(3)]
    assert told == ["give panda-f P3", "give a card P3", "give panda-f P3"]


def test_16_each_gift_is_an_action_of_its_own():
    for card in range(len(CARD_NAMES)):
        for opponent in range(4):
            assert gift_of(card, opponent) == ACTIONS.number("give", card, opponent)


def test_22_only_the_two_who_swap_know_the_cards():
    table = position("noah 3 | hands lion-m cat-m / bear-f / snail mule-m")

    play(table, "play lion-m", "draw P2")
    moment = [moment for moment in table.history() if moment.seat == CHANCE][-1]
    told = [GAME.notation.tell_outcome(moment.state, observer) for observer in range(3)]
    assert told == [
        "P1 draws bear-f from P2.",
        "P1 draws bear-f from P2.",
        "P1 draws a card from P2.",
    ]
    play(table, "return cat-m")

    assert known(table, 0, 1) == ["cat-m"]
    assert known(table, 2, 1) == known(table, 2, 0) == []
    before = list(table.history())[-1].state
    action = ACTIONS.number("give_back", CARD_NAMES.index("cat-m"))
    told = [GAME.actions.tell(before, action, observer) for observer in range(3)]
    assert told == ["return cat-m", "return cat-m", "return a card"]


def test_22_worlds_keep_the_known_cards_and_vary_the_others():
    table = position(
        "noah 3 | hands cat-m bear-m / panda-f snail snail / mule-m mule-f"
        " | known P1 of P2: panda-f snail, P1 of P3: mule-f"
    )

    others = set()
    for world in table.information(0).worlds(40, seed=1):
        assert hand(world, 0) == ["cat-m", "bear-m"]
        assert {"panda-f", "snail"} <= set(hand(world, 1))
        assert "mule-f" in hand(world, 2)
        assert [len(hand(world, seat)) for seat in (1, 2)] == [3, 2]
        others.add((*hand(world, 1), *hand(world, 2)))
    assert len(others) > 10


def test_22_in_all_worlds_who_is_to_load_has_a_card_that_fits():
    table = position(
        "noah 3 | hands cat-m bear-m / snail mule-m / mule-f lion-f | boats elephant-m elephant-f"
        " | turn P2"
    )

    for world in table.information(0).worlds(100, seed=1):
        assert set(world.legal_names()) & {"play snail-m", "play parrot-m"}
        assert len(world.rollout(seed=2)) == 3


def test_22_unseen_cards_are_those_that_may_be_anywhere():
    table = position(
        "noah 3 | hands cat-m bear-m / panda-f snail / mule-m mule-f | boats elephant-m"
        " | known P1 of P2: panda-f | departed cat-f"
    )

    unseen = card_list(table.view(0)["unseen"])

    assert "panda-f" not in unseen
    assert "elephant-m" not in unseen
    assert unseen.count("cat-f") == 1
    assert "mule-m" in unseen
    assert len(unseen) == 31 - 2 - 1 - 1 - 1


def test_r5_a_known_card_that_is_played_is_known_no_more():
    table = position(
        "noah 3 | hands snail cat-m / bear-f / mule-m"
        " | known P2 of P1: snail cat-m, P3 of P1: cat-m"
    )

    play(table, "play snail-m")

    assert known(table, 1, 0) == ["cat-m"]
    assert known(table, 2, 0) == ["cat-m"]


def test_r5_a_known_card_given_to_the_observer_is_known_no_more_to_it():
    table = position(
        "noah 3 | hands cat-m bear-m panda-f / bear-f / mule-m | boats elephant-m rhinoceros-f"
        " | known P3 of P1: panda-f bear-m, P2 of P1: panda-f bear-m"
    )

    play(table, "play cat-m", "noah 3", "give panda-f P3")

    assert known(table, 2, 0) == ["bear-m"]
    assert known(table, 1, 0) == []  # this one did not see which card left the hand


def test_r5_a_card_that_the_observer_draws_is_known_no_more():
    table = position(
        "noah 3 | hands lion-m cat-m / bear-f / snail mule-m"
        " | known P1 of P2: bear-f, P3 of P2: bear-f"
    )

    play(table, "play lion-m", "draw P2")
    assert known(table, 0, 1) == []
    assert known(table, 2, 1) == []


def test_r5_a_lion_that_is_not_the_observers_clears_what_was_known_of_both():
    table = position(
        "noah 3 | hands lion-m cat-m / bear-f mule-f / snail mule-m"
        " | known P2 of P1: cat-m, P3 of P1: cat-m, P1 of P2: bear-f mule-f,"
        " P3 of P2: bear-f mule-f"
    )

    play(table, "play lion-m", "draw P2", "return cat-m")

    assert known(table, 2, 1) == known(table, 2, 0) == known(table, 1, 0) == []
    kept = next(card for card in ("bear-f", "mule-f") if card in hand(table, 1))
    assert known(table, 0, 1) == sorted([kept, "cat-m"], key=CARD_NAMES.index)


def test_r5_a_gift_received_keeps_what_was_known_of_the_receiver():
    table = position(
        "noah 3 | hands cat-m bear-m panda-f / bear-f / mule-m | boats elephant-m rhinoceros-f"
        " | known P2 of P3: mule-m"
    )

    play(table, "play cat-m", "noah 3", "give panda-f P3")

    assert known(table, 1, 2) == ["mule-m"]


# --- variants ---


def test_v1_rounds_are_played_until_somebody_has_a_number_of_tears():
    for before, over in [(21, False), (22, True)]:
        table = position(
            f"noah 3 play_to=26 rounds=1 | hands cat-m / panda-f / mule-m | tears 0 / {before} / 3"
        )

        play(table, "play cat-m", "noah 3")

        assert table.over == over


def test_v2_another_number_of_rounds():
    table = position("noah 3 rounds=1 | hands cat-m / panda-f / mule-m")

    play(table, "play cat-m", "noah 3")

    assert table.over


def test_v3_the_reward_may_be_the_mean_of_the_tears_less_ones_own():
    table = position("noah 3 reward=points | hands cat-m / panda-f cat-f / mule-m")

    play(table, "play cat-m", "noah 3")

    assert table.returns == [2.0, -3.0, 1.0]


def test_r6_a_round_with_too_many_turns_is_cut_short_and_not_scored():
    table = position("noah 3 max_turns=1 | hands cat-m bear-m / panda-f / mule-m | tears 1 / 2 / 3")

    play(table, "play cat-m", "noah 3")

    assert table.over
    assert table.truncated
    assert tears(table) == [1, 2, 3]
    assert table.returns == [0.0, 0.0, 0.0]


def test_r6_the_last_turn_allowed_may_end_the_round():
    table = position("noah 3 max_turns=1 rounds=1 | hands cat-m / panda-f / mule-m")

    play(table, "play cat-m", "noah 3")

    assert table.over
    assert not table.truncated
    assert tears(table) == [0, 4, 1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"play_to": 0}, "play_to must be a whole number from 1 to 1000, or None, not 0"),
        ({"rounds": None}, "rounds must be a whole number from 1 to 1000, not None"),
        ({"max_turns": 0}, "max_turns must be a whole number from 1 to 10000, not 0"),
        ({"reward": "tears"}, 'reward must be "outcome" or "points", not \'tears\''),
        ({"num_players": 6}, "noah seats 2 to 5 players, not 6"),
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, Any], message: str):
    with pytest.raises(OptionError, match=message):
        make_table("noah", **options)


# --- how it is shown ---


def test_a_view_in_words():
    table = position(
        "noah 3 | hands cat-m bear-m / panda-f snail / mule-m"
        " | boats elephant-m woodpecker-f / / snail-f / cat-f / giraffe-m"
        " | known P1 of P2: panda-f | tears 3 / 0 / 5"
    )

    assert table.text(0).splitlines() == [
        "You are P1. Tears: you 3, P2 0, P3 5. Rounds left: 3.",
        "Boats left: 0 of 4. P1 began this round.",
        "> Boat 1: elephant-m woodpecker-f (weight 10 of 13, next must be m)",
        "  Boat 2: empty (weight 0 of 21)",
        "  Boat 3: snail-f (weight 1 of 21)",
        "  Boat 4: cat-f (weight 2 of 21)",
        "  Boat 5: giraffe-m (weight 8 of 21)",
        "Your hand: cat-m bear-m.",
        "P2 holds 2 cards, among them panda-f.",
        "P3 holds 1 card.",
        "Unseen: woodpecker-m parrot-m parrot-m parrot-f parrot-f snail snail cat-m cat-f "
        "kangaroo-m kangaroo-m kangaroo-f kangaroo-f panda-m lion-m lion-f mule-m mule-f bear-f "
        "giraffe-f rhinoceros-m rhinoceros-f elephant-f. Departed: none.",
        "You have to load Noah's boat.",
    ]
