"""The average of a learner's weights is what is measured, kept and exported."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from boardgame_envs.learning import export, train
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.trainer import load_network
from boardgame_envs.learning.run.checkpoints import read_checkpoint
from boardgame_envs.learning.run.config import ConfigError, make_config
from tests.learning.going_on import ends_of
from tests.learning.test_critic import QUIET, model_for


def test_it_begins_with_the_first_weights_and_moves_by_its_rate(tmp_path):
    model, watch = model_for(tmp_path, average=0.25)
    seen = []
    follow = model.average.follow
    model.average.follow = lambda policy: (
        seen.append({n: t.clone() for n, t in policy.state_dict().items()}),
        follow(policy),
    )
    model.learn(3 * model.n_steps * model.env.num_envs, callback=watch)

    assert len(seen) == 3
    for name, average in model.average.weights.items():
        first, second, third = (weights[name] for weights in seen)
        by_hand = 0.75 * (0.75 * first + 0.25 * second) + 0.25 * third
        assert torch.allclose(average, by_hand, atol=1e-6)
        assert model.weights_to_keep()[name] is average


def test_without_one_the_newest_weights_are_kept(tmp_path):
    model, _ = model_for(tmp_path)

    assert model.average is None
    for name, tensor in model.policy.state_dict().items():
        assert torch.equal(model.weights_to_keep()[name], tensor)


def test_what_is_learned_does_not_depend_on_it(tmp_path):
    plain, averaged = (
        train({**QUIET, **average}, tmp_path / f"{len(average)}")
        for average in ({}, {"average": 0.1})
    )

    ours, theirs = (
        read_checkpoint(sorted((folder / "checkpoints").iterdir())[-1])
        for folder in (plain, averaged)
    )
    for name, weights in ours["model"].items():
        assert torch.equal(weights, theirs["model"][name]), name
    assert ours["average"] is None


@pytest.mark.slow
def test_checkpoints_best_network_and_exported_agent_have_it(tmp_path: Path):
    folder = train({**QUIET, "average": 0.1}, tmp_path / "run")
    newest = read_checkpoint(sorted((folder / "checkpoints").iterdir())[-1])
    network = load_network(newest).network
    best = read_checkpoint(folder / "best.pt")

    name, own = next(iter(network.named_parameters()))
    assert torch.equal(own, newest["average"][f"features_extractor.{name}"])
    assert not torch.equal(own, newest["model"][f"features_extractor.{name}"])
    assert "average" not in best
    assert export(folder / "best.pt", tmp_path / "agent.onnx") is not None


def test_a_run_that_goes_on_is_the_same_bit_for_bit(tmp_path: Path):
    whole = train({**QUIET, "average": 0.2}, tmp_path / "whole")
    ours, theirs = ends_of(whole, tmp_path / "run")

    for name, weights in ours["average"].items():
        assert torch.equal(weights, theirs["average"][name]), name


def test_an_average_of_another_shape_is_refused(tmp_path):
    model, _ = model_for(tmp_path, average=0.5)

    with pytest.raises(ValueError, match="another shape"):
        model.average.set_state({"weight": torch.zeros(3)}, model.policy)


@pytest.mark.parametrize("rate", [0.0, -0.1, 1.5], ids=str)
def test_what_is_no_rate_is_refused(rate):
    with pytest.raises(ConfigError, match="average must be"):
        make_config(PPOConfig, {**QUIET, "average": rate})
