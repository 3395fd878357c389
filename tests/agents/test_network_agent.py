from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto

from boardgame_envs import make_batch, make_table
from boardgame_envs.agents import ManyTablesAgent, RandomAgent, make_agent
from boardgame_envs.agents.agent_card import AgentFileError, make_card
from boardgame_envs.agents.mixed_agent import draw_actions
from boardgame_envs.agents.network_agent import NetworkAgent
from boardgame_envs.core.records import record_game
from boardgame_envs.games.elements import GAME
from boardgame_envs.matches.one_table import play_game
from tests.play.make_agent_file import make_agent_file, random_weights

WEIGHTS = random_weights(GAME.layout.size, GAME.num_actions, seed=4)
CARD = make_card(GAME, training={})


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_agent_file(tmp_path_factory.mktemp("agents") / "agent.onnx", GAME, WEIGHTS)


def rows(num_tables: int, steps: int = 5) -> tuple[Any, Any]:
    """Return the observations and masks of games in progress."""
    batch, rng = make_batch("elements", num_tables, seed=7), np.random.default_rng(7)
    for _ in range(steps):
        batch.step(RandomAgent().choose_many(batch.observation, batch.mask, rng))
    return batch.observation.copy(), batch.mask.copy()


def computed(observation: Any, mask: Any) -> Any:
    """Return the probabilities that the weights stand for."""
    scores = observation.astype(np.float64) @ WEIGHTS.actions + WEIGHTS.bias
    scores = np.where(mask, scores, -np.inf)
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


# --- what it computes ---


def test_probabilities_and_values_are_those_of_the_network(path):
    agent, (observation, mask) = NetworkAgent(path, GAME), rows(200)

    odds = agent.probabilities(observation, mask)

    assert np.allclose(odds, computed(observation, mask), atol=1e-5)
    assert np.allclose(odds.sum(axis=1), 1.0, atol=1e-12)
    assert (odds[~mask] == 0).all()
    values = agent.value(observation, mask)
    assert values.shape == (200,)
    assert np.allclose(values, observation @ WEIGHTS.value, atol=1e-4)
    assert agent.card == CARD


@pytest.mark.parametrize("temperature", [0.25, 0.5, 3.0])
def test_a_temperature_sharpens_or_evens_out_the_probabilities(path, temperature):
    observation, mask = rows(50)

    odds = NetworkAgent(path, GAME, temperature).probabilities(observation, mask)

    expected = computed(observation, mask) ** (1 / temperature)
    assert np.allclose(odds, expected / expected.sum(axis=1, keepdims=True), atol=1e-5)


def test_at_temperature_0_the_most_likely_action_is_taken(path):
    observation, mask = rows(300)

    chosen = NetworkAgent(path, GAME, 0).choose_many(observation, mask, np.random.default_rng(1))

    assert np.array_equal(chosen, computed(observation, mask).argmax(axis=1))


@pytest.mark.parametrize("temperature", [-1, float("inf"), float("nan")])
def test_a_temperature_is_0_or_a_positive_number(path, temperature):
    with pytest.raises(ValueError, match="a temperature is 0 or a positive number, not"):
        NetworkAgent(path, GAME, temperature)


# --- how it chooses ---


def test_an_illegal_action_is_never_chosen(path):
    agent, rng = NetworkAgent(path, GAME, temperature=50), np.random.default_rng(2)
    observation, mask = rows(2000)
    for _ in range(20):
        chosen = agent.choose_many(observation, mask, rng)
        assert mask[np.arange(2000), chosen].all()


def test_actions_are_chosen_as_often_as_they_are_likely(path):
    observation, mask = rows(1)
    many = 40_000
    agent = NetworkAgent(path, GAME, temperature=4)

    chosen = agent.choose_many(
        np.repeat(observation, many, axis=0),
        np.repeat(mask, many, axis=0),
        np.random.default_rng(3),
    )

    odds = agent.probabilities(observation, mask)[0]
    assert (odds > 0.02).sum() >= 3, "the test needs several likely actions"
    often = np.bincount(chosen, minlength=GAME.num_actions) / many
    # five standard deviations
    assert (abs(often - odds) <= 5 * np.sqrt(odds * (1 - odds) / many)).all()


