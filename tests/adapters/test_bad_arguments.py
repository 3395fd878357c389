"""Environments refuse what is no number, and lose nothing by it; penalties come to an end."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from boardgame_envs import OptionError, elements_v0
from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.adapters.gymnasium_vector import SeatVectorEnv
from boardgame_envs.adapters.illegal_actions import MOST_PENALTIES

MAKERS: dict[str, Any] = {
    "raw_env": elements_v0.raw_env,
    "env": elements_v0.env,
    "parallel_env": elements_v0.parallel_env,
    "SeatEnv": lambda **arguments: SeatEnv("elements", **arguments),
    "SeatVectorEnv": lambda **arguments: SeatVectorEnv("elements", 2, **arguments),
}
each_maker = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)

ENDLESS = [math.nan, math.inf, -math.inf, "x", None, [], 10**400]
NO_SEEDS = [math.nan, 1.5, "x", -1, 2**64, 10**400, [1.5, 2], True]


# --- arguments ---


@each_maker
@pytest.mark.parametrize("value", ENDLESS, ids=str)
def test_an_illegal_reward_is_a_finite_number(make: Any, value: Any):
    with pytest.raises(OptionError, match="illegal_reward must be a number that is not infinite"):
        make(illegal_reward=value)


@pytest.mark.parametrize("make", list(MAKERS.values())[:3], ids=list(MAKERS)[:3])
@pytest.mark.parametrize("value", [*ENDLESS[:4], [], 10**400, 0, 1.5, True], ids=str)
def test_max_cycles_is_none_or_a_whole_number(make: Any, value: Any):
    with pytest.raises(OptionError, match="max_cycles must be a whole number from 1 to"):
        make(max_cycles=value)


@each_maker
@pytest.mark.parametrize("name", ["mask_in", "illegal", "render_mode", "render_seat"])
@pytest.mark.parametrize("value", [5, np.array(["info", "x"]), [], math.nan], ids=repr)
def test_words_are_words(make: Any, name: str, value: Any):
    with pytest.raises(OptionError, match=f"{name} must be") as caught:
        make(**{name: value})
    assert "\n" not in str(caught.value)


@each_maker
def test_an_unknown_argument_is_an_option_error_and_a_type_error(make: Any):
    """Libraries that try out arguments wait for the words of Python's own error."""
    for kind in (OptionError, TypeError):
        with pytest.raises(kind, match=r"__init__\(\) got an unexpected keyword argument 'skip'"):
            make(skip=4)
        with pytest.raises(kind, match="render_mode must be None"):
            make(render_mode="depth_array")


# --- seeds ---


@each_maker
@pytest.mark.parametrize("seed", NO_SEEDS, ids=str)
def test_a_seed_that_is_none_changes_nothing(make: Any, seed: Any):
    env, other = make(), make()
    for twin in (env, other):
        twin.reset(seed=1)

    with pytest.raises(ValueError, match="a seed is a whole number from 0 to"):
        env.reset(seed=seed)

    env.reset()
    other.reset()
    seeds = [
        twin.table.seed if hasattr(twin, "table") else twin.tables.seeds.tolist()
        for twin in (env, other)
    ]
    assert seeds[0] == seeds[1]


def test_the_seeds_of_many_tables_do_not_run_over():
    env = SeatVectorEnv("elements", 3)
    env.reset(seed=2**64 - 3)

    with pytest.raises(ValueError, match="a seed is a whole number from 0 to"):
        env.reset(seed=2**64 - 2)
    with pytest.raises(ValueError, match="there must be 3 seeds, not 2"):
        env.reset(seed=[1, 2])

    assert env.tables.seeds.tolist() == [2**64 - 3, 2**64 - 2, 2**64 - 1]


# --- actions ---


@pytest.mark.parametrize("action", [math.nan, 0.0, "x", [0], None, True], ids=str)
def test_an_action_that_is_none_changes_nothing(action: Any):
    raw, parallel, seat = elements_v0.raw_env(), elements_v0.parallel_env(), SeatEnv("elements")
    for env in (raw, parallel, seat):
        env.reset(seed=1)
    acting = parallel.possible_agents[parallel.table.seat]
    with pytest.raises(ValueError, match=r"an action is a whole number|only an agent whose game"):
        raw.step(action)
    with pytest.raises(ValueError, match="an action is a whole number"):
        parallel.step({acting: action})
    with pytest.raises(ValueError, match=r"an action is a whole number|only an agent whose game"):
        seat.step(action)

    assert [env.table.num_decisions for env in (raw, parallel)] == [0, 0]


