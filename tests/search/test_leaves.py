"""Search to leaves: tables that wait for a network, and what it says of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgame_envs.agents.heuristics import elements
from boardgame_envs.core.compiled import available_threads
from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.games import load_game
from boardgame_envs.search import Leaves, search_actions
from tests.playing import published_games
from tests.search.test_search_actions import POLICIES, information_of

each_game = pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)


@each_game
def test_leaves_that_are_played_to_the_end_are_a_search(game: Game):
    information = information_of(game)
    arguments: dict[str, Any] = {"worlds": 3, "seed": 2, "endings": 2}
    arguments |= {"actions": list(information.legal_actions)[:4], "policy": POLICIES[game.name]}

    leaves = Leaves(information, **arguments)
    leaves.play(decisions=2)
    leaves.play()

    found = search_actions(information, **arguments)
    assert np.array_equal(leaves.values().returns, found.returns)
    assert np.array_equal(leaves.values().actions, found.actions)
    assert leaves.closed.all()


def test_a_batch_agent_decides_at_leaves_as_a_policy_does():
    """Rows go to whoever decides by numbers: here to the heuristic, else to a network."""
    information, agent = information_of(load_game("elements")), elements.Heuristic()
    leaves, rng = Leaves(information, worlds=5, seed=1), np.random.default_rng(0)

    while leaves.rows.size:
        leaves.step(agent.choose_many(leaves.observation, leaves.mask, rng))

    found = search_actions(information, worlds=5, seed=1, policy=elements.Heuristic)
    assert np.array_equal(leaves.values().returns, found.returns)


def test_tables_wait_for_a_seat():
    information = information_of(load_game("noah"))
    leaves = Leaves(information, worlds=6, seed=1)

    leaves.play(until_seat=information.seat)

    assert leaves.rows.size > 0
    assert (leaves.seat == information.seat).all()
    before = leaves.states.tobytes()
    leaves.play(until_seat=information.seat)
    assert leaves.states.tobytes() == before


def test_what_a_seat_sees_at_every_table():
    information = information_of(load_game("noah"))
    leaves = Leaves(information, worlds=4, seed=1)
    leaves.play(decisions=3)

    for seat in range(information.num_players):
        seen = leaves.observe(seat)
        shown = leaves.rows[leaves.seat == seat]
        assert np.array_equal(seen[shown], leaves.observation[leaves.seat == seat])


def test_a_network_may_say_what_leaves_are_worth():
    information = information_of(load_game("elements"))
    leaves = Leaves(information, worlds=4, seed=1, endings=2)
    said = np.arange(leaves.returns.size, dtype=np.float64).reshape(leaves.returns.shape)

    values = leaves.values(said)

    worlds, actions, endings = leaves.shape
    place = (2 * actions + 1) * endings  # the first ending of the second action in the third world
    expected = said[place : place + endings].mean(axis=0)
    assert values.returns[1, 2].tolist() == expected.tolist()
    assert values.returns.shape == (actions, worlds, 2)


def test_a_table_is_closed_with_the_round_and_not_before():
    information = information_of(load_game("noah"))
    leaves = Leaves(information, worlds=5, seed=1, until_round=True)
    rng = np.random.default_rng(1)

    while leaves.rows.size:
        assert (leaves.states["rounds_played"][leaves.rows] == 0).all()
        leaves.step([rng.choice(np.flatnonzero(mask)) for mask in leaves.mask])

    assert set(leaves.states["rounds_played"]) == {1}
    assert leaves.closed.all()


@pytest.mark.slow
@pytest.mark.skipif(available_threads() < 2, reason="there is only one thread")
def test_threads_change_nothing_but_the_speed():
    information = information_of(load_game("elements"))
    found = []
    for threads in (1, 2):
        leaves = Leaves(information, worlds=9, seed=1, policy=elements.Heuristic, threads=threads)
        leaves.play(decisions=3)
        leaves.step(leaves.mask.argmax(axis=1))
        shown = leaves.rows, leaves.seat, leaves.mask, leaves.observation
        found.append([array.tobytes() for array in (*shown, leaves.states, leaves.returns)])
    assert found[0] == found[1]


# --- what is refused ---


def test_an_illegal_action_is_refused_and_nothing_happens():
    leaves = Leaves(information_of(load_game("elements")), worlds=2, seed=1)
    before, actions = leaves.states.tobytes(), leaves.mask.argmax(axis=1)
    actions[1] = leaves.mask[1].argmin()

    with pytest.raises(IllegalActionError, match=r"row 1: action \d+ is not legal there"):
        leaves.step(actions)
    assert leaves.states.tobytes() == before


def test_there_is_an_action_for_each_row():
    leaves = Leaves(information_of(load_game("elements")), worlds=2, seed=1)

    with pytest.raises(ValueError, match=f"there must be {len(leaves.rows)} whole numbers"):
        leaves.step([0])
    leaves.play()
    leaves.step([])


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"decisions": -1}, "decisions must be a whole number"),
        ({"until_seat": 2}, "a seat is 0 to 1 here, not 2"),
    ],
    ids=str,
)
def test_bad_arguments_are_refused(wrong: dict[str, Any], complaint: str):
    leaves = Leaves(information_of(load_game("elements")), worlds=2, seed=1)

    with pytest.raises(ValueError, match=complaint):
        leaves.play(**wrong)


def test_values_are_for_each_table_and_seat():
    leaves = Leaves(information_of(load_game("elements")), worlds=2, seed=1)

    with pytest.raises(ValueError, match="a number for each table and seat"):
        leaves.values(np.zeros(3))


def test_too_many_tables_are_refused():
    with pytest.raises(ValueError, match="worlds x actions x endings must be"):
        Leaves(information_of(load_game("elements")), worlds=2, seed=1, endings=2**23)