def test_many_are_decided_for_as_each_would_be_alone(path):
    agent, (observation, mask) = NetworkAgent(path, GAME), rows(64)

    together = agent.choose_many(observation, mask, np.random.default_rng(5))

    rng = np.random.default_rng(5)
    alone = [agent.choose_many(observation[i : i + 1], mask[i : i + 1], rng) for i in range(64)]
    assert together.dtype == np.int64
    assert together.tolist() == np.concatenate(alone).tolist()
    assert isinstance(agent, ManyTablesAgent)
    assert agent.choose_many(observation[:0], mask[:0], rng).shape == (0,)


def test_rounding_chooses_no_action_without_a_chance():
    # seven times a seventh comes to less than 1, and three actions have no chance
    odds = np.zeros((3, 10))
    odds[:, 1:8] = 1 / 7
    highest = np.nextafter(1.0, 0.0)

    assert draw_actions(odds, np.array([0.0, 0.5, highest])).tolist() == [1, 4, 7]
    assert draw_actions(odds[:1], np.array([1.0])).tolist() == [7]


def test_where_nothing_is_legal_nothing_can_be_chosen(path):
    agent, (observation, mask) = NetworkAgent(path, GAME), rows(4)
    mask[2] = False
    with pytest.raises(ValueError, match="no action is legal in row 2 of the mask"):
        agent.choose_many(observation, mask, np.random.default_rng(0))


def test_rows_must_fit_the_game(path):
    agent, (observation, mask) = NetworkAgent(path, GAME), rows(4)
    with pytest.raises(ValueError, match=r"must be of the shapes \(4, \d+\) and \(4, 10\), not"):
        agent.value(observation[:, 1:], mask)


def test_it_plays_at_a_table_and_its_seed_fixes_the_game(path):
    table, games = make_table("elements"), []
    for seed in (1, 1, 2):
        play_game(table, [make_agent(str(path), GAME), RandomAgent()], seed)
        games.append(record_game(table)["events"])

    assert games[0] == games[1]
    assert games[0] != games[2]


# --- what is refused ---


NO_NETWORK = "this is not an ONNX file that can be run (all weights must be in it)"


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ({**CARD, "game": "cart"}, "this agent plays 'cart', not 'elements'"),
        ({"format": 1, "game": "elements"}, "the card lacks 'version'"),
        ("no JSON", "the card is not a JSON object: 'no JSON'"),
    ],
)
def test_an_agent_for_something_else_is_refused(tmp_path, card, sentence):
    path = make_agent_file(tmp_path / "agent.onnx", GAME, card=card)
    assert refusal(path) == f"{path}: {sentence}"


def test_a_file_without_a_card_is_refused(tmp_path):
    path = changed(tmp_path, lambda model: model.ClearField("metadata_props"))
    assert refusal(path) == f"{path}: there is no 'card' in it that says what the agent plays"


def test_what_is_not_an_onnx_file_is_refused(tmp_path, path):
    missing, text, cut = tmp_path / "a.onnx", tmp_path / "b.onnx", tmp_path / "c.onnx"
    text.write_text("not a network\n")
    cut.write_bytes(path.read_bytes()[:-1000])

    assert refusal(missing) == f"{missing}: there is no such file"
    assert refusal(text) == f"{text}: {NO_NETWORK}"
    assert refusal(cut) == f"{cut}: {NO_NETWORK}"
    assert refusal(tmp_path) == f"{tmp_path}: the file cannot be read (Is a directory)"


@pytest.mark.parametrize(
    ("renamed", "sentence"),
    [
        ({"mask": "legal"}, "the network has the inputs observation, legal, not observation, mask"),
        (
            {"value": "worth"},
            "the network has the outputs probabilities, worth, not probabilities, value",
        ),
    ],
)
def test_other_inputs_or_outputs_are_refused(tmp_path, renamed, sentence):
    path = make_agent_file(tmp_path / "agent.onnx", GAME, renamed=renamed)
    assert refusal(path) == f"{path}: {sentence}"


