"""Noah: what the observation says of each action, in positions that can be reckoned by hand."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from boardgame_envs.core.table import Table
from boardgame_envs.games.noah import packed
from boardgame_envs.games.noah.cards import ANIMAL_NAMES, CARD_NAMES, COPIES, SNAIL_CARD, TEARS
from boardgame_envs.games.noah.features import chance_level
from tests.positions import position


def of_load(table: Table, animal: str) -> dict[str, int]:
    """Return what the player to act is shown of an animal."""
    view, place = table.view(table.seat), ANIMAL_NAMES.index(animal)
    return {
        name.removeprefix("load_"): int(view[name][place])
        for name in view
        if name.startswith("load_")
    }


def of_move(table: Table, steps: int) -> dict[str, int]:
    """Return what the player to act is shown of a boat that Noah may go to."""
    view = table.view(table.seat)
    return {
        name.removeprefix("noah_"): int(view[name][steps - 1])
        for name in view
        if name.startswith("noah_")
    }


def of_gift(table: Table, card: str, opponent: int) -> dict[str, int]:
    """Return what the player to act is shown of a gift."""
    view, place = table.view(table.seat), CARD_NAMES.index(card)
    names = ("worse", "standing", "use")
    return {name: view[f"gift_{name}"][place][opponent] for name in names}


# --- piles as numbers ---


def test_a_pile_as_a_number_has_its_cards():
    rng = np.random.default_rng(1)
    for _ in range(200):
        pile = rng.integers(0, COPIES[5] + 1)
        number = packed.pack(pile)

        assert packed.count(number) == pile.sum()
        assert packed.count_tears(number) == (pile * TEARS).sum()
        assert packed.most_tears(number) == max(TEARS[pile > 0], default=-1)
        for card, copies in enumerate(pile):
            assert packed.count(number & int(packed.CARD[card])) == copies


def test_a_card_less_in_a_pile_as_a_number():
    pile = COPIES[5].copy()
    number = packed.pack(pile)
    for card in (*[SNAIL_CARD] * 5, 0, 22):
        number = packed.without(number, card)
        pile[card] -= 1
        assert number == packed.pack(pile)


# --- loading ---


def test_a_load_says_what_the_boat_takes_then():
    table = position("noah 2 | hands cat-m bear-f panda-m / mule-m | boats kangaroo-f lion-m")

    told = of_load(table, "bear-f")

    # 3 + 5 + 7 of 21, and the animal two places back is the lion
    assert (told["room"], told["sex"]) == (6, 1)
    assert (told["fitting"], told["prepares"]) == (2, 0)
    assert (told["tears"], told["cards"], told["end"]) == (0, 2, 0)


def test_a_load_may_prepare_a_departure():
    table = position("noah 2 | hands kangaroo-m cat-f / mule-f | boats elephant-f mule-m")

    # 10 + 6 + 2 and then 3 make 21, of the sex that the mule has
    assert of_load(table, "cat-f")["prepares"] == 1
    assert of_load(table, "cat-f")["fitting"] == 1


def test_a_departure_counts_the_gifts_with_most_tears():
    table = position(
        "noah 3 | hands cat-m bear-m panda-f snail mule-m / bear-f / mule-f"
        " | boats elephant-m rhinoceros-f | departures 1"
    )

    told = of_load(table, "cat-m")

    assert (told["room"], told["tears"], told["cards"]) == (0, 1 + 4 + 2, 2)
    # a new boat takes the place: anything fits
    assert (told["sex"], told["fitting"], told["end"]) == (0, 4, 0)


@pytest.mark.parametrize(
    ("others", "end"),
    [
        ("bear-f / mule-m", 4 + 3),  # the panda given, and one tear: (4 + 1) / 2, rounded up
        ("bear-f panda-m / mule-m", 4 + 5),  # 9 / 2
    ],
)
def test_a_load_that_ends_the_round_says_how(others: str, end: int):
    table = position(
        f"noah 3 | hands cat-m panda-f / {others} | boats elephant-m rhinoceros-f"
        f" | departures 2 | known P1 of P2: {others.split(' / ')[0]}, P1 of P3: mule-m"
    )

    told = of_load(table, "cat-m")

    assert (told["tears"], told["cards"], told["end"]) == (5, 0, end)
    assert (told["takes"], told["harm"], told["again"]) == (0, 0, 0)


def test_a_load_says_where_cards_could_lie_as_well():
    table = position(
        "noah 2 | hands cat-m bear-f / mule-m"
        " | boats / elephant-m rhinoceros-m / elephant-f mule-f / / bear-m"
    )

    # the third boat takes females only, and neither it nor the second one a bear
    assert of_load(table, "cat-m")["places"] == 3
    assert of_load(table, "bear-f")["places"] == 2


def test_a_pair_says_what_the_next_turn_brings():
    table = position(
        "noah 3 | hands cat-m panda-f mule-m / bear-f / mule-f"
        " | boats cat-f / lion-m / elephant-m elephant-f / bear-m"
    )

    told = of_load(table, "cat-m")

    # after a male to the third or fourth boat; on the fourth the panda may be loaded
    assert (told["again"], told["goes_on"]) == (2 + 4, 0)
    assert (told["takes"], told["harm"]) == (0, 0)


def test_a_pair_after_which_one_must_take():
    table = position(
        "noah 3 | hands cat-m bear-f / bear-m / mule-f"
        " | boats cat-f / lion-m / elephant-m rhinoceros-f / elephant-f rhinoceros-m"
    )

    assert of_load(table, "cat-m")["again"] == 1


def test_a_pair_after_which_one_goes_on():
    table = position(
        "noah 3 | hands cat-m cat-f / bear-m / mule-f | boats cat-f / lion-m / cat-m / mule-m"
    )

    assert of_load(table, "cat-m")["goes_on"] == 1


# --- what the next player will find ---


def test_who_is_known_to_have_no_card_that_fits_takes_for_sure():
    table = position(
        "noah 2 | hands cat-f bear-f / elephant-f"
        " | boats / elephant-m rhinoceros-m / mule-m / mule-f / lion-m"
        " | known P1 of P2: elephant-f"
    )

    told = of_load(table, "cat-f")

    # the next boat has 19 of 21, two animals and no tears: two are taken, eight quarters
    assert (told["takes"], told["harm"]) == (8, 4 * 2)
    assert (told["pairs"], told["departs"]) == (0, 0)


def test_who_is_known_to_have_a_card_that_fits_takes_for_sure_nothing():
    table = position(
        "noah 2 | hands cat-f bear-f / cat-m"
        " | boats / elephant-m rhinoceros-m / mule-m / mule-f / lion-m"
        " | known P1 of P2: cat-m"
    )

    assert of_load(table, "cat-f")["takes"] == 0


def test_hidden_cards_are_as_likely_as_all_that_are_unseen():
    table = position(
        "noah 2 | hands cat-f bear-f / elephant-f kangaroo-f"
        " | boats / elephant-m rhinoceros-m / mule-m / mule-f / lion-m"
    )
    view = table.view(0)
    unseen = {name: n for name, n in zip(CARD_NAMES, view["unseen"], strict=True) if n}
    # room for 2 on the second boat, and only males: parrots, snails, woodpeckers are over 13
    fitting = unseen["parrot-m"] + unseen["snail"] + unseen.get("cat-m", 0)
    total = sum(unseen.values())
    chance = comb(total - fitting, 2) / comb(total, 2)

    table.play("play cat-f")
    told = of_move(table, 1)

    assert told["takes"] == chance_level(chance)
    assert told["harm"] == int(4 * 2 * chance + 0.5)
    assert (told["room"], told["sex"], told["burden"]) == (2, 1, 2)
    assert (told["fitting"], told["best"]) == (0, 0)


def test_a_mule_leaves_the_next_player_with_the_boat_it_is_on():
    table = position(
        "noah 2 | hands mule-f bear-f / elephant-f | boats elephant-m | known P1 of P2: elephant-f"
    )

    # 16 of 21: two animals, and one tear
    assert of_load(table, "mule-f")["takes"] == 8
    assert of_load(table, "mule-f")["harm"] == 4 * 3


def test_chances_to_pair_and_to_depart():
    table = position(
        "noah 2 | hands cat-f bear-f / elephant-f | boats / elephant-m / mule-m / mule-f"
        " / rhinoceros-m cat-m | known P1 of P2: elephant-f"
    )
    table.play("play cat-f")

    # on the elephant a pair; on the fifth boat 11 and 10 make 21, but a male is needed
    assert (of_move(table, 1)["pairs"], of_move(table, 1)["departs"]) == (8, 0)
    assert (of_move(table, 4)["pairs"], of_move(table, 4)["departs"]) == (0, 0)
    # of the other boats nothing is said
    assert set(of_move(table, 2).values()) == {0}


def test_after_a_pair_the_boats_are_for_oneself():
    table = position(
        "noah 2 | hands cat-f bear-f / elephant-f | boats cat-m / bear-m / mule-m / mule-f"
        " / rhinoceros-m elephant-m"
    )
    table.play("play cat-f")

    assert (of_move(table, 1)["pairs"], of_move(table, 1)["takes"]) == (8, 0)
    assert (of_move(table, 4)["takes"], of_move(table, 4)["harm"]) == (8, 4 * 2)


# --- opponents, returns and gifts ---


def test_what_is_said_of_opponents():
    table = position(
        "noah 3 | hands cat-m / panda-m bear-m / bear-f | tears 0 / 3 / 1"
        " | known P1 of P2: panda-m bear-m, P1 of P3: bear-f"
    )

    view = table.view(0)

    assert view["rival_hidden"][:2] == [0, 0]
    assert view["rival_tears"][:2] == [4, 0]
    assert view["rival_card"][:2] == [8, 0]
    # 3 and 2 cards against 1 and 1 card
    assert view["rival_standing"][:2] == [3, 0]


def test_what_is_said_of_cards_to_return():
    table = position(
        "noah 3 | hands lion-m cat-m / bear-f / snail parrot-m"
        " | boats / cat-f / mule-m mule-f / elephant-m rhinoceros-m / bear-m"
    )
    table.play("play lion-m")
    table.play("draw P2")

    view, cat, bear = table.view(0), CARD_NAMES.index("cat-m"), CARD_NAMES.index("bear-f")

    # the cat makes a pair on the second boat, and lets the one with 19 depart
    assert (view["return_places"][cat], view["return_goes_on"][cat]) == (5, 2)
    assert (view["return_places"][bear], view["return_goes_on"][bear]) == (3, 1)


def test_what_is_said_of_gifts():
    table = position(
        "noah 3 | hands cat-m bear-m panda-f panda-m snail / lion-f / parrot-m mule-f"
        " | boats elephant-m rhinoceros-f / / mule-m bear-f | departures 1"
    )
    table.play("play cat-m")
    table.play("noah 3")

    # the boat needs a male
    assert of_gift(table, "panda-m", 0) == {"worse": 0, "standing": 0, "use": 2}
    assert of_gift(table, "panda-f", 0) == {"worse": 1, "standing": 0, "use": 1}
    assert of_gift(table, "panda-f", 1) == {"worse": 1, "standing": 1, "use": 0}
    assert of_gift(table, "snail", 0)["worse"] == 2


def test_others_are_told_nothing_of_the_actions():
    table = position("noah 2 | hands cat-f bear-f / elephant-f | boats / elephant-m")

    view = table.view(1)

    assert not any(any(view[name]) for name in view if name.startswith(("load_", "noah_")))
