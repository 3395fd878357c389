"""Tranquility: which options go together, and what is said where they do not."""

from __future__ import annotations

import pytest

from boardgame_envs import OptionError, make_table
from boardgame_envs.testing.random_games import random_play
from tests.games.tranquility_tables import value


@pytest.mark.parametrize("mode", ["high_arch", "pyramid", "day_and_night", "duel"])
def test_v6_expansions_go_with_the_standard_mode_only(mode):
    with pytest.raises(OptionError, match=f'"standard" only, not with "{mode}"') as refusal:
        make_table("tranquility", mode=mode, expansions=["reefs", "storms"])

    assert "leave out reefs, storms" in str(refusal.value)


def test_v6_removed_islands_go_with_all_modes_but_the_duel():
    for mode in ("standard", "high_arch", "pyramid", "day_and_night"):
        make_table("tranquility", mode=mode, removed_islands=4)

    with pytest.raises(OptionError, match="must be 0, not 4"):
        make_table("tranquility", mode="duel", removed_islands=4)


def test_v6_in_the_russian_edition_not_with_expansions():
    make_table("tranquility", edition="ru", removed_islands=4)
    make_table("tranquility", edition="uk", removed_islands=4, expansions=["reefs"])

    with pytest.raises(OptionError, match="do not go together"):
        make_table("tranquility", edition="ru", removed_islands=4, expansions=["reefs"])


@pytest.mark.parametrize(("mode", "reward"), [("duel", "progress"), ("standard", "points")])
def test_v4_progress_is_for_a_team_and_points_are_for_a_duel(mode, reward):
    with pytest.raises(OptionError, match=f'the reward "{reward}" goes with'):
        make_table("tranquility", mode=mode, reward=reward)


@pytest.mark.parametrize(
    "options",
    [{"monsters": 5}, {"arch_width": 6}, {"num_players": 1, "talk_rounds": 100}],
    ids=str,
)
def test_v6_an_option_without_effect_is_accepted_and_changes_nothing(options):
    usual = {name: value for name, value in options.items() if name == "num_players"}
    plain, chosen = make_table("tranquility", **usual), make_table("tranquility", **options)

    played = [list(random_play(table, seed=1)) for table in (plain, chosen)]

    assert played[0] == played[1]
    assert chosen.returns == plain.returns
    assert value(chosen, "grid") == value(plain, "grid")


@pytest.mark.parametrize(
    ("name", "number"),
    [("galatea", 4), ("triton", 6), ("leucothea", 8), ("amphitrite", 10), ("poseidon", 12)],
)
def test_v1_numbers_of_removed_islands_have_names(name, number):
    assert make_table("tranquility", removed_islands=name).options["removed_islands"] == number


@pytest.mark.parametrize(
    "options",
    [
        {"removed_islands": 45},
        {"removed_islands": -1},
        {"removed_islands": "Galatea"},
        {"monsters": 2},
        {"monsters": 6},
        {"arch_width": 7},
        {"talk_rounds": 101},
        {"mode": "tower"},
        {"edition": "en"},
        {"expansions": ["rocks"]},
        {"expansions": ["reefs", "reefs"]},
    ],
    ids=str,
)
def test_v6_a_value_that_is_not_allowed_is_refused(options):
    with pytest.raises(OptionError, match=next(iter(options))):
        make_table("tranquility", **options)


def test_v6_expansions_are_kept_in_one_order():
    table = make_table("tranquility", expansions=("storms", "reefs"))

    assert table.options["expansions"] == ["reefs", "storms"]


def test_41_the_duel_is_for_two_and_the_other_modes_by_default_for_three():
    assert make_table("tranquility", mode="duel").num_players == 2
    assert make_table("tranquility", mode="pyramid").num_players == 3

    with pytest.raises(OptionError, match="seats 2 players with these options, not 3"):
        make_table("tranquility", 3, mode="duel")
