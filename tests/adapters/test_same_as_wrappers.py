"""``env()`` behaves, step by step, as PettingZoo's three wrappers around ``raw_env()`` do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv
from boardgame_envs.core.game import Game
from tests.adapters.test_pettingzoo_aec import MASKS_IN, assert_same_step
from tests.playing import load_game, some_settings

BEFORE_RESET = [
    *("rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents"),
    "agents",
]


def pair(game: Game, **setting: Any) -> tuple[Any, Any]:
    """Return our checked environment, and the raw one in PettingZoo's wrappers."""
    wrapped: Any = wrappers.TerminateIllegalWrapper(TableEnv(game, **setting), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return CheckedTableEnv(game, **setting), wrappers.OrderEnforcingWrapper(wrapped)


def outcome(call: Any) -> Any:
    """Return what a call does: its result, or its error; and what is logged by the way."""
    EnvLogger.flush()
    EnvLogger.suppress_output()
    try:
        result: Any = call()
    except Exception as error:
        result = (type(error), str(error))
    finally:
        EnvLogger.unsuppress_output()
    return result, list(EnvLogger.mqueue)


def some_action(env: Any, rng: np.random.Generator) -> Any:
    """Return an action: mostly a legal one, sometimes anything."""
    mask = env.unwrapped.table.mask
    is_over = any(env.terminations.values()) or any(env.truncations.values())
    draw = rng.random()
    if draw < 0.05:
        return rng.choice(np.array([-1, 9999, 2.5, None, 3, np.float32(2)], object))
    if is_over:
        return None
    if draw < 0.1:
        return int(rng.integers(mask.size))
    legal = int(rng.choice(np.flatnonzero(mask)))
    return [legal, np.int64(legal), np.int16(legal), np.array(legal)][int(rng.integers(4))]


@pytest.mark.parametrize("mask_in", MASKS_IN)
@pytest.mark.parametrize(("game", "setting"), some_settings())
def test_both_behave_alike_step_by_step(game: Game, setting: dict[str, Any], mask_in: str):
    ours, theirs = pair(game, mask_in=mask_in, **setting)
    rng, kinds = np.random.default_rng(0), set()
    for seed in range(25):
        for env in (ours, theirs):
            env.reset(seed=seed)
        for _ in range(60):
            assert_same_step(ours, theirs)
            action = some_action(ours, rng)
            did, should = (
                outcome(lambda a=action: ours.step(a)),
                outcome(lambda a=action: theirs.step(a)),
            )
            assert did == should, f"after {action!r}"
            kinds.add(str(did))
            if not ours.agents:
                assert outcome(lambda: ours.step(None)) == outcome(lambda: theirs.step(None))
                assert outcome(lambda: ours.step(1)) == outcome(lambda: theirs.step(1))
                break
        assert ours.agents == theirs.agents
    # legal and illegal actions, and such as are none at all
    assert len(kinds) >= 3


@pytest.mark.parametrize("name", BEFORE_RESET)
def test_what_a_game_brings_with_it_cannot_be_had_before_reset(name: str):
    ours, theirs = pair(load_game("elements"))

    assert outcome(lambda: getattr(ours, name)) == outcome(lambda: getattr(theirs, name))
    assert outcome(lambda: getattr(ours, name))[0][0] is AttributeError


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda env: env.step(0), id="step"),
        pytest.param(lambda env: env.observe("player_0"), id="observe"),
        pytest.param(lambda env: env.state(), id="state"),
        pytest.param(lambda env: env.render(), id="render"),
        pytest.param(lambda env: env.last(), id="last"),
        pytest.param(lambda env: next(iter(env.agent_iter())), id="agent_iter"),
    ],
)
def test_nothing_can_be_done_before_reset(call: Any):
    ours, theirs = pair(load_game("elements"), render_mode="ansi")

    assert outcome(lambda: call(ours)) == outcome(lambda: call(theirs))
    assert issubclass(outcome(lambda: call(ours))[0][0], Exception)


def test_every_agent_of_a_loop_must_step():
    for env in pair(load_game("elements")):
        env.reset(seed=1)
        agents = iter(env.agent_iter())
        next(agents)
        with pytest.raises(AssertionError, match=r"need to call step\(\) or reset\(\)"):
            next(agents)


def test_a_loop_over_agents_ends_after_so_many():
    for env in pair(load_game("elements")):
        env.reset(seed=1)
        count = 0
        for _ in env.agent_iter(max_iter=3):
            env.step(int(np.flatnonzero(env.unwrapped.table.mask)[0]))
            count += 1
        assert count == 3


def test_a_new_game_begins_after_an_illegal_action():
    ours, theirs = pair(load_game("elements"))
    for env in (ours, theirs):
        env.reset(seed=1)
        outcome(lambda env=env: env.step(6))
        assert all(env.terminations.values())
        env.reset(seed=2)
        assert not any(env.terminations.values())
    assert_same_step(ours, theirs)


def test_a_checked_environment_still_explains_an_unknown_attribute():
    ours, _ = pair(load_game("elements"))

    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        ours.colour  # noqa: B018
