"""Libraries that pass arguments on trial, and do without them when they are refused."""

from __future__ import annotations

import warnings

import pytest

from tests.libraries import need

SEAT = "boardgame_envs/Elements-v0"


def test_stable_baselines3_makes_environments_by_their_names():
    """It tries ``render_mode="rgb_array"`` first."""
    need("sb3", whole_module=False)
    from stable_baselines3.common.env_util import make_vec_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        envs = make_vec_env(SEAT, n_envs=2, seed=1)
    observations = envs.reset()

    assert observations.shape[0] == 2
    masks = envs.env_method("action_masks")
    observations, rewards, dones, _ = envs.step([mask.argmax() for mask in masks])
    assert rewards.shape == dones.shape == (2,)
    with pytest.raises(TypeError, match="there is no option 'hand_sise': did you mean 'hand_size'"):
        make_vec_env(SEAT, env_kwargs={"hand_sise": 4})


def test_torchrl_makes_environments_by_their_names():
    """It tries ``frameskip`` first, and ``render_mode`` where it wants pictures."""
    need("torchrl", whole_module=False)
    from torchrl.envs import GymEnv

    env = GymEnv(SEAT, opponents="heuristic", illegal="random")
    rollout = env.rollout(5)

    assert rollout["next", "reward"].shape[0] == 5
    with pytest.raises(TypeError, match="there is no option 'hand_sise'"):
        GymEnv(SEAT, hand_sise=4)
