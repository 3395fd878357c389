"""The random agent decides on one row as it does on many."""

from __future__ import annotations

import numpy as np

from boardgame_envs.agents.random_agent import RandomAgent


def test_one_row_is_chosen_as_among_many():
    agent, rng = RandomAgent(), np.random.default_rng(3)
    masks = np.random.default_rng(1).random((500, 37)) < 0.2
    masks[:, 5] = True
    agent.begin_game(3)

    one_by_one = [agent.choose_row(np.zeros(0, np.float32), mask) for mask in masks]

    assert one_by_one == agent.choose_many(np.zeros((500, 0), np.float32), masks, rng).tolist()
    assert len(set(one_by_one)) > 30
