"""Who sits where: changed only when a game begins, and remembered exactly."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs.agents import RandomAgent
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.opponents import LEARNER, Opponents
from boardgame_envs.learning.algorithms.ppo.trainer import make_model
from boardgame_envs.learning.network.frozen_policy import FrozenPolicy
from boardgame_envs.learning.run.config import make_config

SMALL = {
    "game": "elements",
    "total_steps": 2048,
    "tables": 16,
    "steps_per_rollout": 16,
    "minibatch": 64,
    "hidden": [8],
    "evaluation": {"deals": 2, "anchors": []},
    "export": {"at_end": False},
}


def opponents(**arguments):
    return Opponents(
        1000, np.full(1000, 3), 4, {"random": (RandomAgent(), 0.5)}, seed=1, **arguments
    )


def test_in_a_mixed_game_exactly_one_seat_that_is_played_is_the_learners():
    assigned = opponents().assigned

    pure = (assigned == LEARNER).all(axis=1)
    assert 0.44 < pure.mean() < 0.56
    mixed = assigned[~pure]
    assert ((mixed[:, :3] == LEARNER).sum(axis=1) == 1).all()
    seats = [(mixed[:, seat] == LEARNER).mean() for seat in range(3)]
    assert max(abs(share - 1 / 3) for share in seats) < 0.07


def test_only_games_that_begin_change_their_players():
    others = opponents()
    before = others.assigned.copy()
    begun = np.zeros(1000, np.bool_)
    begun[::5] = True

    others.deal_in(begun, np.full(1000, 3))

    assert np.array_equal(others.assigned[~begun], before[~begun])
    assert not np.array_equal(others.assigned[begun], before[begun])


@pytest.fixture
def model(tmp_path):
    config = make_config(PPOConfig, {**SMALL, "opponents": {"past": 0.5, "past_kept": 2}})
    return make_model(config, tmp_path)[0]


def test_a_past_self_does_not_learn(model):
    past = FrozenPolicy(model.policy)
    batch = model.env.batch
    before = past.choose_many(batch.observation, batch.mask, np.random.default_rng(1))

    for parameter in model.policy.parameters():
        parameter.data += 1.0
    after = past.choose_many(batch.observation, batch.mask, np.random.default_rng(1))

    assert np.array_equal(before, after)
    assert batch.mask[np.arange(16), before].all()


def test_no_more_past_selves_are_kept_than_asked_for(model):
    for _ in range(5):
        model.opponents.remember(model.policy)

    assert len(model.opponents.past) == 2


def test_a_running_game_keeps_its_opponent_when_a_newer_self_takes_the_place(model):
    others, players = model.opponents, np.full(16, 2)
    for _ in range(2):
        others.remember(model.policy)
    others.deal_in(np.ones(16, np.bool_), players)
    seated = sorted({int(number) for number in others.assigned.ravel()} - {LEARNER})
    sitting = [others.agent(number) for number in seated]
    assert sitting

    for _ in range(9):
        others.remember(model.policy)

    assert [others.agent(number) for number in seated] == sitting
    assert len(others.past) == 2


def test_past_selves_that_nobody_plays_against_any_more_are_forgotten(model):
    others, everywhere, players = model.opponents, np.ones(16, np.bool_), np.full(16, 2)
    for _ in range(9):
        others.remember(model.policy)
        others.deal_in(everywhere, players)

    assert set(others.agents) == set(others.past)


def test_opponents_go_on_from_their_state(model):
    model.opponents.remember(model.policy)
    state = model.opponents.get_state()
    begun, players = np.ones(16, np.bool_), np.full(16, 2)
    model.opponents.deal_in(begun, players)
    expected = model.opponents.assigned.copy()

    model.opponents.deal_in(begun, players)
    model.opponents.set_state(state, model.policy)
    model.opponents.deal_in(begun, players)

    assert np.array_equal(model.opponents.assigned, expected)
    assert len(model.opponents.past) == 1
