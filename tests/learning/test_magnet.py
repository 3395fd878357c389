"""A magnet holds the policy near to another one: its divergence, gradients and memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from boardgame_envs.learning import train
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.magnet import Magnet
from boardgame_envs.learning.algorithms.ppo.trainer import make_model
from boardgame_envs.learning.network.sparse.learning import ChosenDecisions
from boardgame_envs.learning.network.sparse.reference import note_reference
from boardgame_envs.learning.network.sparse.threads import use_threads
from boardgame_envs.learning.network.sparse.weights import parameters_of
from boardgame_envs.learning.run.config import ConfigError, make_config
from tests.learning.going_on import ends_of
from tests.learning.test_critic import QUIET, model_for
from tests.learning.test_sparse import case

KINDS = ("ema", "previous", "start")


def learned(model: Any, watch: Any, rollouts: int) -> dict[str, torch.Tensor]:
    """Let a model learn for some rollouts; return its weights."""
    model.learn(rollouts * model.n_steps * model.env.num_envs, callback=watch)
    weights: dict[str, torch.Tensor] = model.policy.state_dict()
    return {name: tensor.clone() for name, tensor in weights.items()}


# --- the divergence ---


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=["float32", "float64"])
@pytest.mark.parametrize("game_name", ["elements", "noah", "tranquility"])
def test_divergences_and_their_gradients_are_those_of_autograd(game_name, dtype):
    policy, observation, mask, decisions, rows, actions = case(game_name, [24, 16])
    other = [parameter.detach() * -0.7 for parameter in parameters_of(policy)]
    note_reference(decisions, other, policy.action_scores is not None)
    policy = policy.to(dtype)
    weights = torch.linspace(-1.0, 1.0, len(rows), dtype=dtype)

    def gradients(divergences: torch.Tensor) -> list[torch.Tensor]:
        policy.zero_grad()
        (divergences * weights).mean().backward()
        # the value has no part in it
        *choice, _, _ = parameters_of(policy)
        return [parameter.grad.clone() for parameter in choice]

    *_, sparse = policy.evaluate_actions(ChosenDecisions(decisions, rows), actions)
    own = gradients(sparse)
    seen = torch.from_numpy(observation[rows]).to(dtype)
    logs, _ = policy.log_probabilities(seen, mask[rows])
    with torch.no_grad():
        now = [parameter.clone() for parameter in parameters_of(policy)]
        for parameter, value in zip(parameters_of(policy), other, strict=True):
            parameter.copy_(value)
        reference, _ = policy.log_probabilities(seen, mask[rows])
        for parameter, value in zip(parameters_of(policy), now, strict=True):
            parameter.copy_(value)
    legal = torch.from_numpy(mask[rows])
    logs, _ = policy.log_probabilities(seen, mask[rows])
    dense = torch.where(legal, logs.exp() * (logs - reference), 0.0).sum(-1)

    assert sparse.min() > -1e-6
    assert sparse.mean() > 0.001
    # the reference is noted in single precision
    assert torch.allclose(sparse, dense, atol=1e-5)
    for ours, theirs in zip(own, gradients(dense), strict=True):
        assert torch.allclose(ours, theirs, atol=1e-6)


def test_a_policy_does_not_diverge_from_itself():
    policy, _, _, decisions, rows, actions = case("elements", [24])
    note_reference(decisions, parameters_of(policy), policy.action_scores is not None)

    *_, divergences = policy.evaluate_actions(ChosenDecisions(decisions, rows), actions)

    assert divergences.abs().max() < 1e-6


def test_a_new_rollout_has_no_reference():
    policy, observation, mask, decisions, rows, actions = case("elements", [24])
    note_reference(decisions, parameters_of(policy), policy.action_scores is not None)
    decisions.clear()
    decisions.note(observation, mask, np.arange(len(mask)))

    assert len(policy.evaluate_actions(ChosenDecisions(decisions, rows), actions)) == 3


# --- what it does to a run ---


def test_without_a_magnet_nothing_is_otherwise(tmp_path):
    weights = [
        learned(*model_for(tmp_path, magnet=magnet), 2)
        for magnet in ({"kind": "none"}, {"kind": "ema", "weight": 0.0})
    ]

    assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])


@pytest.mark.parametrize("kind", KINDS)
def test_the_stronger_the_magnet_the_less_a_policy_leaves_it(tmp_path, kind):
    apart = []
    for weight in (0.0001, 30.0):
        magnet = {"kind": kind, "weight": weight, "rate": 0.01}
        model, watch = model_for(tmp_path, magnet=magnet, learning_rate=0.003)
        learned(model, watch, 6)
        apart.append(model.logger.name_to_value["train/divergence"])

    assert 0 < apart[1] < apart[0] / 2


def test_an_ema_moves_by_its_rate_and_a_start_stays(tmp_path):
    model, _ = model_for(tmp_path)
    policy = model.policy
    magnets = {kind: Magnet(kind, 1.0, 0.25) for kind in KINDS}
    before = [parameter.detach().clone() for parameter in parameters_of(policy)]
    for magnet in magnets.values():
        magnet.note(policy, model.rollout_buffer.decisions)
    with torch.no_grad():
        for parameter in parameters_of(policy):
            parameter.add_(1.0)
    for magnet in magnets.values():
        magnet.follow(policy)
        magnet.note(policy, model.rollout_buffer.decisions)

    for kind, moved in (("ema", 0.25), ("start", 0.0), ("previous", 1.0)):
        parameters = magnets[kind].parameters
        assert parameters is not None
        for old, now in zip(before, parameters, strict=True):
            assert torch.allclose(now, old + moved, atol=1e-6)


def test_a_start_is_where_imitation_ended(tmp_path):
    imitation = {"agent": "heuristic", "steps": 512}
    model, watch = model_for(tmp_path, imitation=imitation, magnet={"kind": "start"})
    learned(model, watch, 2)
    assert model.magnet.parameters is None
    taught = [parameter.detach().clone() for parameter in parameters_of(model.policy)]

    model.learn(256, callback=watch, reset_num_timesteps=False)

    assert all(torch.equal(*pair) for pair in zip(taught, model.magnet.parameters, strict=True))
    assert not torch.equal(taught[0], parameters_of(model.policy)[0])


@pytest.mark.parametrize("kind", KINDS)
def test_the_number_of_threads_does_not_change_what_is_learned(tmp_path, kind):
    weights = []
    for threads in (1, 3):
        size = {"tables": 64, "steps_per_rollout": 48, "minibatch": 2500, "total_steps": 6144}
        model, watch = model_for(tmp_path, magnet={"kind": kind}, threads=threads, **size)
        weights.append(learned(model, watch, 2))
    use_threads(1)

    assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_run_that_goes_on_is_the_same_bit_for_bit(tmp_path: Path, kind):
    magnet = {"kind": kind, "weight": 0.5, "rate": 0.3}
    whole = train({**QUIET, "critic": "privileged", "magnet": magnet}, tmp_path / "whole")
    ours, theirs = ends_of(whole, tmp_path / "run")

    for name, weights in ours["model"].items():
        assert torch.equal(weights, theirs["model"][name]), name
    assert (ours["magnet"] is None) == (kind == "previous")
    for left, right in zip(ours["magnet"] or [], theirs["magnet"] or [], strict=True):
        assert torch.equal(left, right)


def test_a_magnet_of_another_shape_is_refused(tmp_path):
    model, _ = model_for(tmp_path, magnet={"kind": "ema"})

    with pytest.raises(ValueError, match="another shape"):
        model.magnet.set_state([torch.zeros(3)], model.policy)


# --- configs ---


@pytest.mark.parametrize(
    ("magnet", "complaint"),
    [
        ({"kind": "slow"}, "magnet.kind must be one of none, ema, previous, start, not 'slow'"),
        ({"weight": -1.0}, "magnet.weight must not be negative"),
        ({"rate": 0.0}, "magnet.rate must be above 0"),
        ({"rate": 2.0}, "magnet.rate must be at most 1"),
        ({"wait": 1.0}, "there is no field magnet.wait"),
    ],
    ids=str,
)
def test_what_is_no_magnet_is_refused(magnet, complaint):
    with pytest.raises(ConfigError, match=complaint):
        make_config(PPOConfig, {**QUIET, "magnet": magnet})


def test_all_kinds_can_be_named_in_a_config(tmp_path):
    for kind in KINDS:
        config = make_config(PPOConfig, {**QUIET, "magnet": {"kind": kind}})
        assert make_model(config, tmp_path)[0].magnet.kind == kind
