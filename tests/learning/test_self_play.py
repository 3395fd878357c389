"""The learner on real tables, and the proof that it is right on a game that can be solved."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from boardgame_envs import Batch, make_batch
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.policy import Trunk, TrunkPolicy
from boardgame_envs.learning.algorithms.ppo.self_play import SelfPlayPPO
from boardgame_envs.learning.algorithms.ppo.trainer import make_model
from boardgame_envs.learning.algorithms.ppo.vector_env import TableVecEnv
from boardgame_envs.learning.run.config import make_config
from tests.learning.noted import masks_of
from tests.learning.test_opponents import SMALL
from training.exploitability import mini_elements, train


def tables_and_policy(num_tables: int) -> tuple[Batch, Any]:
    """Return tables and an untrained policy for them."""
    batch = make_batch("elements", num_tables, seed=1)
    model = SelfPlayPPO(
        TrunkPolicy,
        TableVecEnv(batch),
        n_steps=4,
        policy_kwargs={"features_extractor_class": Trunk, "net_arch": []},
        device="cpu",
    )
    return batch, model.policy


def test_masked_actions_are_never_taken_and_have_no_chance():
    batch, policy = tables_and_policy(64)
    observation = torch.from_numpy(batch.observation)

    logs, _ = policy.log_probabilities(observation, batch.mask)
    actions, _, _ = policy(observation, action_masks=batch.mask)

    assert (logs.exp().detach().numpy()[~batch.mask] == 0.0).all()
    assert np.allclose(logs.exp().sum(-1).detach().numpy(), 1.0, atol=1e-5)
    assert batch.mask[np.arange(64), actions.numpy()].all()


def test_the_policy_equals_that_of_sb3_contrib():
    batch, policy = tables_and_policy(32)
    observation = torch.from_numpy(batch.observation)

    ours, _ = policy.log_probabilities(observation, batch.mask)
    theirs = policy.get_distribution(observation, action_masks=batch.mask)

    assert np.allclose(
        ours.exp().detach().numpy(), theirs.distribution.probs.detach().numpy(), atol=1e-6
    )


def test_rollouts_keep_what_every_table_decided(tmp_path):
    config = make_config(
        PPOConfig, {**SMALL, "opponents": {"past": 0.0, "agents": {"random": 0.6}}}
    )
    model, watch = make_model(config, tmp_path)
    model.learn(256, callback=watch)
    buffer = model.rollout_buffer

    learned = buffer._learned_from
    masks = masks_of(buffer.decisions, buffer._noted[learned])
    assert masks[np.arange(len(masks)), buffer._arrays["actions"][learned]].all()
    assert 0.2 < buffer._learned_from.mean() < 0.95
    assert np.isfinite(buffer._arrays["advantages"]).all()


def test_the_vector_environment_shows_stock_learners_the_masks():
    batch = make_batch("elements", 8, seed=1)
    env = TableVecEnv(batch)
    model = MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=32, n_epochs=1, device="cpu")

    model.learn(128)

    assert env.has_attr("action_masks")
    assert np.array_equal(np.stack(env.env_method("action_masks")), batch.mask)
    with pytest.raises(AttributeError, match="only 'action_masks'"):
        env.env_method("dance")


@pytest.mark.slow
def test_exploitability_falls_with_a_trajectory_for_each_seat_and_not_as_in_tutorials():
    torch.set_num_threads(1)
    table, tree = mini_elements()

    ours = train(SelfPlayPPO, table, tree, 600_000, seed=0, every=10**9)
    theirs = train(MaskablePPO, table, tree, 300_000, seed=0, every=10**9)

    untrained, trained = ours[0][1], ours[-1][1]
    assert trained < 0.4 * untrained
    assert theirs[-1][1] > untrained
