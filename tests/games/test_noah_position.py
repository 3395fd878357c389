"""Noah's positions in writing: read and written, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from boardgame_envs.core.problems import NotationError
from boardgame_envs.games.noah import GAME
from boardgame_envs.games.noah.cards import COPIES
from boardgame_envs.games.noah.notation import card_list
from boardgame_envs.testing.settings import each_setting, setting_name
from tests.positions import assert_positions_of_a_game_can_be_read_again, position


@pytest.mark.parametrize("setting", each_setting(GAME), ids=setting_name)
def test_positions_are_read_as_they_were_written(setting: dict[str, Any]):
    assert_positions_of_a_game_can_be_read_again(GAME, setting, seed=6)


def test_a_position_is_written_as_this():
    text = (
        "noah 3 rounds=2 | hands panda-f snail / bear-f / mule-m cat-m"
        " | boats elephant-m rhinoceros-f / / mule-f | noah 3"
        " | known all of P2: bear-f, P1 of P3: cat-m | departed cat-f | departures 1"
        " | tears 3 / 0 / 12 | rounds played 1 | turns 4 | starter P2"
    )

    table = position(text)

    assert table.position == text.replace("panda-f snail", "snail panda-f").replace(
        "mule-m cat-m", "cat-m mule-m"
    )


def test_a_position_in_the_middle_of_a_turn():
    table = position(
        "noah 3 | hands panda-f snail / bear-f / mule-m | boats / cat-m"
        " | turn P2 | phase give | noah 3 | loaded 2 | played cat-m | pair | gifts due 1"
    )

    assert table.legal_names() == ["give bear-f P1", "give bear-f P3"]
    assert table.view(1)["pair"] is True
    table.play("give bear-f P3")
    assert table.over is False
    assert "rounds played 1" in table.position  # that was the last card in hand


def test_what_is_not_named_is_unused_and_nobody_knows_anything():
    table = position("noah 3 | hands cat-m cat-m / bear-f / snail | boats mule-m snail-f")

    unused = card_list(table.states["rest"][0])
    assert len(unused) == COPIES[3].sum() - 6
    assert unused.count("snail") == 1
    assert "cat-m" not in unused
    assert not any(map(any, table.view(0)["known"]))
    assert (table.seat, table.phase, table.view(0)["starter"]) == (0, "load", 0)


def test_what_all_know_each_of_the_others_knows():
    table = position(
        "noah 3 | hands cat-m snail / bear-f / mule-m | known all of P1: cat-m, P3 of P1: snail"
    )

    assert card_list(table.view(1)["known"][1]) == ["cat-m"]
    assert card_list(table.view(2)["known"][0]) == ["snail", "cat-m"]


def test_chance_may_be_to_act():
    assert position("noah 5 | turn chance | starter P4").seat == 3
    table = position(
        "noah 3 | hands cat-m / bear-f / mule-m | boats lion-m"
        " | turn chance | player P3 | phase draw | played lion-m | swaps with P2"
    )

    assert (table.seat, table.phase) == (2, "return")
    assert table.legal_names() == ["return bear-f", "return mule-m"]


def test_a_match_may_be_over():
    table = position("noah 2 | hands cat-m / bear-f | tears 3 / 8 | rounds played 3 | turn over")

    assert table.over
    assert table.returns == [1.0, -1.0]


TURN = "noah 3 | hands cat-m / bear-f / mule-m"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("noah 3 | hands cat-m / bear", "'hands' needs 3 parts with / between them"),
        (
            "noah 3 | hands cat / bear-f / mule-m",
            "'hands' cannot have 'cat': did you mean 'cat-m'",
        ),
        (
            "noah 3 | hands mule-m mule-m / cat-m / cat-m",
            "the deck for 3 players has 1 × mule-m, not 2",
        ),
        ("noah 3 | hands cat-m / / mule-m", "P2 has no card: the round would be over"),
        (f"{TURN} | boats cat-m / / / / / cat-f", "there are 5 boats, not 6"),
        (f"{TURN} | boats snail", "'boats' cannot have 'snail': did you mean 'snail-m'"),
        (
            f"{TURN} | boats elephant-m elephant-f rhinoceros-m",
            "rhinoceros-m does not fit on boat 1: elephant-m elephant-f rhinoceros-m",
        ),
        (f"{TURN} | boats / cat-m cat-f lion-f", "lion-f does not fit on boat 2"),
        (f"{TURN} | boats elephant-m rhinoceros-f cat-f", "cat-f does not fit on boat 1"),
        (f"{TURN} | boats elephant-f giraffe-f", "P1 has no legal action in the phase load"),
        (f"{TURN} | noah 6", "'noah' needs a whole number from 1 to 5, not 6"),
        (f"{TURN} | departures 5", "'departures' needs a whole number from 0 to 4, not 5"),
        (f"{TURN} | tears 1 / -1 / 2", "'tears' needs a whole number from 0 to"),
        (f"{TURN} | known P2: cat-m", "'known' has parts such as 'P1 of P2: cat-m'"),
        (f"{TURN} | known P4 of P1: cat-m", "'known' names one of P1, P2, P3, all, not 'P4'"),
        (f"{TURN} | known P1 of P4: cat-m", "'known' names one of P1, P2, P3, not 'P4'"),
        (f"{TURN} | known P1 of P1: cat-m", "about the hands of others, not P1 of P1"),
        (f"{TURN} | known P2 of P1: mule-m", "P2 knows 1 × mule-m in the hand of P1, which has 0"),
        (f"{TURN} | departures 4", "'departures' is 4: the round would be over"),
        (f"{TURN} | rounds played 3", "'rounds played' is 3, but rounds is 3"),
        (f"{TURN} | turn over | rounds played 4", "'rounds played' is 4, but rounds is 3"),
        (f"{TURN} | turns 500", "'turns' is 500, but max_turns is 500"),
        (f"{TURN} | starter nobody", "'player' and 'starter' are players once cards are dealt"),
        (f"{TURN} | turn P4", "'turn' names one of P1, P2, P3, chance, over, not 'P4'"),
        (f"{TURN} | phase noahs", "'phase' is one of load, look, draw, return, noah, give"),
        (f"{TURN} | phase noah", "'played' goes with each phase but load"),
        (f"{TURN} | played cat-f", "'played' goes with each phase but load"),
        (f"{TURN} | phase noah | played cat-f cat-m", "'played' names one of its kind"),
        (f"{TURN} | gifts due 2", "'gifts due' goes with the phase give"),
        (f"{TURN} | phase give | played cat-f | gifts due 2", "no legal action in the phase give"),
        (f"{TURN} | phase return | played lion-m", "a lion needs 'swaps with'"),
        (f"{TURN} | turn chance | phase draw", "'player' and 'starter' are players"),
        (
            f"{TURN} | turn chance | player P1 | phase draw | played lion-m | swaps with P1",
            "a lion needs 'swaps with', an opponent of the player",
        ),
        (f"{TURN} | turn chance | gifts due 1", "'gifts due' goes with the phase give"),
        (f"{TURN} | last gift cat-m", "'last gift' names one of P1, P2, P3, not ''"),
        (f"{TURN} | last gift cat-m P2", "'last gift' with no other"),
    ],
    ids=lambda part: part[-40:],
)
def test_what_cannot_be_is_refused_in_one_sentence(text: str, sentence: str):
    with pytest.raises(NotationError) as refusal:
        position(text)

    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)
