"""Files that are no agents, or no longer: each is refused in one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from boardgame_envs.agents.agent_card import AgentFileError, make_card
from boardgame_envs.agents.network_agent import NetworkAgent
from boardgame_envs.games.elements import GAME
from tests.play.make_agent_file import Weights, make_agent_file, random_weights

WEIGHTS = random_weights(GAME.layout.size, GAME.num_actions, seed=4)
NO_NETWORK = "this is not an ONNX file that can be run (all weights must be in it)"
CARD = make_card(GAME, training={})


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_agent_file(tmp_path_factory.mktemp("agents") / "agent.onnx", GAME, WEIGHTS)


def refusal(path: Path) -> str:
    """Return the sentence with which a file is refused."""
    with pytest.raises(AgentFileError) as caught:
        NetworkAgent(path, GAME)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert len(sentence) < 600
    return sentence


def changed(folder: Path, change: Any) -> Path:
    """Return the file of an agent after a change to its network."""
    path = make_agent_file(folder / "agent.onnx", GAME, WEIGHTS)
    model = onnx.load(str(path))
    change(model)
    path.write_bytes(model.SerializeToString())
    return path


def replaced(model: Any, name: str, array: Any) -> None:
    """Give a network other weights."""
    [tensor] = [one for one in model.graph.initializer if one.name == name]
    tensor.CopyFrom(numpy_helper.from_array(array.astype(np.float32), name))


# --- files that are cut, garbled or something else ---


def test_a_file_that_ends_early_is_refused_wherever_it_ends(path: Path, tmp_path: Path):
    data, cut = path.read_bytes(), tmp_path / "cut.onnx"
    for end in [*range(0, len(data), len(data) // 60), len(data) - 1]:
        cut.write_bytes(data[:end])
        assert refusal(cut) == f"{cut}: {NO_NETWORK}"


@pytest.mark.parametrize("seed", range(3))
def test_wrong_bytes_give_an_agent_or_one_sentence(path: Path, tmp_path: Path, capfd, seed: int):
    data, garbled = path.read_bytes(), tmp_path / "garbled.onnx"
    rng = np.random.default_rng(seed)
    # names and the card are at the end, weights before them
    card = data.index(b'{"format"')
    for place in [*rng.integers(len(data), size=60), *rng.integers(card, len(data), size=60)]:
        wrong = bytearray(data)
        wrong[place] ^= rng.integers(1, 256)
        garbled.write_bytes(wrong)
        try:
            NetworkAgent(garbled, GAME)
        except AgentFileError as error:
            sentence = str(error)
        else:
            sentence = ""
        assert "\n" not in sentence
    assert capfd.readouterr() == ("", "")


def test_a_card_that_is_no_text_is_refused(tmp_path: Path, path: Path, capfd):
    garbled = tmp_path / "garbled.onnx"
    garbled.write_bytes(path.read_bytes().replace(b'"elements"', b'"elem\xfents"'))
    assert refusal(garbled) == f"{garbled}: the names or the card in it are damaged"
    garbled.write_bytes(path.read_bytes().replace(b"batch", b"b\xfetch"))
    assert refusal(garbled) in (
        f"{garbled}: {NO_NETWORK}",
        f"{garbled}: the names or the card in it are damaged",
    )
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("entry", ["format", "game", "version", "layout", "actions"])
@pytest.mark.parametrize(
    "value", [None, float("nan"), 10**30, "x" * 9999, ["x"] * 10, [["y" * 999] * 99] * 10, {"a": 1}]
)
def test_any_value_in_a_card_is_refused_in_one_sentence(tmp_path: Path, entry: str, value: Any):
    refusal(make_agent_file(tmp_path / "a.onnx", GAME, card=json.dumps({**CARD, entry: value})))


def test_what_is_no_regular_file_is_refused(tmp_path: Path):
    endless = tmp_path / "endless.onnx"
    endless.symlink_to("/dev/zero")
    assert refusal(endless) == f"{endless}: it is not a regular file"


def test_a_file_of_absurd_size_is_refused_unread(tmp_path: Path):
    huge = tmp_path / "huge.onnx"
    with open(huge, "wb") as file:
        file.truncate(10**12)  # a hole: it takes no room
    assert refusal(huge) == (
        f"{huge}: it has 1,000,000,000,000 bytes, and no agent has more than 1,000,000,000"
    )


# --- weights that are elsewhere ---


@pytest.mark.parametrize("location", ["weights.bin", "./weights.bin", "{folder}/weights.bin"])
def test_weights_in_another_file_are_refused_even_if_it_is_there(
    tmp_path: Path, monkeypatch, location: str
):
    (tmp_path / "weights.bin").write_bytes(WEIGHTS.actions.tobytes())
    monkeypatch.chdir(tmp_path)

    def move_out(model: Any) -> None:
        [tensor] = [one for one in model.graph.initializer if one.name == "actions"]
        tensor.ClearField("raw_data")
        tensor.data_location = TensorProto.EXTERNAL
        where = {"location": location.format(folder=tmp_path), "offset": "0"}
        for key, value in {**where, "length": str(WEIGHTS.actions.nbytes)}.items():
            entry = tensor.external_data.add()
            entry.key, entry.value = key, value

    path = changed(tmp_path, move_out)
    assert refusal(path) == f"{path}: {NO_NETWORK}"


# --- absurd sizes ---


@pytest.mark.parametrize("size", [10**12, -1, 0])
def test_weights_of_absurd_size_are_refused(tmp_path: Path, size: int):
    def resize(model: Any) -> None:
        model.graph.initializer[0].dims[0] = size

    path = changed(tmp_path, resize)
    assert refusal(path) == f"{path}: {NO_NETWORK}"


@pytest.mark.parametrize("shape", [[10**13], [10**9, 10**9]], ids=str)
def test_a_network_that_needs_absurd_room_is_refused(tmp_path: Path, shape: list[int]):
    def add_large_zeros(model: Any) -> None:
        model.graph.node[-1].output[0] = "small"
        model.graph.initializer.append(
            helper.make_tensor("shape", TensorProto.INT64, [len(shape)], shape)
        )
        model.graph.node.extend(
            [
                helper.make_node("ConstantOfShape", ["shape"], ["zeros"]),
                helper.make_node("ReduceSum", ["zeros"], ["sum"], keepdims=0),
                helper.make_node("Add", ["small", "sum"], ["value"]),
            ]
        )

    path = changed(tmp_path, add_large_zeros)
    assert refusal(path).startswith(f"{path}: the network cannot be run (")


# --- numbers that are none ---


@pytest.mark.parametrize("number", ["nan", "inf"])
def test_probabilities_that_are_no_numbers_are_refused_when_the_file_is_read(
    tmp_path: Path, number: str
):
    bias = WEIGHTS.bias * np.float32(number)
    path = changed(tmp_path, lambda model: replaced(model, "bias", bias))
    assert refusal(path) == f"{path}: the probabilities of the legal actions do not come to 1"


def test_values_that_are_no_numbers_are_refused_when_the_file_is_read(tmp_path: Path):
    value = WEIGHTS.value * np.float32("nan")
    path = changed(tmp_path, lambda model: replaced(model, "value_weights", value))
    assert refusal(path) == f"{path}: the value of a table is not a number"


def test_numbers_that_overflow_in_play_are_refused_there(tmp_path: Path):
    actions, value = np.full_like(WEIGHTS.actions, 3e38), np.full_like(WEIGHTS.value, 3e38)
    large = Weights(actions, WEIGHTS.bias, value)
    agent = NetworkAgent(make_agent_file(tmp_path / "agent.onnx", GAME, large), GAME)
    rows = np.ones((3, GAME.layout.size), np.float32), np.ones((3, GAME.num_actions), np.bool_)

    with pytest.raises(AgentFileError, match="of the legal actions do not come to 1"):
        agent.choose_many(*rows, np.random.default_rng(0))
    with pytest.raises(AgentFileError, match="the value of a table is not a number"):
        agent.value(*rows)
