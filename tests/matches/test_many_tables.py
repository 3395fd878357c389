"""Agents at many tables: each is asked once, about its own rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgame_envs.matches.many_tables import decide_by_agent

OBSERVATION = np.arange(10, dtype=np.float32).reshape(5, 2)
MASK = np.arange(15).reshape(5, 3) % 2 == 0


def ask_about(deciding: list[int]) -> tuple[list[Any], Any]:
    """Return what agents are asked, and the actions: 10 times the agent, and the row."""
    asked: list[Any] = []

    def ask(number: int, rows: Any, observation: Any, mask: Any) -> Any:
        assert np.array_equal(observation, OBSERVATION[rows])
        assert np.array_equal(mask, MASK[rows])
        asked.append((number, rows.tolist()))
        return 10 * number + rows

    return asked, decide_by_agent(np.array(deciding), OBSERVATION, MASK, ask)


def test_each_agent_decides_for_all_its_rows_at_once():
    asked, actions = ask_about([2, 0, 2, -1, 0])

    assert asked == [(-1, [3]), (0, [1, 4]), (2, [0, 2])]
    assert actions.tolist() == [20, 1, 22, -7, 4]


def test_one_agent_for_all_rows_is_asked_about_them_as_they_are():
    asked, actions = ask_about([3, 3, 3, 3, 3])

    assert asked == [(3, [0, 1, 2, 3, 4])]
    assert actions.tolist() == [30, 31, 32, 33, 34]
