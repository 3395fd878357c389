from __future__ import annotations

import pytest

from boardgame_envs.core.options import (
    Choice,
    ListOf,
    NumberOrName,
    Option,
    OptionError,
    OrNone,
    SomeOf,
    Switch,
    WholeNumber,
    complete_options,
    parse_options,
)

OPTIONS = (
    Option("rounds", None, OrNone(WholeNumber(1, 9)), "how many"),
    Option("strict", False, Switch(), "really?"),
    Option("sizes", [1, 2], ListOf(WholeNumber(1, 3), 4), "how large"),
    Option("mode", "short", Choice(("short", "long")), "which"),
)


def test_what_is_not_chosen_is_as_by_default():
    assert complete_options(OPTIONS, {"strict": True}) == {
        "rounds": None,
        "strict": True,
        "sizes": [1, 2],
        "mode": "short",
    }


def test_options_are_read_from_a_command_line():
    texts = ["rounds=4", "strict=yes", "sizes=3,1,2", "mode=long"]

    assert complete_options(OPTIONS, parse_options(OPTIONS, texts)) == {
        "rounds": 4,
        "strict": True,
        "sizes": [3, 1, 2],
        "mode": "long",
    }
    assert parse_options(OPTIONS, ["rounds=none", "sizes="]) == {"rounds": None, "sizes": []}


@pytest.mark.parametrize(
    ("chosen", "complaint"),
    [
        ({"round": 1}, "no option 'round': did you mean 'rounds'? (there are mode, rounds,"),
        ({"xyz": 1}, "no option 'xyz'; there are mode, rounds, sizes, strict"),
        ({"rounds": 10}, "rounds must be a whole number from 1 to 9, or None, not 10"),
        ({"rounds": True}, "not True"),
        ({"rounds": 2.0}, "not 2.0"),
        ({"strict": "maybe"}, "strict must be True or False, not 'maybe'"),
        ({"sizes": [1, 4]}, "a list of 1 to 4 items, each a whole number from 1 to 3"),
        ({"sizes": "12"}, "not '12'"),
        ({"mode": "medium"}, 'mode must be "short" or "long", not \'medium\''),
        ({"mode": ["short"]}, "not ['short']"),
    ],
    ids=str,
)
def test_a_wrong_option_is_refused_in_one_sentence(chosen, complaint):
    with pytest.raises(OptionError) as refusal:
        complete_options(OPTIONS, chosen)
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", ["rounds", "rouns=3"])
def test_a_text_that_is_no_option_is_refused(text):
    with pytest.raises(OptionError):
        parse_options(OPTIONS, [text])


FURTHER = (
    Option("extras", [], SomeOf(("reefs", "monsters", "storms")), "what is added"),
    Option("level", 0, NumberOrName(0, 9, {"easy": 2, "hard": 7}), "how hard"),
)


def test_some_of_several_words_are_kept_in_one_order():
    assert complete_options(FURTHER, {"extras": ("storms", "reefs")})["extras"] == [
        *("reefs", "storms"),
    ]
    assert complete_options(FURTHER, {})["extras"] == []


def test_a_number_may_have_a_name():
    for value, number in (("easy", 2), ("hard", 7), (0, 0), (9, 9)):
        assert complete_options(FURTHER, {"level": value})["level"] == number


def test_words_and_names_are_read_from_a_command_line():
    texts = ["extras=storms, reefs", "level=hard"]

    assert complete_options(FURTHER, parse_options(FURTHER, texts)) == {
        "extras": ["reefs", "storms"],
        "level": 7,
    }
    assert parse_options(FURTHER, ["extras=", "level=4"]) == {"extras": [], "level": 4}


@pytest.mark.parametrize(
    ("chosen", "complaint"),
    [
        (
            {"extras": ["reef"]},
            "extras must be a list of any of reefs, monsters, storms, each at most once",
        ),
        ({"extras": ["reefs", "reefs"]}, "not ['reefs', 'reefs']"),
        ({"extras": "reefs"}, "not 'reefs'"),
        ({"extras": {"reefs"}}, "not {'reefs'}"),
        ({"extras": [["reefs"]]}, "not [['reefs']]"),
        ({"extras": [1]}, "not [1]"),
        (
            {"level": 10},
            'a whole number from 0 to 9 or one of "easy" (2), "hard" (7), not 10',
        ),
        ({"level": "Easy"}, "not 'Easy'"),
        ({"level": True}, "not True"),
        ({"level": 2.0}, "not 2.0"),
    ],
    ids=str,
)
def test_wrong_words_and_names_are_refused_in_one_sentence(chosen, complaint):
    with pytest.raises(OptionError) as refusal:
        complete_options(FURTHER, chosen)
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)
