"""A run may begin with the network of an exported agent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx
import pytest
import torch
from onnx import numpy_helper

from boardgame_envs.agents.agent_card import write_card
from boardgame_envs.command_line import main
from boardgame_envs.games import load_game
from boardgame_envs.learning import train
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.trainer import read_network
from boardgame_envs.learning.network.trunk import TrunkNetwork
from boardgame_envs.learning.run.checkpoints import read_checkpoint
from boardgame_envs.learning.run.config import ConfigError, make_config
from tests.learning.test_opponents import SMALL

QUIET: dict[str, Any] = {
    **SMALL,
    "total_steps": 256,
    "evaluation": {"deals": 2, "anchors": ["random"]},
    "export": {"temperature": 0.5},
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run that has left an agent behind."""
    return train(QUIET, tmp_path_factory.mktemp("runs") / "run")


def config_from(path: Path | str, **changes: Any) -> PPOConfig:
    return make_config(PPOConfig, {**QUIET, "start_from": str(path), **changes})


# --- the agent that a run leaves behind ---


def test_a_run_leaves_its_agent_behind_at_the_temperature_of_its_config(run: Path):
    model = onnx.load(run / "agent.onnx")

    card = {entry.key: entry.value for entry in model.metadata_props}["card"]
    assert '"temperature": 0.5' in card
    assert '"ratings": {"random"' in card


def test_the_command_says_what_can_be_done_next(run: Path, tmp_path: Path, capsys):
    assert main(["train", "--resume", str(run)]) == 0
    told = capsys.readouterr().out

    agent = run / "agent.onnx"
    assert f"boardgame-envs evaluate elements --agents {agent} heuristic" in told
    assert f"boardgame-envs play elements --against {agent}" in told
    assert "boardgame-envs export" not in told
    small = {**QUIET, "export": {"at_end": False}}
    folder = train(small, tmp_path / "run")
    assert main(["train", "--resume", str(folder)]) == 0
    assert f"boardgame-envs export {folder / 'best.pt'}" in capsys.readouterr().out


def test_an_export_has_the_temperature_of_the_config_unless_another_is_given(
    run: Path, tmp_path: Path
):
    for arguments, temperature in [([], 0.5), (["--temperature", "2"], 2.0)]:
        output = tmp_path / "agent.onnx"
        assert main(["export", str(run / "best.pt"), str(output), *arguments]) == 0
        entries = {entry.key: entry.value for entry in onnx.load(output).metadata_props}
        assert f'"temperature": {temperature}' in entries["card"]


# --- beginning with it ---


def test_the_weights_of_an_exported_agent_are_those_it_was_exported_from(run: Path):
    exported = read_network(config_from(run / "agent.onnx"))
    trained = read_network(config_from(run / "best.pt"))

    assert exported.keys() == trained.keys()
    assert all(torch.equal(exported[name], trained[name]) for name in trained)


def test_a_run_begins_with_an_exported_agent(run: Path, tmp_path: Path):
    values = {**QUIET, "start_from": str(run / "agent.onnx"), "learning_rate": 1e-12}
    values |= {"learning_rate_end": 0.0, "export": {"at_end": False}}

    folder = train(values, tmp_path / "run")

    ours, theirs = (read_checkpoint(one / "best.pt")["model"] for one in (folder, run))
    assert all(torch.allclose(ours[name], theirs[name], atol=1e-6) for name in theirs)


@pytest.fixture
def changed(run: Path, tmp_path: Path) -> Any:
    """Return a function that writes the agent's file again after a change to the model."""

    def change(make: Any) -> Path:
        model = onnx.load(run / "agent.onnx")
        make(model)
        onnx.save(model, tmp_path / "changed.onnx")
        return tmp_path / "changed.onnx"

    return change


def test_networks_of_other_shapes_games_and_layouts_are_refused(run: Path, changed: Any):
    def refusal(config: PPOConfig) -> str:
        with pytest.raises(ConfigError) as error:
            read_network(config)
        assert "\n" not in str(error.value)
        return str(error.value)

    agent = run / "agent.onnx"
    assert "it has hidden layers [8], not [16, 8]" in refusal(config_from(agent, hidden=[16, 8]))
    assert "this agent plays 'elements', not 'noah'" in refusal(config_from(agent, game="noah"))
    assert "there is no such file" in refusal(config_from("nowhere.onnx"))

    def drop_a_tensor(model: Any) -> None:
        kept = [one for one in model.graph.initializer if "value_net.bias" not in one.name]
        del model.graph.initializer[:]
        model.graph.initializer.extend(kept)

    told = refusal(config_from(changed(drop_a_tensor)))
    assert "it has no tensor value_net.bias of the shape [1]" in told
    assert "it is not an ONNX file" in refusal(config_from(not_onnx(run)))

    def adapt(model: Any) -> None:
        card = {"adapted_from": "an older layout", **identity_card()}
        onnx.helper.set_model_props(model, write_card(card))

    assert "it was adapted from an older layout" in refusal(config_from(changed(adapt)))


def not_onnx(folder: Path) -> Path:
    path = folder / "text.onnx"
    path.write_text("no network")
    return path


def identity_card() -> dict[str, Any]:
    from boardgame_envs.agents.agent_card import make_card

    return make_card(load_game("elements"), training={})


def test_tensors_are_found_in_files_with_older_names(run: Path, changed: Any):
    def rename(model: Any) -> None:
        for tensor in model.graph.initializer:
            tensor.name = tensor.name.replace("network.layers.", "trunk.")

    names = [one.name for one in onnx.load(run / "agent.onnx").graph.initializer]
    assert "network.layers.0.weight" in names

    weights = read_network(config_from(changed(rename)))

    own = TrunkNetwork(load_game("elements"), [8]).state_dict()
    assert {name: tensor.shape for name, tensor in weights.items()} == {
        name: tensor.shape for name, tensor in own.items()
    }


def test_weights_that_are_not_in_the_file_itself_are_not_looked_for(changed: Any):
    def move_out(model: Any) -> None:
        tensor = next(one for one in model.graph.initializer if "action_net.bias" in one.name)
        array = numpy_helper.to_array(tensor)
        tensor.ClearField("raw_data")
        tensor.data_location = onnx.TensorProto.EXTERNAL
        entry = tensor.external_data.add()
        entry.key, entry.value = "location", "elsewhere"
        assert array.size

    path = changed(lambda model: None)
    model = onnx.load(path)
    move_out(model)
    path.write_bytes(model.SerializeToString())

    with pytest.raises(ConfigError, match=r"it has no tensor action_net\.bias"):
        read_network(config_from(path))
