"""Exported agents play as the policy they come from does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from boardgame_envs import make_batch
from boardgame_envs.agents import make_agent
from boardgame_envs.command_line import main
from boardgame_envs.games import load_game
from boardgame_envs.learning import train
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.trainer import make_model
from boardgame_envs.learning.run.checkpoints import read_checkpoint, read_newest, save_checkpoint
from boardgame_envs.learning.run.config import make_config
from tests.learning.test_opponents import SMALL


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a short run."""
    folder = tmp_path_factory.mktemp("run")
    config = {
        **SMALL,
        "variants": [{"target_points": 1}, {"target_points": 2}],
        "evaluation": {"every": 512, "deals": 4, "anchors": ["random"]},
        "checkpoints": {"every": 1024, "kept": 2},
    }
    return train(config, folder)


@pytest.fixture(scope="module")
def agent_file(run: Path) -> Path:
    assert main(["export", str(run / "best.pt"), str(run / "agent.onnx")]) == 0
    return run / "agent.onnx"


def test_a_run_leaves_everything_behind_that_tells_what_it_was(run: Path):
    names = {path.name for path in run.iterdir()}

    assert {"config.yaml", "run.json", "metrics.jsonl", "curves.png", "best.pt"} <= names
    assert len(list((run / "checkpoints").iterdir())) == 2
    assert (run / "curves.png").stat().st_size > 10_000
    assert "win_rate/random" in (run / "metrics.jsonl").read_text()


@pytest.fixture(scope="module")
def policy(run: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the policy of the run as Stable-Baselines3 has it."""
    content = read_checkpoint(run / "best.pt")
    config = make_config(PPOConfig, content["config"])
    policy = make_model(config, tmp_path_factory.mktemp("policy"))[0].policy
    policy.load_state_dict(content["model"])
    return policy.eval()


def test_exported_probabilities_and_values_equal_the_policys(policy: Any, agent_file: Path):
    agent = make_agent(str(agent_file), load_game("elements"))
    batch, rng = make_batch("elements", 200, seed=3), np.random.default_rng(3)
    for _ in range(20):
        with torch.inference_mode():
            logs, values = policy.log_probabilities(torch.tensor(batch.observation), batch.mask)
        probabilities = agent.probabilities(batch.observation, batch.mask)
        assert np.abs(probabilities - logs.exp().numpy()).max() < 1e-5
        assert np.abs(agent.value(batch.observation, batch.mask) - values.numpy()).max() < 1e-5
        assert (probabilities[~batch.mask] == 0.0).all()
        batch.step((batch.mask * rng.random(batch.mask.shape)).argmax(axis=1))


def test_a_temperature_makes_the_likely_more_likely(run: Path, policy: Any, tmp_path: Path):
    path = tmp_path / "cool.onnx"
    assert main(["export", str(run / "best.pt"), str(path), "--temperature", "0.5"]) == 0
    agent, batch = make_agent(str(path), load_game("elements")), make_batch("elements", 50)

    with torch.inference_mode():
        logs, _ = policy.log_probabilities(torch.tensor(batch.observation), batch.mask)
    expected = torch.softmax(2 * logs, -1).numpy()

    assert np.abs(agent.probabilities(batch.observation, batch.mask) - expected).max() < 1e-5
    assert agent.card["training"]["temperature"] == 0.5


def test_the_card_says_what_the_agent_was_trained_for(agent_file: Path):
    card = make_agent(str(agent_file), load_game("elements")).card

    assert card["game"] == "elements"
    assert card["layout"] == load_game("elements").layout.hash
    assert card["options"] == [{"target_points": 1}, {"target_points": 2}]
    assert card["training"]["decisions"] > 0
    assert "random" in card["ratings"]


def test_the_file_says_nothing_of_where_it_was_made(agent_file: Path):
    content = agent_file.read_bytes()

    assert b".py" not in content
    assert str(Path.home()).encode() not in content


@pytest.mark.slow
def test_playing_needs_no_torch(agent_file: Path):
    code = f"""
import sys
from boardgame_envs import make_table
from boardgame_envs.agents import make_agent
table = make_table("elements")
table.reset(1)
agent = make_agent({str(agent_file)!r}, table.game)
table.step(agent.choose(table.information()))
assert "torch" not in sys.modules and "stable_baselines3" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nowhere.pt", "agent.onnx"], "there is no checkpoint nowhere.pt"),
        (["{run}/metrics.jsonl", "agent.onnx"], "metrics.jsonl is damaged"),
        (["{run}/best.pt", "agent.pt"], "ends in .onnx, not 'agent.pt'"),
        (["{run}/best.pt", "no/such/agent.onnx"], "there is no folder no/such"),
        (["{run}/best.pt", "a.onnx", "--temperature", "0"], "from 0.01 to 100, not 0.0"),
    ],
    ids=str,
)
def test_what_cannot_be_exported_is_refused(
    run, tmp_path, monkeypatch, capsys, arguments, complaint
):
    monkeypatch.chdir(tmp_path)

    status = main(["export", *(argument.format(run=run) for argument in arguments)])

    assert status == 2
    assert complaint in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_there_must_be_a_run_to_resume(tmp_path: Path, capsys):
    assert main(["train", "--resume", str(tmp_path)]) == 2
    assert "there is no checkpoint to resume from" in capsys.readouterr().err


def test_a_run_is_not_overwritten(run: Path, capsys):
    config = Path(__file__).parents[2] / "configs" / "ppo" / "elements.yaml"

    assert main(["train", str(config), "--output", str(run)]) == 2
    assert "there is a run in" in capsys.readouterr().err


def copy_of_run(run: Path, folder: Path, checkpoint: int) -> Path:
    """Copy a run as it was at one of its checkpoints, from before algorithms had names."""
    content = read_checkpoint(sorted((run / "checkpoints").iterdir())[checkpoint])
    del content["config"]["algorithm"]
    (folder / "checkpoints").mkdir(parents=True)
    (folder / "metrics.jsonl").write_text((run / "metrics.jsonl").read_text())
    return save_checkpoint(folder / "checkpoints", content["steps"], content, kept=1)


def test_checkpoints_from_before_algorithms_had_names_are_those_of_ppo(run: Path, tmp_path, capsys):
    folder = tmp_path / "run"
    checkpoint = copy_of_run(run, folder, checkpoint=0)

    assert main(["export", str(checkpoint), str(tmp_path / "agent.onnx")]) == 0
    assert main(["train", "--resume", str(folder)]) == 0

    assert f"resumed from {checkpoint.name} at 1,024 decisions" in capsys.readouterr().out
    ours, theirs = (read_newest(path / "checkpoints")[1] for path in (run, folder))
    assert ours["steps"] == theirs["steps"] == SMALL["total_steps"]
    for name, weights in ours["model"].items():
        assert torch.equal(weights, theirs["model"][name]), name


def test_a_run_that_has_ended_is_left_as_it_is(run: Path, tmp_path: Path):
    folder = tmp_path / "run"
    copy_of_run(run, folder, checkpoint=1)

    assert main(["train", "--resume", str(folder)]) == 0

    assert (folder / "metrics.jsonl").read_text() == (run / "metrics.jsonl").read_text()
