"""Tranquility: the deal, alone and together."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs import make_table
from boardgame_envs.core.game import NotationError
from tests.games.tranquility_tables import deal_of, dealt, hand, hands, names, pile, piles


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(1, [85]), (2, [42, 43]), (3, [28, 28, 29]), (4, [21, 21, 21, 22]), (5, [17] * 5)],
)
def test_5_islands_and_finishes_are_dealt_as_evenly_as_possible(players, sizes):
    table = make_table("tranquility", players)

    table.reset(4)

    deal = next(table.history()).state
    assert sorted(deal["pile_sizes"].tolist()[:players]) == sizes
    dealt_cards = sorted(card for cards in deal["piles"] for card in cards if card)
    assert names(dealt_cards).split() == [*map(str, range(1, 81)), *["finish"] * 5]


def test_5_every_island_is_as_likely_in_each_place_and_so_are_the_larger_piles():
    table, first_cards, large = make_table("tranquility", 3), np.zeros(90), np.zeros(3)

    for seed in range(500):
        table.reset(seed)
        deal = next(table.history()).state
        large[int(deal["pile_sizes"][:3].argmax())] += 1
        for card in deal["piles"][1][:20]:
            first_cards[card] += 1

    assert np.abs(large / (500 / 3) - 1).max() < 0.25
    assert np.abs(first_cards[1:81] / (500 * 20 / 85) - 1).max() < 0.4
    assert abs(first_cards[82] / (500 * 20 / 17) - 1) < 0.1


def test_6_each_draws_five_cards_and_then_shuffles_a_start_into_their_own_pile():
    table = dealt(["9 8 7 6 5 21 22 23", "", ""], starts=[2, 0, 23])

    assert hand(table, 0) == "5 6 7 8 9"
    assert pile(table, 0).startswith("21 22 start 23")
    assert pile(table, 1).startswith("start ")
    assert pile(table, 2).split()[23] == "start"
    assert [len(cards.split()) for cards in piles(table)] == [24, 25, 24]


def test_6_a_start_is_as_likely_in_each_place_of_a_pile():
    table, depths = make_table("tranquility", 5), np.zeros(13)

    for seed in range(650):
        table.reset(seed)
        assert not any("start" in cards for cards in hands(table))
        depths[pile(table, 3).split().index("start")] += 1

    assert np.abs(depths / 50 - 1).max() < 0.5


def test_7_who_was_dealt_the_fewest_cards_starts():
    for first in range(2):
        table = dealt(["", ""], first=first)

        assert table.seat == first
        assert len(pile(table, first).split()) < len(pile(table, 1 - first).split())


def test_7_among_equals_chance_decides():
    table, starters = make_table("tranquility", 5), np.zeros(5)

    for seed in range(400):
        table.reset(seed)
        starters[table.seat] += 1

    assert np.abs(starters / 80 - 1).max() < 0.35


def test_v1_removed_islands_leave_the_game_unseen_before_the_deal():
    table = make_table("tranquility", 3, removed_islands=12)

    table.reset(2)

    deal = next(table.history()).state
    assert len(names(deal["removed"]).split()) == 12
    assert "finish" not in names(deal["removed"])
    assert deal["pile_sizes"].tolist()[:3] in ([24, 24, 25], [24, 25, 24], [25, 24, 24])


def test_v1_as_many_as_forty_four_islands_may_leave():
    deal = deal_of(["", "", "", "", ""], removed_islands=44)

    assert sorted(map(len, deal["piles"])) == [8, 8, 8, 8, 9]


# --- alone ---


def test_18_alone_the_start_is_shuffled_into_the_upper_half_of_the_pile():
    table, depths = make_table("tranquility", 1), []

    for seed in range(400):
        table.reset(seed)
        depths.append(pile(table, 0).split().index("start"))

    assert len(pile(table, 0).split()) == 40 + 40 + 1
    assert (min(depths), max(depths)) == (0, 40)


@pytest.mark.parametrize(
    ("options", "upper"),
    [
        ({}, 40),
        ({"removed_islands": 1}, 39),  # of 79 cards the upper half has fewer
        ({"expansions": ["monsters"]}, 41),
        ({"mode": "pyramid"}, 37),
        ({"mode": "day_and_night"}, 43),
    ],
)
def test_18_the_upper_half_is_the_smaller(options, upper):
    deepest = dealt([""], starts=[upper], **options)

    assert pile(deepest, 0).split()[upper] == "start"
    with pytest.raises(NotationError, match=f"must have 0 to {upper} cards above it"):
        dealt([""], starts=[upper + 1], **options)


def test_18_storms_of_the_opening_are_resolved_before_the_pile_is_halved():
    table = dealt(["1 orange 2 3 4 5"], starts=[42], expansions=["storms"])

    # 91 cards, of which 6 are gone: 85 are halved
    assert pile(table, 0).split()[42] == "start"


# --- deals as records have them ---


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda d: d.pop("first"), "the deal lacks 'first'"),
        (lambda d: d.update(first=3), "the first player must be a seat from 0 to 2, not 3"),
        (lambda d: d.update(first=1), "P2 cannot start, having more cards than others"),
        (lambda d: d["piles"].pop(), "the deal must have 3 piles, not 2"),
        (lambda d: d["piles"].__setitem__(2, 5), "the pile of P3 must be a list, not 5"),
        (lambda d: d["piles"][0].__setitem__(0, 81), "the pile of P1 has 81, which is no card"),
        (lambda d: d["piles"][0].__setitem__(0, True), "has True, which is no card"),
        (lambda d: d["piles"][0].__setitem__(0, "shark"), "has 'shark', which is no card"),
        (lambda d: d["piles"][0].__setitem__(0, 2), "the deal has 0 cards 1 instead of 1"),
        (lambda d: d["piles"][0].append("start"), "the deal has 1 cards start instead of 0"),
        (lambda d: d["piles"][1].append(d["piles"][0].pop()), "are not as even as possible"),
        (lambda d: d["removed"].append(1), "0 islands must be removed, not 1"),
    ],
)
def test_5_a_deal_that_cannot_have_happened_is_refused(change, complaint):
    deal = deal_of(["", "", ""])
    change(deal)

    with pytest.raises(NotationError) as refusal:
        make_table("tranquility", 3).reset(1, [{"deal": deal}])

    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("options", "change", "complaint"),
    [
        (
            {"removed_islands": 2},
            lambda d: d.update(removed=[1, "finish"]),
            "only islands are removed",
        ),
        ({"expansions": ["reefs"]}, lambda d: d.pop("reef"), "the deal lacks 'reef'"),
        ({"expansions": ["reefs"]}, lambda d: d.update(reef=7), "a row from 1 to 6, not 7"),
        (
            {"expansions": ["monsters"]},
            lambda d: d["piles"][1].__setitem__(0, "monster"),
            "instead of 1",
        ),
        ({"mode": "pyramid"}, lambda d: d.pop("explorer"), "the deal lacks 'explorer'"),
        (
            {"mode": "pyramid"},
            lambda d: d["explorer"].pop(),
            "the explorer deck has 1 cards orange instead of 2",
        ),
    ],
)
def test_5_so_is_a_deal_that_another_setting_would_have(options, change, complaint):
    deal = deal_of(["", ""], **options)
    change(deal)

    with pytest.raises(NotationError) as refusal:
        make_table("tranquility", 2, **options).reset(1, [{"deal": deal}])

    assert complaint in str(refusal.value)


@pytest.mark.parametrize(
    ("starts", "complaint"),
    [
        ([1, 2], "'start' must have 3 numbers, not [1, 2]"),
        ([1, 2, 24], "the Start of P3 must have 0 to 23 cards above it, not 24"),
        ([1, -1, 2], "the Start of P2 must have 0 to 24 cards above it, not -1"),
        ([True, 1, 2], "not True"),
        ([0.5, 1, 2], "not 0.5"),
    ],
)
def test_6_a_place_where_no_start_can_be_is_refused(starts, complaint):
    with pytest.raises(NotationError) as refusal:
        dealt(["", "", ""], starts=starts)

    assert complaint in str(refusal.value)
