"""Laws of the parallel environment: PettingZoo's own tests, and equality with the AEC one."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv
from boardgame_envs.adapters.pettingzoo_parallel import ParallelTableEnv
from boardgame_envs.testing.lawmaking import Case, Each, expect, law
from boardgame_envs.testing.laws.pettingzoo_aec import MASKS_IN, pettingzoo_silenced


@law(Each.OPTION_SET)
def pettingzoo_accepts_the_parallel_environment(case: Case) -> None:
    """``parallel_env()`` passes PettingZoo's tests, wherever the mask is shown.

    Without a mask in the observation, PettingZoo's test takes illegal actions as well.
    """
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    for mask_in in MASKS_IN:

        def make(mask_in: Any = mask_in) -> ParallelTableEnv:
            return ParallelTableEnv(case.game, mask_in=mask_in, **case.setting)

        with pettingzoo_silenced():
            parallel_api_test(make(), num_cycles=100)
            parallel_seed_test(make)


@law(Each.OPTION_SET)
def pettingzoo_accepts_the_global_state(case: Case) -> None:
    """``env()`` and ``parallel_env()`` pass PettingZoo's ``state_test``."""
    from pettingzoo.test.state_test import state_test

    with pettingzoo_silenced():
        state_test(
            CheckedTableEnv(case.game, **case.setting), ParallelTableEnv(case.game, **case.setting)
        )


@law(Each.OPTION_SET)
def a_step_is_one_decision_and_all_others_choose_the_no_op(case: Case) -> None:
    """The parallel environment shows, pays and ends as the AEC one does."""
    parallel = ParallelTableEnv(case.game, illegal="raise", **case.setting)
    single = TableEnv(case.game, **case.setting)
    observations, _ = parallel.reset(seed=4)
    single.reset(seed=4)
    case.watch(single.table)
    rng = np.random.default_rng(4)
    while parallel.agents:
        acting = single.agent_selection
        actions = {}
        for agent in parallel.agents:
            seen: Any = observations[agent]
            expect_mask(seen["action_mask"], single, agent)
            actions[agent] = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        single.step(actions[acting])
        observations, *outcome, _ = parallel.step(actions)
        expect_same_step(outcome, single)
        for agent, seen in observations.items():
            there: Any = single.observe(agent)
            same = np.array_equal(seen["observation"], there["observation"])
            expect(same, f"{agent} sees something else")
    expect(parallel.returns() == single.returns(), f"the returns are {parallel.returns()}")
    expect_over(parallel)


def expect_mask(mask: Any, single: TableEnv, agent: str) -> None:
    """Complain of a mask that is not the table's, or not the no-op off turn."""
    if agent == single.agent_selection:
        seen: Any = single.observe(agent)
        expect(np.array_equal(mask[:-1], seen["action_mask"]), f"the mask of {agent} is wrong")
        expect(mask[-1] == 0, f"{agent} is to act and may choose the no-op")
    else:
        only_no_op = [0] * single.table.game.num_actions + [1]
        expect(mask.tolist() == only_no_op, f"{agent} is not to act and may do more than the no-op")


def expect_same_step(outcome: list[Any], single: TableEnv) -> None:
    """Complain of a step that pays or ends otherwise than in the AEC environment."""
    there = [single.rewards, single.terminations, single.truncations]
    for name, ours, theirs in zip(
        ("rewards", "terminations", "truncations"), outcome, there, strict=True
    ):
        expect(ours == theirs, f"the {name} are {ours}, not {theirs}")


def expect_over(env: ParallelTableEnv) -> None:
    """Complain of an environment that steps on after the end."""
    try:
        env.step({})
    except ValueError as error:
        expect("call reset" in str(error), f"the refusal is {error}")
    else:
        raise AssertionError("a step is taken after the end")
