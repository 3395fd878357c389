"""The card of an agent: made, written, read and checked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boardgame_envs.agents import agent_card
from boardgame_envs.agents.agent_card import (
    AgentFileError,
    check_card,
    identity_of,
    make_card,
    read_card,
    write_card,
)
from boardgame_envs.games.elements import GAME

CARD = make_card(GAME, training={"algorithm": "none"})
OTHER_ACTIONS = [action.name for action in GAME.actions]
OTHER_ACTIONS[6] = "grab"


def test_a_card_says_what_the_agent_plays_and_how_it_came_about():
    card = make_card(
        GAME,
        training={"decisions": 7},
        options=[{"rounds": 2}, {"rounds": 3}],
        ratings={"random": {"win_rate": 0.9}},
    )

    assert card == {
        "format": 1,
        "game": "elements",
        "version": GAME.version,
        "layout": GAME.layout.hash,
        "actions": [action.name for action in GAME.actions],
        "actions_hash": GAME.actions.hash,
        "parts": [[part.name, part.size] for part in GAME.layout.parts],
        "options": [{"rounds": 2}, {"rounds": 3}],
        "training": {"decisions": 7},
        "ratings": {"random": {"win_rate": 0.9}},
    }


def test_what_is_not_known_is_left_empty():
    assert (CARD["options"], CARD["ratings"]) == ([{}], {})


def test_a_card_is_read_as_it_was_written():
    metadata = write_card(CARD)

    assert list(metadata) == ["card"]
    assert json.loads(metadata["card"]) == CARD
    assert read_card({"other": "property", **metadata}) == CARD
    check_card(read_card(metadata), GAME)


@pytest.mark.parametrize(
    ("metadata", "sentence"),
    [
        ({}, "there is no 'card' in it that says what the agent plays"),
        ({"card": "[1, 2]"}, "the card is not a JSON object: '[1, 2]'"),
        ({"card": "no JSON"}, "the card is not a JSON object: 'no JSON'"),
        ({"card": "[" * 100_000}, "the card is not a JSON object: '[["),
    ],
    ids=["missing", "a list", "no JSON", "too deep"],
)
def test_what_is_no_card_is_refused(metadata: dict[str, str], sentence: str):
    with pytest.raises(AgentFileError) as caught:
        read_card(metadata)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": 2}, "the card has format 2, not 1"),
        ({"game": "cart"}, "this agent plays 'cart', not 'elements'"),
        ({"version": 7}, "this agent plays elements v7, not v0"),
        (
            {"layout": "0123456789ab"},
            f"this agent sees elements in the layout '0123456789ab', not '{GAME.layout.hash}'",
        ),
        ({"actions": OTHER_ACTIONS}, "this agent's action 6 is 'grab', not 'take'"),
        ({"actions": ["lay 1"]}, "this agent has 1 actions, not 10"),
        ({"actions": "all"}, "this agent has 'all' actions, not 10"),
    ],
    ids=str,
)
def test_a_card_for_something_else_is_refused(changes: dict[str, Any], sentence: str):
    with pytest.raises(AgentFileError) as caught:
        check_card({**CARD, **changes}, GAME)
    assert str(caught.value) == sentence


def test_a_card_may_lack_the_parts_of_the_layout():
    check_card({key: value for key, value in CARD.items() if key != "parts"}, GAME)


@pytest.mark.parametrize("key", ["format", "game", "version", "layout", "actions"])
def test_a_card_that_lacks_something_is_refused(key: str):
    card = {name: value for name, value in CARD.items() if name != key}
    with pytest.raises(AgentFileError, match=f"the card lacks '{key}'"):
        check_card(card, GAME)


def test_what_a_game_adds_to_its_identity_is_compared_where_the_card_has_it(monkeypatch):
    def longer(game: Any) -> dict[str, Any]:
        return {**identity_of(game), "colour": "red"}

    monkeypatch.setattr(agent_card, "identity_of", longer)

    check_card(CARD, GAME)
    check_card(make_card(GAME, training={}), GAME)
    with pytest.raises(AgentFileError, match="this agent has the colour 'blue', not 'red'"):
        check_card({**CARD, "colour": "blue"}, GAME)
