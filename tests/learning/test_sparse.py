"""The sparse network is the dense one: the same results and the same gradients."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from gymnasium import spaces

from boardgame_envs.agents import make_agent
from boardgame_envs.core.batch import Batch
from boardgame_envs.games import load_game
from boardgame_envs.learning.algorithms.ppo.policy import Trunk, TrunkPolicy
from boardgame_envs.learning.network.action_scores import features_of
from boardgame_envs.learning.network.sparse.decisions import Decisions
from boardgame_envs.learning.network.sparse.learning import ChosenDecisions
from boardgame_envs.learning.network.trunk import trunk_ranges

GAMES = ("elements", "noah", "tranquility")
HIDDEN = ([24], [40, 24], [16, 24, 8])


def seen_at(game, count=64, steps=12):
    """Return observations and masks of games in progress."""
    batch, agent = Batch(game, count, seed=2), make_agent("heuristic", game)
    observations, masks, rng = [], [], np.random.default_rng(1)
    for _ in range(steps):
        observations.append(batch.observation.copy())
        masks.append(batch.mask.copy())
        batch.step(agent.choose_many(batch.observation, batch.mask, rng))
    return np.concatenate(observations), np.concatenate(masks)


def policy_for(game, hidden):
    """Return a policy whose parameters are all drawn at random."""
    torch.manual_seed(3)
    policy = TrunkPolicy(
        spaces.Box(0.0, 1.0, (game.layout.size,), np.float32),
        spaces.Discrete(game.num_actions),
        lambda remaining: 1e-2,
        features_extractor_class=Trunk,
        features_extractor_kwargs={"hidden": hidden, "ranges": trunk_ranges(game)},
        features=features_of(game),
        net_arch=[],
    )
    for parameter in policy.parameters():
        torch.nn.init.normal_(parameter, std=0.1)
    return policy


def losses(results):
    """Return a loss that depends on values, log-probabilities and entropies, row by row."""
    rows = torch.linspace(-1.0, 1.0, len(results[0]), dtype=results[0].dtype)
    values, logs, entropies = results
    return (values.square() * rows + logs * (rows + 0.3) + entropies * rows.cos()).mean()


def gradients(policy, results):
    """Return the gradient of each parameter by its name."""
    policy.zero_grad()
    losses(results).backward()
    return {name: parameter.grad.clone() for name, parameter in policy.named_parameters()}


def case(game_name, hidden):
    """Return a policy, rows it has seen in any order, and actions that were legal there."""
    game = load_game(game_name)
    policy = policy_for(game, hidden)
    observation, mask = seen_at(game)
    decisions = Decisions(policy.reading, len(mask))
    decisions.note(observation, mask, np.arange(len(mask)))
    rng = np.random.default_rng(4)
    rows = rng.permutation(len(mask))[:700]
    actions = torch.tensor([rng.choice(np.flatnonzero(mask[row])) for row in rows])
    return policy, observation, mask, decisions, rows, actions


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=["float32", "float64"])
@pytest.mark.parametrize("hidden", HIDDEN, ids=str)
@pytest.mark.parametrize("game_name", GAMES)
def test_results_and_gradients_are_those_of_autograd(game_name, hidden, dtype):
    policy, observation, mask, decisions, rows, actions = case(game_name, hidden)
    policy = policy.to(dtype)
    dense = torch.from_numpy(observation[rows]).to(dtype)
    close = {"rtol": 1e-5, "atol": 1e-6} if dtype == torch.float32 else {"rtol": 0, "atol": 1e-8}

    expected = policy.evaluate_actions(dense, actions, torch.from_numpy(mask[rows]))
    found = policy.evaluate_actions(ChosenDecisions(decisions, rows), actions)

    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(one, other, **close)
    own, of_autograd = gradients(policy, found), gradients(policy, expected)
    assert own.keys() == of_autograd.keys()
    for name in own:
        assert of_autograd[name].abs().max() > 0
        torch.testing.assert_close(own[name], of_autograd[name], **close)
