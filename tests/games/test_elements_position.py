"""Positions of Elements in writing: read and written, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from boardgame_envs.core.problems import NotationError
from boardgame_envs.games.elements import GAME
from boardgame_envs.testing.settings import each_setting, setting_name
from tests.positions import assert_positions_of_a_game_can_be_read_again, position


@pytest.mark.parametrize("setting", each_setting(GAME), ids=setting_name)
@pytest.mark.parametrize("seed", [2, 3])
def test_positions_are_read_as_they_were_written(setting: dict[str, Any], seed: int):
    assert_positions_of_a_game_can_be_read_again(GAME, setting, seed)


def test_a_position_is_written_as_this():
    text = (
        "elements rounds=4 surrender=False | hands 1 2 6 / | chain 3 5 | open / 4 4 | discards 6"
        " | points 3 / 1 | turn P2 | starter P2 | actions discard 6, lay 3 | rounds played 2"
        " | last round reveal | last winner P1 | shown 1 2 / 6 6 | rng 1f"
    )

    assert position(text).position == text


def test_a_mistaken_reveal_is_written_with_the_hand_of_the_loser():
    text = (
        "elements mistaken_reveal=True | hands 2 4 / 5 | points 0 / 2 | turn P2 | starter P2"
        " | rounds played 1 | last round mistaken reveal | last winner P2 | shown 1 6 /"
    )

    assert position(text).position == text


def test_what_is_not_named_lies_aside():
    table = position("elements | hands 1 6 / 2 | chain 2 3 | open 6 / | discards 6")

    assert table.states["aside"][0].tolist() == [1, 0, 1, 2, 2, 3]
    assert (table.seat, table.view(0)["i_started"]) == (0, True)


def test_chance_may_be_to_act():
    assert position("elements | turn chance | starter P2").seat == 1


def test_a_match_may_be_over():
    table = position("elements | hands 1 / 2 | points 2 / 6 | turn over")

    assert table.over
    assert table.returns == [-1.0, 1.0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("elements | hands 1 2", "'hands' needs 2 parts with / between them"),
        ("elements | hands 1 / 7", "'hands' cannot have '7'; there are 1, 2, 3, 4, 5, 6"),
        ("elements | hands 1 1 / 1", "there are 2 cards of value 1, not 3"),
        ("elements hand_size=2 | hands 1 2 3 / 4", "P1 holds 3 cards, but 2 are dealt"),
        ("elements | chain 1 2 x", "'chain' cannot have 'x'"),
        (f"elements | chain {'6 ' * 17}", "the chain has room for 16 cards"),
        ("elements | actions lay 9", "'actions' names actions such as 'take', not 'lay 9'"),
        ("elements | actions lay 2, reveal", "a reveal or a surrender, which ends the round"),
        (f"elements | actions {'take, ' * 25}", "a round ends after 24 actions"),
        (f"elements | actions {'take, ' * 40}", "a round has at most 33 actions"),
        ("elements rounds=2 | rounds played 2", "'rounds played' is 2, but the match has 2 rounds"),
        ("elements | rounds played 2", "'rounds played' needs 'last round' and 'last winner'"),
        ("elements surrender=False | open 5 / | hands / 6", "P1 can do nothing"),
        (
            "elements surrender=False take_with_empty_hand=False | open 5 / | chain 3 | hands / 6",
            "P1 can do nothing",
        ),
        (
            "elements | rounds played 1 | last round mistaken reveal | last winner P1",
            "a mistaken reveal needs the option mistaken_reveal=True",
        ),
        (
            "elements mistaken_reveal=True | rounds played 1 | last round mistaken reveal"
            " | last winner P1 | shown 2 / 6 6",
            "'shown' has a hand of P1, which no reveal has shown",
        ),
        (
            "elements | rounds played 1 | last round surrender | last winner P1 | shown / 6",
            "'shown' has a hand of P2, which no reveal has shown",
        ),
    ],
    ids=lambda part: part[-40:],
)
def test_what_cannot_be_is_refused_in_one_sentence(text: str, sentence: str):
    with pytest.raises(NotationError) as refusal:
        position(text)

    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)
