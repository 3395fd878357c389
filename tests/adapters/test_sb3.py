"""Stable-Baselines3: MaskablePPO on one seat, single and batched."""

from __future__ import annotations

import importlib
from typing import Any

import gymnasium
import numpy as np
import pytest

from tests.libraries import need

need("sb3")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor, VecNormalize

import boardgame_envs  # noqa: F401, it registers the games
from boardgame_envs import IllegalActionError, evaluate
from boardgame_envs.adapters.gymnasium_vector import SeatVectorEnv
from boardgame_envs.adapters.sb3 import SeatVecEnv
from boardgame_envs.agents import from_sb3
from tests.opponents import Nth
from tests.playing import published_games

SMALL = {"n_steps": 16, "batch_size": 64, "n_epochs": 1, "seed": 1}


class Rewards(BaseCallback):
    """Adds up what the learner is told that it has earned, and what the games paid."""

    def __init__(self, env: SeatVecEnv) -> None:
        super().__init__()
        self.tables = env.env.tables
        self.told = self.paid = 0.0
        self.open = np.zeros(env.num_envs)
        self.games = 0

    def _on_step(self) -> bool:
        self.told += float(self.locals["rewards"].sum())
        self.open += self.locals["rewards"]
        for i in np.flatnonzero(self.locals["dones"]):
            self.games += 1
            self.paid += self.open[i]
            self.open[i] = 0.0
        return True


def test_maskable_ppo_learns_on_the_registered_environment_as_it_is():
    for game in published_games():
        name = next(n for n in gymnasium.registry if n.lower() == f"boardgame_envs/{game.name}-v0")
        # an illegal action would be an error, so none was taken
        env = gymnasium.make(name, seat="random", illegal="raise")
        model = MaskablePPO("MlpPolicy", env, **{**SMALL, "n_steps": 64})
        before = [weights.detach().clone() for weights in model.policy.parameters()]

        model.learn(128)

        after = list(model.policy.parameters())
        assert any((old != new).any() for old, new in zip(before, after, strict=True))


def test_maskable_ppo_learns_on_many_tables():
    for game in published_games():
        env = SeatVecEnv(game, 8, seat="random", illegal="raise")
        assert is_masking_supported(env)
        MaskablePPO("MlpPolicy", env, **SMALL).learn(256)


def test_a_learner_that_ignores_masks_is_found_out():
    env = SeatVecEnv("elements", 8, illegal="raise")
    with pytest.raises(IllegalActionError):
        PPO("MlpPolicy", env, **SMALL).learn(1024)
    with pytest.raises(IllegalActionError):
        MaskablePPO("MlpPolicy", env, **SMALL).learn(1024, use_masking=False)


def test_the_masks_are_rows_of_one_array():
    env = SeatVecEnv("noah", 6, seat="random")
    env.seed(3)
    env.reset()
    masks = env.env_method("action_masks")
    assert np.array_equal(np.stack(masks), env.env.tables.mask)
    assert np.array_equal(get_action_masks(env), env.env.tables.mask)
    assert np.shares_memory(masks[0].base, masks[5].base)
    some = env.env_method("action_masks", indices=[4, 1])
    assert np.array_equal(np.stack(some), env.env.tables.mask[[4, 1]])


def random_step(env: SeatVecEnv, rng: np.random.Generator) -> Any:
    mask = env.action_masks()
    return env.step((mask * (rng.random(mask.shape) + 0.1)).argmax(axis=1))


def test_every_step_is_that_of_the_vector_environment():
    arguments = {"seat": "random", "opponents": Nth(), "mask_in": "info"}
    ours = SeatVecEnv("noah", 4, **arguments)
    theirs = SeatVectorEnv("noah", 4, autoreset_mode="SameStep", **arguments)
    ours.seed(5)
    observation, _ = theirs.reset(seed=5)
    assert np.array_equal(ours.reset(), observation)
    rng, ends = np.random.default_rng(5), 0
    for _ in range(200):
        mask = theirs.action_masks()
        actions = (mask * (rng.random(mask.shape) + 0.1)).argmax(axis=1)
        seen, rewards, done, infos = ours.step(actions)
        expected, wages, terminated, truncated, found = theirs.step(actions)
        assert np.array_equal(seen, expected)
        assert np.allclose(rewards, wages)
        assert np.array_equal(done, terminated | truncated)
        for i in range(4):
            assert bool(infos[i]) == done[i]
            if done[i]:
                assert np.array_equal(infos[i]["terminal_observation"], found["final_obs"][i])
                assert infos[i]["TimeLimit.truncated"] == truncated[i]
                ends += 1
    assert ends > 0


