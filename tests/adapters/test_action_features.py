"""Environments without action features show the beginning of what they show with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgame_envs import OptionError, make_env, make_parallel_env
from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.adapters.gymnasium_vector import SeatVectorEnv
from boardgame_envs.core.game import Game
from boardgame_envs.core.seats import NOBODY
from tests.playing import published_games

STEPS = 40
EACH_GAME = pytest.mark.parametrize("game", published_games(), ids=lambda game: str(game.name))


def first_legal(mask: Any, turn: int) -> int:
    """Return a legal action, another one in most turns."""
    legal = np.flatnonzero(mask)
    return int(legal[turn % legal.size])


@EACH_GAME
def test_pettingzoo_agents_see_the_beginning(game: Game):
    whole, seen = make_env(game.name), make_env(game.name, action_features=False)
    size = game.layout.seen.size
    for env in (whole, seen):
        env.reset(seed=3)
    for turn in range(STEPS):
        if whole.table.seat == NOBODY:
            break
        for agent in whole.agents:
            view = seen.observe(agent)
            assert seen.observation_space(agent).contains(view)
            assert np.array_equal(view["observation"], whole.observe(agent)["observation"][:size])
        assert seen.state_space.contains(seen.state())
        action = first_legal(whole.observe(whole.agent_selection)["action_mask"], turn)
        for env in (whole, seen):
            env.step(action)
    assert turn > 0


@EACH_GAME
def test_agents_in_parallel_see_the_beginning(game: Game):
    whole = make_parallel_env(game.name)
    seen = make_parallel_env(game.name, action_features=False)

    views, short = whole.reset(seed=3)[0], seen.reset(seed=3)[0]

    for agent, view in short.items():
        assert seen.observation_space(agent).contains(view)
        numbers = views[agent]["observation"]
        assert np.array_equal(view["observation"], numbers[: game.layout.seen.size])


@EACH_GAME
def test_a_learner_sees_the_beginning(game: Game):
    whole, seen = SeatEnv(game), SeatEnv(game, action_features=False)
    size = game.layout.seen.size
    (view, info), (short, _) = whole.reset(seed=3), seen.reset(seed=3)
    for turn in range(STEPS):
        assert seen.observation_space.contains(short)
        assert np.array_equal(short, view[:size])
        action = first_legal(info["action_mask"], turn)
        short, _, over, cut, _ = seen.step(action)
        view, _, _, _, info = whole.step(action)
        if over or cut:
            assert np.array_equal(short, view[:size])
            (view, info), (short, _) = whole.reset(), seen.reset()


@EACH_GAME
def test_learners_at_many_tables_see_the_beginning_and_their_opponents_all(game: Game):
    envs = [
        SeatVectorEnv(game, 3, opponents="heuristic", action_features=given)
        for given in (True, False)
    ]
    size = game.layout.seen.size
    (view, info), (short, _) = (env.reset(seed=3) for env in envs)
    for turn in range(STEPS):
        assert envs[1].observation_space.contains(short)
        assert np.array_equal(short, view[:, :size])
        actions = [
            first_legal(mask, turn) if mask.any() else 0 for mask in np.asarray(info["action_mask"])
        ]
        (view, _, _, _, info), (short, _, _, _, _) = (env.step(actions) for env in envs)


def test_anything_but_yes_or_no_is_refused():
    for make in (make_env, make_parallel_env, SeatEnv, SeatVectorEnv):
        with pytest.raises(OptionError, match="action_features must be True or False, not 'some'"):
            make("elements", action_features="some")
