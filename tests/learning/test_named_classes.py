"""Networks and callbacks of users, by their names in a config."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from boardgame_envs import make_batch
from boardgame_envs.agents import make_agent
from boardgame_envs.games import load_game
from boardgame_envs.learning import resume, train
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.custom_policy import custom_weights
from boardgame_envs.learning.network.dense import rows_of, whole_reading
from boardgame_envs.learning.network.sparse.decisions import Decisions
from boardgame_envs.learning.run.checkpoints import read_checkpoint
from boardgame_envs.learning.run.config import ConfigError, make_config
from boardgame_envs.learning.run.leaving import next_commands
from tests.learning.own_classes import Residual
from tests.learning.test_opponents import SMALL

HERE = "tests.learning.own_classes"
OWN = {
    **SMALL,
    "network": f"{HERE}:Residual",
    "network_arguments": {"width": 12},
    "opponents": {"past": 0.3, "past_every": 256},
    "evaluation": {"every": 512, "deals": 4, "anchors": ["random"]},
    "export": {"at_end": True},
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return train(OWN, tmp_path_factory.mktemp("own"))


def test_a_network_of_ones_own_learns_and_becomes_an_agent_that_plays_as_it_does(run: Path):
    game, content = load_game("elements"), read_checkpoint(run / "best.pt")
    network = Residual(game, width=12)
    network.load_state_dict(custom_weights(content["model"]))
    batch = make_batch("elements", 50, seed=3)
    with torch.inference_mode():
        logits, _ = network(torch.from_numpy(batch.observation))
        odds = torch.softmax(logits.masked_fill(~torch.from_numpy(batch.mask), -1e8), -1)

    agent = make_agent(str(run / "agent.onnx"), game)

    assert np.allclose(agent.probabilities(batch.observation, batch.mask), odds, atol=1e-5)
    first = Residual(game, width=12).state_dict()["first.weight"]
    assert not torch.equal(first, network.first.weight)


def test_a_run_says_what_to_type_next(run: Path):
    commands = next_commands(run)

    assert [command.split()[1] for command in commands] == ["evaluate", "play", "exploit"]


def test_a_run_with_a_network_of_ones_own_goes_on(run: Path):
    total = OWN["total_steps"] + 512

    resume(run, [f"total_steps={total}"])

    steps = [read_checkpoint(path)["steps"] for path in (run / "checkpoints").iterdir()]
    assert total in steps


def test_observations_and_masks_are_made_again_from_what_was_noted():
    batch = make_batch("elements", 40, seed=5)
    decisions = Decisions(whole_reading(load_game("elements")), 80)
    decisions.note(batch.observation, batch.mask, np.arange(40))
    batch.step(batch.mask.argmax(axis=1))
    decisions.note(batch.observation, batch.mask, np.arange(40))

    observation, mask = rows_of(decisions.take(np.arange(40, 80)))

    assert np.array_equal(observation.numpy(), batch.observation)
    assert np.array_equal(mask.numpy(), batch.mask)


def test_callbacks_see_the_run_and_may_stop_it(tmp_path: Path):
    config = {**SMALL, "callbacks": [f"{HERE}:StopsSoon"]}

    folder = train(config, tmp_path / "run")

    rollouts, steps = map(int, (folder / "seen.txt").read_text().split())
    assert rollouts == 2
    assert steps < SMALL["total_steps"]


def test_a_network_that_cannot_be_exported_says_why_and_leaves_the_run(tmp_path: Path, capsys):
    config = {
        **SMALL,
        "network": f"{HERE}:Branching",
        "total_steps": 512,
        "export": {"at_end": True},
    }

    folder = train({**config, "evaluation": OWN["evaluation"]}, tmp_path / "run")

    assert "no agent was exported: the network Branching cannot be written" in (
        capsys.readouterr().out
    )
    assert (folder / "best.pt").exists()
    assert not (folder / "agent.onnx").exists()


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"network": "nowhere"}, "package.module:Class"),
        ({"network": f"{HERE}:Residual", "critic": "own"}, "critic must be 'shared'"),
        ({"network": f"{HERE}:Residual", "magnet": {"kind": "ema"}}, "magnet.kind must be 'none'"),
        ({"network": f"{HERE}:Residual", "start_from": "shipped"}, "start_from must be a check"),
        ({"callbacks": ["a.b"]}, "package.module:Class"),
    ],
)
def test_what_does_not_go_together_is_refused_by_the_config(changes, complaint):
    with pytest.raises(ConfigError, match=complaint):
        make_config(PPOConfig, {**SMALL, **changes})


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"network": "no_such_module:Network"}, "no_such_module cannot be imported"),
        ({"network": f"{HERE}:Missing"}, "has no class Missing"),
        ({"network": "os:PathLike"}, "must be a subclass of Module"),
        ({"network": f"{HERE}:TwoDimensional"}, "of the shapes"),
        (
            {"network": f"{HERE}:Residual", "network_arguments": {"depth": 3}},
            "does not work: .*depth",
        ),
        ({"callbacks": [f"{HERE}:Residual"]}, "must be a subclass of BaseCallback"),
        ({"callbacks": [f"{HERE}:Demanding"]}, "cannot be made without arguments"),
    ],
)
def test_a_class_that_will_not_do_is_refused_before_anything_is_written(
    changes, complaint, tmp_path: Path
):
    with pytest.raises(ConfigError, match=complaint):
        train({**SMALL, **changes}, tmp_path / "run")

    assert not (tmp_path / "run").exists()
