"""What pages may say."""

from __future__ import annotations

import json

import pytest

from boardgame_envs.web.messages import (
    AT_ONCE,
    EACH_SECOND,
    LONGEST,
    SHAPES,
    BadMessageError,
    Pace,
    read_message,
)


def test_a_message_has_a_kind_and_its_values():
    message = read_message('{"type": "act", "turn": 3, "action": 17}')

    assert message == ("act", {"turn": 3, "action": 17})


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"{}", "a message must be text"),
        ("", "a message must be JSON"),
        ("[" * 5000, "a message must be JSON"),
        ("7", "a message must be an object with a type"),
        ('{"type": 3}', "a message must be an object with a type"),
        ('{"type": "cheat"}', "there is no message 'cheat'"),
        ('{"type": "act", "turn": 1}', "the message 'act' has turn, action beside its type"),
        ('{"type": "rules", "x": 1}', "the message 'rules' has nothing beside its type"),
        ('{"type": "act", "turn": true, "action": 1}', "turn in the message 'act'"),
        ('{"type": "act", "turn": 1, "action": -1}', "action in the message 'act'"),
        ('{"type": "act", "turn": 1, "action": 1e9}', "action in the message 'act'"),
        ('{"type": "act", "turn": 1, "action": 9007199254740993}', "action in the message"),
        ('{"type": "why", "pieces": "hand-1"}', "pieces in the message 'why'"),
        (json.dumps({"type": "why", "pieces": ["x"] * 65}), "pieces in the message 'why'"),
        (json.dumps({"type": "hello", "key": "k" * 401}), "key in the message 'hello'"),
        ("x" * (LONGEST + 1), f"a message has at most {LONGEST} characters"),
    ],
)
def test_what_is_no_message_is_refused_in_a_sentence(data: str | bytes, complaint: str):
    with pytest.raises(BadMessageError, match="^" + complaint.replace("(", r"\(")):
        read_message(data)


def test_every_kind_of_message_is_refused_without_its_values():
    for kind, shape in SHAPES.items():
        if shape:
            with pytest.raises(BadMessageError, match="beside its type"):
                read_message(json.dumps({"type": kind}))


def test_messages_come_at_a_pace():
    now = [0.0]
    pace = Pace(lambda: now[0])

    allowed = [pace.allows_one_more() for _ in range(AT_ONCE + 1)]
    now[0] = 1.0
    later = [pace.allows_one_more() for _ in range(EACH_SECOND + 1)]

    assert allowed == [True] * AT_ONCE + [False]
    assert later == [True] * EACH_SECOND + [False]
