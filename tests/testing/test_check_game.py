"""How laws are held: which, in which settings, and what is reported."""

from __future__ import annotations

import dataclasses
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

from boardgame_envs.core.table import Table
from boardgame_envs.testing import (
    LAWS,
    BrokenLawError,
    Case,
    Check,
    Each,
    check_game,
    each_option_set,
    each_setting,
    expect,
    law,
    list_checks,
)
from boardgame_envs.testing import laws as law_book
from boardgame_envs.testing.check import SUBJECTS
from boardgame_envs.testing.laws.copies import a_pickled_game_is_the_game_itself
from boardgame_envs.testing.laws.playing import no_card_is_ever_lost_or_made
from cart_game import GAME as CART
from tests.playing import TESTS

CARDS = "no_card_is_ever_lost_or_made"


@law(Each.SETTING)
def no_game_of_cart_has_a_fifth_turn(case: Case) -> None:
    """A law that Cart breaks unless it is cut short."""
    table = case.new_table()
    for _ in case.random_play(table, seed=3):
        expect(table.num_decisions < 4, f"this is turn {table.num_decisions + 1}")


# --- the law book ---


def test_every_law_has_a_name_and_a_meaning_of_its_own():
    assert len({law.name for law in LAWS}) == len({law.meaning for law in LAWS}) == len(LAWS)
    assert all(law.meaning.split("\n")[0].endswith(".") for law in LAWS)


def test_every_file_of_the_law_book_is_held_and_tested():
    files = {module.name for module in pkgutil.iter_modules(law_book.__path__)}
    assert {subject.__name__.rpartition(".")[2] for subject in SUBJECTS} == files
    tests = "\n".join(path.read_text() for path in TESTS.rglob("test_*.py"))
    for name in files:
        assert f"@every_check({name})" in tests


def test_laws_need_no_pytest():
    code = "import sys; sys.modules['pytest'] = None; import boardgame_envs.testing"
    subprocess.run([sys.executable, "-c", code], check=True)


# --- what is held ---


def test_a_game_is_held_to_all_laws_in_all_settings():
    checks = list_checks(CART, LAWS)

    assert {check.law for check in checks} == set(LAWS)
    for law_ in LAWS:
        settings = [check.setting for check in checks if check.law is law_]
        expected = {
            Each.GAME: [{}],
            Each.OPTION_SET: each_option_set(CART),
            Each.SETTING: each_setting(CART),
        }
        assert settings == expected[law_.each]
    assert len(each_setting(CART)) == 4 * 3
    assert len(each_option_set(CART)) == 4


def test_laws_and_settings_can_be_chosen():
    seen: list[Check] = []

    def watch(checks):
        for check in checks:
            seen.append(check)
            yield check

    chosen = [CARDS, "different_seeds_give_different_deals"]
    held = check_game(CART, laws=chosen, settings=[{"num_players": 2}, {}], progress=watch)

    assert [law.name for law in held] == chosen
    # what is true of a game as a whole is looked at once
    assert [(check.law.name, check.setting) for check in seen] == [
        (CARDS, {"num_players": 2}),
        (CARDS, {}),
        ("different_seeds_give_different_deals", {}),
    ]


def test_an_unknown_law_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match=f"no law 'no_card_is_ever_lost': did you mean '{CARDS}'"):
        check_game(CART, laws=["no_card_is_ever_lost"])


def test_a_law_of_ones_own_can_be_held():
    settings = [{"max_turns": 4}]
    assert check_game(CART, laws=[no_game_of_cart_has_a_fifth_turn], settings=settings)


# --- what is reported ---


def test_a_broken_law_is_reported_with_the_setting_and_the_place_in_the_game():
    with pytest.raises(BrokenLawError) as found:
        check_game(CART, laws=[CARDS, no_game_of_cart_has_a_fifth_turn])

    error = found.value
    assert isinstance(error, AssertionError)
    assert error.law is no_game_of_cart_has_a_fifth_turn
    assert error.game is CART
    assert error.setting == {"num_players": 2}
    assert (error.seed, error.decision) == (3, 4)
    assert error.complaint == "this is turn 5"
    said, position = str(error).splitlines()
    assert said == (
        "cart (num_players=2; seed 3, after 4 decisions) breaks the law "
        "'no game of cart has a fifth turn': this is turn 5"
    )
    assert position == f"The position: {error.position}"
    assert int(Table.at(error.position).states["turns"][0]) == 4


def test_the_first_broken_law_ends_the_check():
    tried: list[Check] = []

    def watch(checks):
        for check in checks:
            tried.append(check)
            yield check

    with pytest.raises(BrokenLawError):
        check_game(CART, laws=[no_game_of_cart_has_a_fifth_turn, CARDS], progress=watch)

    assert len(tried) == 1


def test_a_law_can_be_called_by_itself():
    no_card_is_ever_lost_or_made(CART)
    no_card_is_ever_lost_or_made(CART, {"num_players": 4, "strong_cart": True})
    with pytest.raises(BrokenLawError, match=r"cart \(num_players=9\) .* OptionError: cart seats"):
        no_card_is_ever_lost_or_made(CART, {"num_players": 9})


def test_a_game_that_is_not_the_one_of_its_package_is_found_out():
    with pytest.raises(BrokenLawError, match="the GAME of cart_game is another one"):
        a_pickled_game_is_the_game_itself(dataclasses.replace(CART))


def test_laws_hold_when_python_leaves_assertions_out(tmp_path: Path):
    code = (
        "from boardgame_envs.testing import Case, Each, check_game, expect, law, BrokenLawError\n"
        "from cart_game import GAME\n"
        "@law(Each.GAME)\n"
        "def nothing_holds(case): expect(False, 'it does not')\n"
        "try: check_game(GAME, laws=[nothing_holds])\n"
        "except BrokenLawError as error: print(error)\n"
    )
    answer = subprocess.run(
        [sys.executable, "-O", "-c", code], capture_output=True, text=True, check=True
    )
    assert answer.stdout == ("cart (default options) breaks the law 'nothing holds': it does not\n")
