"""OpenSpiel's states from outside: a changed one is refused, or a game by the rules."""

from __future__ import annotations

import base64
import pickle
from typing import Any

import numpy as np
import pytest

from tests.libraries import need
from tests.playing import load_game

need("openspiel")

from boardgame_envs.adapters import open_spiel as adapter
from boardgame_envs.adapters.open_spiel_referee import SavedNode


def change_saved(text: str, change: Any) -> str:
    """Return a serialised state in which the saved node is another one."""
    lines = text.split("\n")
    place = next(i for i, line in enumerate(lines) if line.startswith("__dict__="))
    attributes = pickle.loads(base64.b64decode(lines[place].removeprefix("__dict__=")))
    attributes["node"] = change(attributes["node"])
    # plain tuples and the class of a saved node are all that is in it
    lines[place] = "__dict__=" + base64.b64encode(pickle.dumps(attributes)).decode()
    return "\n".join(lines)


def with_field(field: str, value: int) -> Any:
    """Return a function that puts a value into all places of a field."""

    def change(node: SavedNode) -> SavedNode:
        states = np.frombuffer(bytearray(node.record), load_game("elements").rules.STATE)
        states[field] = np.array(value).astype(states[field].dtype)
        return node._replace(record=states.tobytes())

    return change


@pytest.mark.parametrize("field", load_game("elements").rules.STATE.names or ())
def test_a_saved_state_with_another_field_is_refused_or_played(field: str):
    game = adapter.load_spiel_game("elements", rng_seed=1)
    state = game.new_initial_state()
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])

    for value in (0, 1, 2, 7, 300, 32767, -1, -2, -32768):
        again = game.deserialize_state(change_saved(state.serialize(), with_field(field, value)))
        try:
            legal = again.legal_actions()
        except ValueError as error:
            refusal = str(error)
        else:
            refusal = ""
            assert legal or again.is_terminal()
            for action in legal:
                again.child(action)
        assert "\n" not in refusal


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda node: node._replace(record=node.record[:-1]), "not one state of elements"),
        (lambda node: node._replace(record="text"), "not one state of elements"),
        (lambda node: node._replace(memories=()), "what each player remembers"),
        (lambda node: node._replace(memories=(b"x", b"y")), "what each player remembers"),
        (tuple, "no state of a game of boardgame_envs"),
    ],
    ids=["cut off", "text", "no memories", "short memories", "no node"],
)
def test_a_saved_state_of_another_shape_is_refused(change: Any, complaint: str):
    game = adapter.load_spiel_game("elements")
    text = change_saved(game.new_initial_state().serialize(), change)

    with pytest.raises(ValueError, match=complaint):
        game.deserialize_state(text).legal_actions()
