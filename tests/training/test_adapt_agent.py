"""An agent of an older layout and action table becomes one for today's, and decides as before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from boardgame_envs.agents.agent_card import AgentFileError, make_card
from boardgame_envs.agents.network_agent import NetworkAgent, open_session
from boardgame_envs.games.elements import GAME
from tests.play.make_agent_file import make_agent_file, random_weights
from training import adapt_agent

# the older game: fewer parts and actions, in another order
OLD_PARTS = [[part.name, part.size] for part in reversed(GAME.layout.parts)]
OLD_PARTS = [row for row in OLD_PARTS if row[0] not in ("surrender", "chain")]
OLD_ACTIONS = sorted(set(GAME.actions.names) - {"take", "lay 3"}, reverse=True)
NEW_ACTIONS = [GAME.actions.find(name) for name in ("lay 3", "take")]


def make_old_agent(path: Path, renamed: dict[str, str] | None = None, **changes: Any) -> Path:
    """Write an agent for the older game; ``changes`` are made to its card, None: left out."""
    card = {
        **make_card(GAME, training={"decisions": 7}, ratings={"random": {"win_rate": 0.9}}),
        "layout": "0123456789ab",
        "actions": OLD_ACTIONS,
        "actions_hash": "ba9876543210",
        "parts": OLD_PARTS,
        **changes,
    }
    card = {key: value for key, value in card.items() if value is not None}
    weights = random_weights(sum(size for _, size in OLD_PARTS), len(OLD_ACTIONS))
    return make_agent_file(path, GAME, weights, card, renamed)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return make_old_agent(tmp_path / "old.onnx")


def random_rows(number: int) -> tuple[Any, Any]:
    """Return observations and masks of today, in each of which an old action is legal."""
    rng = np.random.default_rng(3)
    observation = rng.random((number, GAME.layout.size), np.float32)
    mask = rng.random((number, GAME.num_actions)) < 0.4
    mask[:, GAME.actions.find(OLD_ACTIONS[2])] = True
    return observation, mask


def as_seen_before(observation: Any, mask: Any) -> dict[str, Any]:
    """Return rows in the older layout and action table, written down independently."""
    columns = []
    for name, size in OLD_PARTS:
        start = GAME.layout.start(name)
        columns.append(observation[:, start : start + size])
    known = [mask[:, GAME.actions.find(name)] for name in OLD_ACTIONS]
    return {"observation": np.concatenate(columns, axis=1), "mask": np.stack(known, axis=1)}


# --- what it decides ---


def test_an_adapted_agent_decides_as_the_old_one_does(old: Path, tmp_path: Path):
    adapt_agent.adapt(old, tmp_path / "new.onnx")
    observation, mask = random_rows(200)

    agent = NetworkAgent(tmp_path / "new.onnx", GAME)
    before, value = open_session(old.read_bytes()).run(
        ["probabilities", "value"], as_seen_before(observation, mask)
    )

    now = agent._run("probabilities", observation, mask)
    for place, name in enumerate(OLD_ACTIONS):
        assert np.array_equal(now[:, GAME.actions.find(name)], before[:, place])
    assert not now[:, NEW_ACTIONS].any()
    assert np.array_equal(agent.value(observation, mask), value)
    assert np.allclose(agent.probabilities(observation, mask).sum(axis=1), 1)


@pytest.mark.parametrize("legal", [["take"], ["lay 3"], ["lay 3", "take"]], ids=str)
def test_where_only_new_actions_are_legal_all_are_equally_likely(
    old: Path, tmp_path: Path, legal: list[str]
):
    adapt_agent.adapt(old, tmp_path / "new.onnx")
    observation, mask = random_rows(3)
    mask[1] = [name in legal for name in GAME.actions.names]

    odds = NetworkAgent(tmp_path / "new.onnx", GAME).probabilities(observation, mask)

    assert np.array_equal(odds[1], mask[1] / len(legal))
    assert not odds[[0, 2]][:, NEW_ACTIONS].any()


# --- what its card says ---


def test_the_card_is_for_todays_game_and_says_what_the_agent_was_made_for(
    old: Path, tmp_path: Path
):
    card = adapt_agent.adapt(old, tmp_path / "new.onnx")

    today = make_card(GAME, training={}, ratings={"random": {"win_rate": 0.9}})
    training = {"decisions": 7, "adapted_from": ["0123456789ab"]}
    assert card == {**today, "training": training}
    assert NetworkAgent(tmp_path / "new.onnx", GAME).card == card


def test_an_agent_may_be_adapted_twice(tmp_path: Path):
    training = {"adapted_from": ["first"]}
    old = make_old_agent(tmp_path / "old.onnx", training=training)

    card = adapt_agent.adapt(old, tmp_path / "new.onnx")

    assert card["training"]["adapted_from"] == ["first", "0123456789ab"]


# --- the command ---


def test_parts_that_the_card_does_not_list_are_read_from_a_file(tmp_path: Path, capsys):
    old, new = make_old_agent(tmp_path / "old.onnx", parts=None), tmp_path / "new.onnx"
    (tmp_path / "parts.json").write_text(json.dumps(OLD_PARTS))

    adapt_agent.main([str(old), str(new), "--parts", str(tmp_path / "parts.json")])

    assert f"{new}: for elements with the layout {GAME.layout.hash}" in capsys.readouterr().out
    assert NetworkAgent(new, GAME).card["parts"] != OLD_PARTS


def test_the_help_says_how_to_list_parts(capsys):
    with pytest.raises(SystemExit) as ended:
        adapt_agent.main(["--help"])

    assert ended.value.code == 0
    assert "[[part.name, part.size] for part in" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"parts": None}, "the card does not list the parts of its layout: use --parts FILE"),
        ({"parts": ["chain"]}, "the parts must be a list of [name, size], not '[\"chain\"]'"),
        ({"parts": [["crown", 4]]}, "elements no longer shows the part 'crown'"),
        ({"parts": [["chain", 5]]}, "the part 'chain' had 5 numbers and has 96 now"),
        ({"parts": OLD_PARTS[1:]}, "numbers of observation, but"),
        ({"actions": ["lay 1", "sing"]}, "elements no longer has the action 'sing'"),
        ({"actions": OLD_ACTIONS[1:]}, "the network takes 8 numbers of mask, but 7 are listed"),
        ({"game": "elephants"}, "no game 'elephants'"),
        ({"layout": None}, "the card lacks 'layout'"),
        (
            {"layout": GAME.layout.hash, "actions": GAME.actions.names},
            "this agent fits elements as it is: there is nothing to adapt",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_adapted_is_refused_in_one_sentence(
    tmp_path: Path, capsys, changes: dict[str, Any], sentence: str
):
    old = make_old_agent(tmp_path / "old.onnx", **changes)

    with pytest.raises(SystemExit):
        adapt_agent.main([str(old), str(tmp_path / "new.onnx")])

    said = capsys.readouterr().err.splitlines()[-1]
    assert f"error: {old}: " in said
    assert sentence in said
    assert not (tmp_path / "new.onnx").exists()


def test_a_file_that_is_no_agent_is_refused(tmp_path: Path):
    (tmp_path / "text.onnx").write_text("no network")

    with pytest.raises(AgentFileError, match="this is not an ONNX file"):
        adapt_agent.adapt(tmp_path / "text.onnx", tmp_path / "new.onnx")
    with pytest.raises(AgentFileError, match="there is no such file"):
        adapt_agent.adapt(tmp_path / "none.onnx", tmp_path / "new.onnx")


def test_a_network_with_other_ends_is_refused(tmp_path: Path):
    old = make_old_agent(tmp_path / "old.onnx", renamed={"value": "worth"})

    with pytest.raises(AgentFileError, match="must have the ends observation, mask, prob"):
        adapt_agent.adapt(old, tmp_path / "new.onnx")


def test_a_network_of_operators_that_are_too_old_is_refused(old: Path, tmp_path: Path):
    model = onnx.load(str(old))
    model.opset_import[0].version = 12
    onnx.save(model, str(old))

    with pytest.raises(AgentFileError, match="the network has the operators of ONNX 12, not 13"):
        adapt_agent.adapt(old, tmp_path / "new.onnx")


def test_a_list_of_parts_that_cannot_be_read_is_refused(old: Path, tmp_path: Path):
    (tmp_path / "parts.json").write_text("values 6")

    for name in ("parts.json", "none.json"):
        with pytest.raises(AgentFileError, match=f"{name} cannot be read as JSON"):
            adapt_agent.adapt(old, tmp_path / "new.onnx", tmp_path / name)
