"""The parallel environment: PettingZoo's own tests, the no-op, and equality with the table."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from pettingzoo.test import max_cycles_test

from boardgame_envs import IllegalActionError, elements_v0
from boardgame_envs.adapters.pettingzoo_parallel import ParallelTableEnv
from boardgame_envs.testing import Check
from boardgame_envs.testing.laws import pettingzoo_parallel
from tests.playing import every_check

NO_OP = 10


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@every_check(pettingzoo_parallel)
def test_laws_of_the_parallel_environment(check: Check):
    check.hold()


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