@pytest.mark.parametrize("actions", [5, [0, 1], "x", None], ids=str)
def test_actions_of_the_parallel_environment_are_by_agent(actions: Any):
    env = elements_v0.parallel_env()
    env.reset(seed=1)

    with pytest.raises(ValueError, match="actions must be a dict by agents"):
        env.step(actions)
    with pytest.raises(ValueError, match="there is no agent 'player_7'; there are player_0"):
        env.step({"player_7": 0})


# --- penalties come to an end ---


def test_the_aec_environment_is_truncated_after_too_many_penalties_in_a_row():
    env = elements_v0.raw_env(illegal="penalise", illegal_reward=-0.5)
    env.reset(seed=1)
    agent, illegal = env.agent_selection, int(env.table.mask.argmin())
    for _ in range(MOST_PENALTIES - 1):
        env.step(illegal)
        assert env.last()[1:4] == (-0.5, False, False)

    env.step(illegal)

    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    rewards = {}
    for other in env.agent_iter():
        rewards[other] = env.last()[1]
        env.step(None)
    assert rewards[agent] == -0.5
    assert sorted(rewards.values()) == [-0.5, 0.0]


def test_a_legal_action_and_a_new_game_begin_a_new_row():
    env = elements_v0.raw_env(illegal="penalise")
    env.reset(seed=1)
    for _ in range(2):
        for _ in range(MOST_PENALTIES - 1):
            env.step(int(env.table.mask.argmin()))
        env.step(env.table.legal_actions()[0])
    for _ in range(MOST_PENALTIES - 1):
        env.step(int(env.table.mask.argmin()))
    env.reset(seed=1)
    env.step(int(env.table.mask.argmin()))

    assert not any(env.truncations.values())


def test_the_parallel_environment_is_truncated_after_too_many_penalties_in_a_row():
    env = elements_v0.parallel_env(illegal="penalise")
    env.reset(seed=1)
    for _ in range(MOST_PENALTIES - 1):
        *_, terminations, truncations, _ = env.step({})
        assert not any(truncations.values())

    *_, terminations, truncations, _ = env.step({})

    assert all(truncations.values())
    assert not any(terminations.values())
    assert env.agents == []


def test_a_seat_is_truncated_after_too_many_penalties_in_a_row():
    env = SeatEnv("elements", illegal="penalise", illegal_reward=-2.0)
    env.reset(seed=1)
    illegal = int(env.table.mask.argmin())
    for _ in range(MOST_PENALTIES - 1):
        assert env.step(illegal)[1:4] == (-2.0, False, False)

    _, reward, terminated, truncated, info = env.step(illegal)

    assert (reward, terminated, truncated) == (-2.0, False, True)
    assert not info["action_mask"].any()
    with pytest.raises(ValueError, match="no game is going on: call reset"):
        env.step(illegal)
    env.reset()
    assert env.step(int(env.table.mask.argmin()))[3] is False


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_one_of_many_seats_is_truncated_after_too_many_penalties_in_a_row(mode: str):
    env = SeatVectorEnv("elements", 2, illegal="penalise", autoreset_mode=mode)
    env.reset(seed=1)
    seeds = env.tables.seeds.copy()
    for step in range(1, MOST_PENALTIES + 1):
        masks = env.action_masks()
        actions = np.array([masks[0].argmin(), masks[1].argmax()])
        _, rewards, terminated, truncated, _ = env.step(actions)
        assert rewards[0] == -1.0
        assert not terminated[0]
        assert truncated[0] == (step == MOST_PENALTIES)

    assert (env.tables.seeds[0] != seeds[0]) == (mode == "SameStep")
    masks = env.action_masks()
    _, _, _, truncated, _ = env.step(np.array([masks[0].argmin(), masks[1].argmax()]))
    assert not truncated[0]
    assert env.tables.seeds[0] != seeds[0]