@pytest.mark.parametrize(
    ("sizes", "sentence"),
    [
        (
            (3, 10),
            f"'observation' is tensor(float) (any, 3), not tensor(float) (any, {GAME.layout.size})",
        ),
        ((GAME.layout.size, 4), "'mask' is tensor(bool) (any, 4), not tensor(bool) (any, 10)"),
    ],
)
def test_inputs_of_another_size_are_refused(tmp_path, sizes, sentence):
    path = make_agent_file(tmp_path / "agent.onnx", GAME, random_weights(*sizes))
    assert refusal(path) == f"{path}: the input {sentence}"


def test_a_network_for_one_table_at_a_time_is_refused(tmp_path):
    def fix_batch(model: Any) -> None:
        for end in [*model.graph.input, *model.graph.output]:
            end.type.tensor_type.shape.dim[0].dim_value = 1

    path = changed(tmp_path, fix_batch)
    size = GAME.layout.size
    assert refusal(path) == (
        f"{path}: the input 'observation' is tensor(float) (1, {size}), "
        f"not tensor(float) (any, {size})"
    )


def test_a_value_that_is_no_row_of_numbers_is_refused(tmp_path):
    def widen_value(model: Any) -> None:
        [weights] = [one for one in model.graph.initializer if one.name == "value_weights"]
        weights.dims.append(1)
        model.graph.output[1].type.tensor_type.ClearField("shape")

    path = changed(tmp_path, widen_value)
    sentence = "the output 'value' is tensor(float) (any, 1), not tensor(float) (any)"
    assert refusal(path) == f"{path}: {sentence}"


def test_two_values_for_each_table_are_refused(tmp_path):
    path = changed(tmp_path, lambda model: append_to_value(model, "Concat", axis=0))
    assert refusal(path) == f"{path}: the output 'value' for 2 tables is (4,), not (2,)"


def test_a_network_that_fails_when_it_is_run_is_refused(tmp_path):
    def add_rows_of_different_length(model: Any) -> None:
        append_to_value(model, "Concat", axis=0)
        append_to_value(model, "Add", "first_value")

    path = changed(tmp_path, add_rows_of_different_length)
    sentence = refusal(path)
    assert sentence.startswith(f"{path}: the network cannot be run (")
    assert "\n" not in sentence


def append_to_value(model: Any, operation: str, other: str = "", **settings: Any) -> None:
    """Let the value be the result of one more operation, with itself or something else."""
    before = "first_value" if not other else "second_value"
    model.graph.node[-1].output[0] = before
    inputs = [before, other or before]
    model.graph.node.append(onnx.helper.make_node(operation, inputs, ["value"], **settings))


def test_a_network_that_does_not_fit_together_is_refused(tmp_path):
    def shorten_bias(model: Any) -> None:
        [bias] = [one for one in model.graph.initializer if one.name == "bias"]
        bias.CopyFrom(onnx.helper.make_tensor("bias", TensorProto.FLOAT, [7], [0.0] * 7))

    path = changed(tmp_path, shorten_bias)
    assert refusal(path) == f"{path}: {NO_NETWORK}"


def test_without_onnxruntime_the_extra_is_named(path, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    assert refusal(path) == (
        f"{path}: an exported agent needs onnxruntime: pip install 'boardgame_envs[play]'"
    )


def refusal(path: Path) -> str:
    """Return the sentence with which a file is refused."""
    with pytest.raises(AgentFileError) as caught:
        NetworkAgent(path, GAME)
    return str(caught.value)


def changed(folder: Path, change: Any) -> Path:
    """Return the file of an agent after a change to its network."""
    path = make_agent_file(folder / "agent.onnx", GAME)
    model = onnx.load(str(path))
    change(model)
    onnx.save(model, str(path))
    return path
