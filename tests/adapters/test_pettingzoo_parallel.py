"""The parallel environment: PettingZoo's own tests, the no-op, and equality with the table."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import max_cycles_test, parallel_api_test, parallel_seed_test
from pettingzoo.test.state_test import state_test

from boardgame_envs import IllegalActionError, elements_v0
from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv
from boardgame_envs.adapters.pettingzoo_parallel import ParallelTableEnv
from boardgame_envs.core.game import Game
from tests.playing import some_settings

MASKS_IN = ("observation", "info", "both")
NO_OP = 10
each_setting = pytest.mark.parametrize(("game", "setting"), some_settings())


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@each_setting
def test_pettingzoo_accepts_the_environment(game: Game, setting: dict[str, Any]):
    for mask_in in MASKS_IN:
        # without a mask in the observation, PettingZoo's test takes illegal actions as well
        parallel_api_test(ParallelTableEnv(game, mask_in=mask_in, **setting), num_cycles=100)
        parallel_seed_test(partial(ParallelTableEnv, game, mask_in=mask_in, **setting))


@each_setting
def test_pettingzoo_accepts_the_global_state(game: Game, setting: dict[str, Any]):
    state_test(CheckedTableEnv(game, **setting), ParallelTableEnv(game, **setting))


def test_pettingzoo_finds_max_cycles_kept():
    """PettingZoo's test takes no heed of masks, so illegal actions are replaced here.

    It also expects as many turns of each agent. Who wins a round begins the next one, so this
    holds for most games only; the one looked at has a seed.
    """

    def seeded(make: Any, **arguments: Any) -> Any:
        env = make(illegal="random", **arguments)
        env.reset(seed=1)
        env.action_space("player_0").seed(1)
        return env

    max_cycles_test(
        SimpleNamespace(
            env=partial(seeded, elements_v0.env),
            parallel_env=partial(seeded, elements_v0.parallel_env),
        )
    )


def acting(env: ParallelTableEnv) -> str:
    return env.possible_agents[env.table.seat]


@each_setting
def test_a_step_is_one_decision_and_all_others_choose_the_no_op(
    game: Game, setting: dict[str, Any]
):
    parallel, single = ParallelTableEnv(game, illegal="raise", **setting), TableEnv(game, **setting)
    observations, _ = parallel.reset(seed=4)
    single.reset(seed=4)
    rng = np.random.default_rng(4)
    while parallel.agents:
        actions = {}
        for agent in parallel.agents:
            mask = observations[agent]["action_mask"]
            expected = single.observe(agent)["action_mask"]
            if agent == acting(parallel):
                assert np.array_equal(mask[:-1], expected)
                assert mask[-1] == 0
            else:
                assert mask.tolist() == [0] * game.num_actions + [1]
            actions[agent] = int(rng.choice(np.flatnonzero(mask)))
        single.step(actions[acting(parallel)])
        observations, rewards, terminations, truncations, _ = parallel.step(actions)
        assert rewards == single.rewards
        assert terminations == single.terminations
        assert truncations == single.truncations
        for agent, seen in observations.items():
            assert np.array_equal(seen["observation"], single.observe(agent)["observation"])
    assert parallel.returns() == single.returns()
    with pytest.raises(ValueError, match="call reset"):
        parallel.step({})


def test_who_is_not_to_act_may_be_left_out():
    env = elements_v0.parallel_env()
    env.reset(seed=1)

    env.step({acting(env): 9})

    assert env.table.num_decisions == 1


def other(agent: str) -> str:
    return {"player_0": "player_1", "player_1": "player_0"}[agent]


def test_an_illegal_action_ends_the_game_at_the_cost_of_whoever_took_it():
    env = elements_v0.parallel_env()
    env.reset(seed=1)
    culprit = acting(env)

    _, rewards, terminations, _, _ = env.step({culprit: 6, other(culprit): NO_OP})

    assert rewards == {culprit: -1.0, other(culprit): 0.0}
    assert all(terminations.values())
    assert env.agents == []


def test_acting_out_of_turn_is_illegal_too():
    env = elements_v0.parallel_env(illegal="penalise", illegal_reward=-0.5)
    env.reset(seed=1)
    agent = acting(env)

    _, rewards, _, _, _ = env.step({agent: 9, other(agent): 9})

    assert rewards == {agent: 0.0, other(agent): -0.5}
    assert env.table.num_decisions == 0
    assert env.agents


@pytest.mark.parametrize(
    ("actions", "complaint"),
    [
        ((6, NO_OP), "may not 'take' now"),
        ((NO_OP, NO_OP), "is to act and may not choose the no-op"),
        ((9, 9), "is not to act: its only action is the no-op, 10"),
        ((99, NO_OP), "may not do action 99"),
    ],
    ids=str,
)
def test_illegal_actions_can_raise_errors_that_say_what_was_wrong(actions, complaint):
    env = elements_v0.parallel_env(illegal="raise")
    env.reset(seed=1)
    agent = acting(env)

    with pytest.raises(IllegalActionError, match=complaint):
        env.step({agent: actions[0], other(agent): actions[1]})
    assert env.table.num_decisions == 0


def test_a_game_is_truncated_after_so_many_steps():
    env = elements_v0.parallel_env(max_cycles=3)
    env.reset(seed=1)
    for step in range(3):
        _, _, terminations, truncations, _ = env.step({acting(env): env.table.legal_actions()[0]})
        assert set(truncations.values()) == {step == 2}
        assert set(terminations.values()) == {False}


def test_the_table_is_shown_as_the_seat_to_act_sees_it(capsys):
    env = elements_v0.parallel_env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.text(acting(env))

    env = elements_v0.parallel_env(render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert env.text(acting(env)) in capsys.readouterr().out