def test_what_a_seat_earns_reaches_the_learner():
    env = SeatVecEnv("noah", 8, seat="random", illegal="raise")
    monitored = VecMonitor(env)
    paid: list[float] = []
    begin = env.env.tables.begin

    def watched(rows: Any) -> None:
        # just before a game is replaced, the old one still stands on the table
        tables = env.env.tables
        for i in rows:
            table = tables.table(int(i))
            if table.over and tables.over[i]:
                paid.append(table.returns[int(tables.learner[i])])
        begin(rows)

    model = MaskablePPO("MlpPolicy", monitored, **{**SMALL, "n_steps": 64})
    monitored.reset()
    env.env.tables.begin = watched  # type: ignore[method-assign]
    rewards = Rewards(env)
    model.learn(1024, callback=rewards)

    assert rewards.games == len(paid) > 3
    assert rewards.paid == pytest.approx(sum(paid), abs=1e-3)
    assert float(np.abs(paid).sum()) > 0
    logged = [episode["r"] for episode in model.ep_info_buffer]
    assert sum(logged) == pytest.approx(sum(paid), abs=1e-2)


def test_what_the_policy_sees_holds_no_hidden_card():
    env = SeatVecEnv("elements", 4, seat="random")
    env.seed(1)
    env.reset()
    rng = np.random.default_rng(1)
    tables = env.env.tables
    for turn in range(10):
        seen, _, _, _ = random_step(env, rng)
        for i in range(4):
            seat = int(tables.learner[i])
            other = tables.table(i).redealt(seat, seed=turn)
            assert np.array_equal(seen[i], other.observe(seat))


def test_opponents_can_be_changed_for_all_tables_together():
    before, after = Nth(), Nth()
    env = SeatVecEnv("noah", 3, opponents=before)
    env.reset()
    env.env_method("set_opponents", after)
    env.reset()
    asked = before.decisions
    random_step(env, np.random.default_rng(1))
    assert before.decisions == asked
    with pytest.raises(ValueError, match="all tables have the same opponents"):
        env.env_method("set_opponents", after, indices=[0])


def test_what_tables_have_not_is_said():
    env = SeatVecEnv("elements", 2)
    assert env.has_attr("action_masks")
    assert not env.has_attr("length")
    with pytest.raises(AttributeError, match="no method 'fly'"):
        env.env_method("fly")
    with pytest.raises(AttributeError, match="no attribute 'length'"):
        env.get_attr("length")
    with pytest.raises(AttributeError, match="cannot be set"):
        env.set_attr("length", 1)
    assert env.env_is_wrapped(VecMonitor) == [False, False]
    env.close()


def test_make_vec_env_makes_environments_whose_masks_are_heeded():
    env = make_vec_env(
        "boardgame_envs/Elements-v0", n_envs=2, seed=1, env_kwargs={"illegal": "raise"}
    )
    assert is_masking_supported(env)
    MaskablePPO("MlpPolicy", env, **SMALL).learn(64)

    with pytest.raises(IllegalActionError):
        PPO("MlpPolicy", env, **SMALL).learn(64)


def test_environments_are_made_as_rl_zoo3_makes_them(tmp_path):
    """It imports a package by name, looks the id up, and normalises many of its environments."""
    importlib.import_module("boardgame_envs")
    spec = gymnasium.spec("boardgame_envs/Elements-v0")

    def make(**arguments: Any) -> gymnasium.Env[Any, Any]:
        return spec.make(**arguments)

    env = VecNormalize(
        make_vec_env(
            make,
            n_envs=2,
            seed=1,
            env_kwargs={"opponents": "heuristic", "illegal": "random"},
            monitor_dir=str(tmp_path),
            vec_env_cls=DummyVecEnv,
        )
    )
    model = PPO("MlpPolicy", env, **SMALL)
    model.learn(32)
    agent = from_sb3(model)

    found = evaluate("elements", {"it": agent, "other": "random"}, deals=2, rounds=1)

    assert agent.normalizer is env
    assert found.faults["agents"][0]["decisions"] > 0
    assert (tmp_path / "0.monitor.csv").exists()
