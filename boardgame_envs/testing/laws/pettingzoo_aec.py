"""Laws of the AEC environment: PettingZoo's own tests, masks off turn, rewards.

PettingZoo's tests are imported where they are run: some versions need pygame for that.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv
from boardgame_envs.testing.lawmaking import Case, Each, expect, law

MASKS_IN = ("observation", "info", "both")
CLASSES: tuple[type[TableEnv], ...] = (TableEnv, CheckedTableEnv)
CYCLES = 60


@contextlib.contextmanager
def pettingzoo_silenced() -> Iterator[io.StringIO]:
    """Keep what is printed, and hear no warnings: PettingZoo has one for every dict observation."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()) as printed:
        warnings.simplefilter("ignore")
        yield printed


def makers(case: Case) -> Iterator[Callable[[], TableEnv]]:
    """Go through what makes ``raw_env()`` and ``env()``, with the mask in every place."""
    for kind in CLASSES:
        for mask_in in MASKS_IN:
            yield partial(make_with_decisions, kind, case, mask_in)


def make_with_decisions(kind: type[TableEnv], case: Case, mask_in: str) -> TableEnv:
    """Return an environment in which somebody is always asked: PettingZoo's tests count on it."""
    env = kind(case.game, mask_in=mask_in, **case.setting)
    deal = env._deal

    def deal_until_a_decision(seed: int | None, options: dict[str, Any] | None) -> None:
        deal(seed, options)
        while env.table.over:
            deal(None, options)

    env._deal = deal_until_a_decision  # type: ignore[method-assign]
    return env


@law(Each.SETTING)
def pettingzoo_accepts_the_environment(case: Case) -> None:
    """``raw_env()`` and ``env()`` pass PettingZoo's ``api_test``, wherever the mask is shown."""
    from pettingzoo.test import api_test

    with pettingzoo_silenced():
        for make in makers(case):
            api_test(make(), num_cycles=CYCLES)


@law(Each.SETTING)
def pettingzoo_finds_the_seed_decisive(case: Case) -> None:
    """``raw_env()`` and ``env()`` pass PettingZoo's ``seed_test``, wherever the mask is shown."""
    from pettingzoo.test import seed_test

    with pettingzoo_silenced():
        for make in makers(case):
            seed_test(make, num_cycles=CYCLES)


@law(Each.SETTING)
def pettingzoo_accepts_the_rendering(case: Case) -> None:
    """Both pass PettingZoo's ``render_test``, and print for people what ``text()`` returns."""
    from pettingzoo.test import render_test

    for kind in CLASSES:

        def make(render_mode: str, kind: type[TableEnv] = kind) -> TableEnv:
            return kind(case.game, render_mode=render_mode, **case.setting)

        with pettingzoo_silenced():
            render_test(make)
        env = make("human")
        env.reset(seed=1)
        case.watch(env.table)
        with pettingzoo_silenced() as printed:
            env.render()
        text = env.text(env.agent_selection)
        expect(text.strip(), "the table is described by nothing")
        expect(printed.getvalue() == f"{text}\n", "what is printed is not the text of the agent")


@law(Each.SETTING)
def an_agent_off_turn_has_an_empty_mask_and_a_view_all_the_same(case: Case) -> None:
    """Each agent may be asked for its view at any time; only the one to act may do something."""
    env = TableEnv(case.game, **case.setting)
    env.reset(seed=1)
    case.watch(env.table)
    while not env.table.over:
        for agent in env.possible_agents:
            seen: Any = env.observe(agent)
            expect(env.observation_space(agent).contains(seen), f"{agent} sees what is no view")
            may_act = agent == env.agent_selection
            expect(seen["action_mask"].any() == may_act, f"the mask of {agent} is wrong")
            expect(seen["observation"].any(), f"{agent} sees nothing")
        rng = np.random.default_rng(env.table.num_decisions)
        env.step(int(rng.choice(env.table.legal_actions())))
    for agent in env.possible_agents:
        at_the_end: Any = env.observe(agent)
        expect(not at_the_end["action_mask"].any(), f"{agent} may act after the end")


@law(Each.SETTING)
def returns_are_the_sum_of_rewards(case: Case) -> None:
    """What ``rewards`` shows step by step, and what ``last()`` gives, add up to the returns."""
    for seed in range(3):
        env = TableEnv(case.game, **case.setting)
        env.reset(seed=seed)
        case.watch(env.table)
        # a deal may be over, and paid, before anybody decides
        instant = dict(env.rewards)
        collected = dict.fromkeys(env.possible_agents, 0.0)
        rng = np.random.default_rng(seed)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            collected[agent] += reward
            over = terminated or truncated
            env.step(None if over else int(rng.choice(env.table.legal_actions())))
            if not over:
                for other, earned in env.rewards.items():
                    instant[other] += earned
        expect_earned(instant, env.returns(), "the rewards of all steps")
        expect_earned(collected, env.returns(), "what last() gave")


def expect_earned(earned: dict[str, float], returns: dict[str, float], what: str) -> None:
    """Complain of rewards that do not come to the returns."""
    amounts, expected = list(earned.values()), list(returns.values())
    same = np.allclose(amounts, expected, rtol=1e-6, atol=1e-12)
    expect(same, f"{what} are {earned}, the returns {returns}")
