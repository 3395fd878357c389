"""The searched best response: it plays against what it knows, and on what it may know."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs import make_table
from boardgame_envs.agents import InformedAgent, RandomAgent, make_agent
from boardgame_envs.agents.best_response import BestResponse
from boardgame_envs.agents.policies import policy_of
from boardgame_envs.games import load_game

ELEMENTS = load_game("elements")


def test_it_reveals_when_that_wins_for_sure():
    """P2 has no card left and a total of 0; P1 has a 3 and a limit of 5."""
    table = make_table("elements", values=[1, 2, 3], copies=[2, 2, 3], hand_size=2)
    deal = {"hands": [[3, 3], [1, 1]], "aside": [2, 2, 3], "starter": 1}
    table.reset(seed=1, outcomes=[{"deal": deal}])
    for action in ("lay 1", "lay 3", "lay 1"):
        table.play(action)
    response = BestResponse(RandomAgent(), ELEMENTS, worlds=8, weighed=50)

    action = response.choose(table.information(past=True))

    assert table.game.actions.names[action] == "reveal"


def test_many_tables_at_once_are_decided_as_one_by_one():
    response, known = BestResponse(make_agent("heuristic", ELEMENTS), ELEMENTS, worlds=6), []
    rng = np.random.default_rng(1)
    for seed in range(5):
        table = make_table("elements")
        table.reset(seed=seed)
        for _ in range(4):
            table.step(int(rng.choice(table.legal_actions()[:-1])))
        known.append(table.information(past=True))
    seeds = list(range(5))

    together = response.choose_together(known, seeds)

    one_by_one = [response.choose_together([k], [s])[0] for k, s in zip(known, seeds, strict=True)]
    assert together == one_by_one
    assert all(information.mask[a] for information, a in zip(known, together, strict=True))
    assert isinstance(response, InformedAgent)


def test_the_seed_of_a_game_fixes_its_choices():
    table = make_table("elements")
    table.reset(seed=3)
    response, chosen = BestResponse(RandomAgent(), ELEMENTS, worlds=2, weighed=20), []

    for _ in range(2):
        response.begin_game(7)
        chosen.append([response.choose(table.information(past=True)) for _ in range(5)])

    assert chosen[0] == chosen[1]


def test_whose_policy_is_not_known_is_refused():
    response = BestResponse(RandomAgent(), ELEMENTS)
    with pytest.raises(ValueError, match="nobody knows how likely this agent is"):
        BestResponse(response, ELEMENTS)


def test_a_heuristic_takes_one_action_for_sure():
    table = make_table("elements")
    table.reset(seed=3)
    heuristic = make_agent("heuristic", ELEMENTS)

    odds = policy_of(heuristic)(table.observation[None], table.mask[None])

    assert odds.sum() == 1.0
    assert odds[0, heuristic.choose(table.information())] == 1.0


def test_it_has_a_name():
    response = make_agent("response:heuristic", ELEMENTS)

    assert isinstance(response, BestResponse)


def test_a_name_may_say_a_temperature():
    """The agent in the package was exported at 1: at 0.5 its probabilities are squared."""
    table = make_table("elements")
    table.reset(seed=3)
    row = table.observation[None], table.mask[None]

    as_it_is, at_1, at_05 = (
        policy_of(make_agent(name, ELEMENTS))(*row)
        for name in ("shipped", "shipped@1", "shipped@0.5")
    )

    assert np.allclose(as_it_is, at_1)
    sharpened = as_it_is ** (1 / 0.5)
    assert np.allclose(at_05, sharpened / sharpened.sum(), atol=1e-6)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("shipped@warm", "a temperature is a number, such as shipped@0.5, not 'warm'"),
        ("shipped@-1", "a temperature is 0 or a positive number"),
        ("heuristic@1", "there is no agent 'heuristic@1'"),
        ("response:nobody", "there is no agent 'nobody'"),
    ],
)
def test_names_that_nobody_has_are_refused(name: str, sentence: str):
    with pytest.raises(ValueError, match=sentence):
        make_agent(name, ELEMENTS)
