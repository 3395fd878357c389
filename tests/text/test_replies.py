from __future__ import annotations

import time

import pytest

from boardgame_envs import make_table
from boardgame_envs.core.information import InformationState
from boardgame_envs.text import Style, read_reply, retry_prompt

LEGAL = {"lay 1", "lay 2", "lay 5", "lay 6", "discard 6", "surrender"}


@pytest.fixture(scope="module")
def information() -> InformationState:
    table = make_table("elements")
    table.reset(3)
    known = table.information()
    assert set(known.legal_actions.values()) == LEGAL
    return known


@pytest.mark.parametrize(
    ("reply", "name"),
    [
        ('{"move": "lay 5"}', "lay 5"),
        ('I think so.\n```json\n{"why": "{}", "move": " LAY   5 "}\n```\nDone.', "lay 5"),
        ('{"move": "surrender"} No, wait: {"move": "lay 2"}', "lay 2"),
        ('{"move": "lay 2", "considered": [{"move": "surrender"}]}', "lay 2"),
        ('{think} {"move": "lay 1"} {"note": "that was it"}', "lay 1"),
        ('{"move": "lay 1"}' + " and so on" * 1500, "lay 1"),
    ],
)
def test_the_last_json_object_with_a_move_is_the_answer(
    information: InformationState, reply: str, name: str
):
    reading = read_reply(reply, information)

    assert reading.problem is None
    assert information.legal_actions[reading.action or 0] == name


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "lay 5",
        "I play lay 5. My move: lay 5",
        '"move": "lay 5"',
        '{"action": "lay 5"}',
        # what was considered is not what was decided
        '{"considered": [{"move": "lay 5"}]}',
        '{"considered": [{"move": "lay 5"}], "move": "lay',
        '{"move": null}',
        '{"a":' * 300_000,
        "{" * 1_000_000,
        '["lay 5"]',
    ],
)
def test_prose_and_unfinished_objects_are_not_searched_for_moves(
    information: InformationState, reply: str
):
    began = time.monotonic()

    reading = read_reply(reply, information)

    assert reading.problem == "unreadable"
    assert reading.action is None
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("move", ['"take"', '"reveal"', '"lay"', '"lay 1, lay 2"', "0", "[]", '""'])
def test_a_move_that_the_mask_forbids_is_illegal(information: InformationState, move: str):
    reading = read_reply(f'{{"move": {move}}}', information)

    assert (reading.action, reading.problem) == (None, "illegal")


def test_retry_texts_tell_illegal_from_unreadable(information: InformationState):
    illegal, unreadable = '{"move": "take"}', "x" * 500 + " I shall lay the five"

    said = retry_prompt(read_reply(illegal, information), illegal, information)
    asked = retry_prompt(read_reply(unreadable, information), unreadable, information)

    assert "The move 'take' is not legal now." in said
    assert "I shall lay the five" in asked
    assert "x" * 300 not in asked
    assert "lay 1; lay 2" in said
    counted = Style("counted")
    assert "lay 1" not in retry_prompt(
        read_reply(illegal, information), illegal, information, counted
    )
