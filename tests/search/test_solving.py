"""Rounds with open hands: what is solved is what trying everything finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgame_envs.agents import make_agent
from boardgame_envs.agents.searching.games.elements import judge, key_of_round, write_bounds
from boardgame_envs.core.table import Table
from boardgame_envs.core.tiers import running_rules
from boardgame_envs.games import load_game
from boardgame_envs.search import solve_actions
from tests.positions import position

ELEMENTS = load_game("elements")
RULES: dict[str, Any] = {"judge": judge, "key": key_of_round, "write_bounds": write_bounds}
SMALL = (
    {"values": [1, 2, 3], "copies": [2, 2, 3], "hand_size": 2},
    {"values": [1, 2, 3, 4], "copies": [2, 2, 2, 2], "hand_size": 2, "surrender": False},
    {"values": [2, 5], "copies": [4, 4], "hand_size": 3, "mistaken_reveal": True, "rounds": 2},
    {"values": [1, 2, 3], "copies": [2, 2, 3], "hand_size": 2, "reward": "points", "rounds": 3},
)


def value_of(table: Table, seat: int, rounds: int) -> float:
    """Return what a table is worth to a seat, by trying everything with open hands."""
    if table.over or int(table.states["rounds_played"][0]) != rounds:
        values = np.zeros(2)
        judge(table.states[0], values)
        return float(values[seat])
    tried = []
    for action in table.legal_actions():
        after = table.clone()
        after.step(action)
        tried.append(value_of(after, seat, rounds))
    return max(tried) if table.seat == seat else min(tried)


@pytest.mark.slow
@pytest.mark.parametrize("options", SMALL)
def test_rounds_are_solved_as_by_trying_everything(options: dict[str, Any]):
    table = Table(ELEMENTS, **options)
    for seed in range(3):
        table.reset(seed)
        table.step(table.legal_actions()[0])
        if table.over or table.states["rounds_played"][0] != 0:
            continue
        information = table.information()
        found = solve_actions(information, worlds=2, seed=seed, **RULES)
        for number, world in enumerate(information.worlds(2, seed)):
            for place, action in enumerate(found.actions):
                after = world.clone()
                after.step(int(action))
                expected = value_of(after, information.seat, 0)
                assert found.of_seat()[place, number] == pytest.approx(expected)


@pytest.mark.slow
def test_compiled_and_plain_solutions_are_the_same():
    table = Table(ELEMENTS, **SMALL[1])
    table.reset(2)
    information = table.information()
    compiled = solve_actions(information, worlds=3, seed=1, **RULES)

    with running_rules("plain"):
        plain = solve_actions(information, worlds=3, seed=1, **RULES)

    assert np.array_equal(compiled.returns, plain.returns)


def test_what_is_too_much_work_is_played_out():
    table = Table(ELEMENTS)
    table.reset(1)
    policy = make_agent("heuristic", ELEMENTS)

    found = solve_actions(table.information(), worlds=3, seed=1, policy=policy, limit=2, **RULES)

    assert np.isfinite(found.means).all()
    assert found.means.max() <= 1.0


def test_pimc_takes_what_wins():
    """P2 has no card, and nothing of P2's lies open: any reveal within the limit wins the match."""
    table = position("elements target_points=2 | hands 6 / | chain 6 5 | open / ")
    agent: Any = make_agent("pimc?worlds=4", ELEMENTS)

    found = agent.explain(table.information())

    assert found.names[found.actions.tolist().index(found.chosen)] == "reveal"
    assert found.reason == "reveal is worth most if all cards lie open"
    assert found.worlds == 4
    assert make_agent("pimc", ELEMENTS).worlds == 20  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "game", "words"),
    [
        ("pimc", "noah", "pimc solves rounds, and noah does not say how"),
        ("pimc:random", "elements", "pimc asks a heuristic, not RandomAgent"),
        ("pimc?ms=5", "elements", "pimc has no setting 'ms'"),
    ],
)
def test_other_names_are_refused(name: str, game: str, words: str):
    with pytest.raises(ValueError, match=words):
        make_agent(name, load_game(game))
