"""What an illegal action does, at one table and at many."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgame_envs import IllegalActionError, OptionError, make_table
from boardgame_envs.adapters.illegal_actions import (
    Answer,
    IllegalActions,
    IllegalRow,
    find_illegal_rows,
)
from boardgame_envs.core.table import Table

ERROR = IllegalActionError("not this one")
# tables 0 to 3 with the actions 0 to 2
MASK = np.array([[1, 0, 1], [0, 1, 0], [1, 1, 1], [0, 0, 1]], np.bool_)


def no_rng() -> Any:
    raise AssertionError("nothing is left to chance here")


def table_in_progress() -> Table:
    table = make_table("elements")
    table.reset(3)
    return table


# --- at one table ---


def test_it_may_be_an_error():
    table = table_in_progress()
    with pytest.raises(IllegalActionError, match="not this one"):
        IllegalActions("raise", -1).answer(table, ERROR, IllegalRow(), no_rng)
    assert table.num_decisions == 0


@pytest.mark.parametrize(("illegal", "is_over"), [("terminate", True), ("penalise", False)])
def test_it_may_cost_and_end_the_game(illegal: str, is_over: bool):
    table = table_in_progress()

    answer = IllegalActions(illegal, -3).answer(table, ERROR, IllegalRow(), no_rng)

    assert answer == Answer(-3.0, ends_game=is_over, is_replaced=False)
    assert table.num_decisions == 0


def test_it_may_be_replaced_by_any_legal_action():
    actions, legal = set(), table_in_progress().legal_actions()
    for seed in range(50):
        table = table_in_progress()

        rng = np.random.default_rng(seed)
        answer = IllegalActions("random", -3).answer(
            table, ERROR, IllegalRow(), lambda rng=rng: rng
        )

        assert answer == Answer(0.0, ends_game=False, is_replaced=True)
        [taken] = [moment.action for moment in table.history() if moment.seat >= 0]
        actions.add(taken)
    assert sorted(actions) == legal


def test_another_word_is_refused():
    with pytest.raises(OptionError, match=r"illegal must be one of 'raise', .*, not 'ignore'"):
        IllegalActions("ignore", -1)


# --- at many tables ---


@pytest.mark.parametrize(
    ("rows", "actions", "culprits"),
    [
        ([0, 1, 2, 3], [0, 1, 2, 2], []),
        ([0, 1, 2, 3], [1, 1, 0, 0], [0, 3]),
        ([1, 2], [1, 0, 1, 0], [1]),
        ([0, 2, 3], [-1, 0, 3, 99], [0, 2, 3]),
    ],
)
def test_illegal_rows_are_found_among_those_that_play(rows, actions, culprits):
    found = find_illegal_rows(np.array(rows), np.array(actions), MASK)
    assert found.tolist() == culprits


def answer_many(illegal: str, actions: list[int]) -> tuple[list[int], list[int]]:
    """Return which rows pay, and the actions that are left."""
    chosen, rng = np.array(actions), np.random.default_rng(1)
    rows = find_illegal_rows(np.arange(4), chosen, MASK)
    paying = IllegalActions(illegal, -1).answer_many(
        rows, chosen, MASK, lambda row: IllegalActionError(f"row {row}"), rng
    )
    return paying.tolist(), chosen.tolist()


def test_at_many_tables_it_may_be_an_error_too():
    assert answer_many("raise", [0, 1, 2, 2]) == ([], [0, 1, 2, 2])
    with pytest.raises(IllegalActionError, match="row 1"):
        answer_many("raise", [0, 0, 2, 0])


@pytest.mark.parametrize("illegal", ["terminate", "penalise"])
def test_at_many_tables_the_culprits_pay(illegal: str):
    assert answer_many(illegal, [1, 1, 0, 7]) == ([0, 3], [1, 1, 0, 7])


def test_at_many_tables_illegal_actions_are_replaced_and_legal_ones_stay():
    paying, actions = answer_many("random", [1, 0, 0, -1])

    assert paying == []
    assert MASK[np.arange(4), actions].all()
    assert actions[1:] == [1, 0, 2]
