"""A batch does, table by table and decision by decision, what single tables do."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pytest

from boardgame_envs import IllegalActionError, OptionError, make_batch
from boardgame_envs.core.batch import ARRAYS, FEWEST_TABLES_FOR_THREADS, Batch
from boardgame_envs.core.compiled import available_threads
from boardgame_envs.testing import Check
from boardgame_envs.testing.laws import batches
from boardgame_envs.testing.laws.batches import random_actions
from tests.playing import every_check, load_game


@every_check(batches)
def test_laws_of_batches(check: Check):
    check.hold()


def test_an_illegal_action_stops_the_whole_step_before_it_begins():
    batch = make_batch("elements", 4, seed=1)
    before = batch.get_state()
    actions = batch.mask.argmax(axis=1)
    actions[2] = 6  # nothing can be taken from an empty chain

    with pytest.raises(IllegalActionError, match=r"table 2: P[12] \(seat \d\) may not 'take' now"):
        batch.step(actions)

    for name, array in before.items():
        assert np.array_equal(array, getattr(batch, name)), name


@pytest.mark.parametrize("action", [-1, 10, 99])
def test_an_action_outside_the_table_is_refused(action):
    batch = make_batch("elements", 2)

    with pytest.raises(IllegalActionError, match="table 0"):
        batch.step(np.array([action, 0]))


@pytest.mark.parametrize("game", ["elements", "noah", "tranquility"])
def test_tables_may_be_stepped_in_parts_in_any_order(game):
    tables = 2 * FEWEST_TABLES_FOR_THREADS + 3
    at_once, in_parts = (make_batch(game, tables, seed=1) for _ in range(2))
    rng, shared = np.random.default_rng(0), []

    def backwards(work, parts):
        shared.append(len(parts))
        for part in reversed(parts):
            work(part)

    for _ in range(40):
        actions = random_actions(at_once, rng)
        at_once.step(actions)
        in_parts.step(actions, backwards)

    assert shared == [3] * 40
    for name in ARRAYS:
        assert np.array_equal(getattr(at_once, name), getattr(in_parts, name)), name


@pytest.mark.parametrize("action", [-1, 6, 10])
def test_an_illegal_action_in_the_last_part_stops_all_of_them(action):
    batch = make_batch("elements", 2 * FEWEST_TABLES_FOR_THREADS, seed=1)
    before = batch.get_state()
    actions = batch.mask.argmax(axis=1)
    actions[-1] = action

    with pytest.raises(IllegalActionError, match=f"table {len(actions) - 1}: "):
        batch.step(actions, lambda work, parts: list(map(work, parts)))

    for name, array in before.items():
        assert np.array_equal(array, getattr(batch, name)), name


def test_a_batch_goes_on_from_a_saved_state():
    batch, other = make_batch("elements", 6, seed=1), make_batch("elements", 6, seed=2)
    rng = np.random.default_rng(0)
    for _ in range(30):
        batch.step(random_actions(batch, rng))

    other.set_state(batch.get_state())
    for _ in range(90):
        actions = random_actions(batch, rng)
        batch.step(actions)
        other.step(actions)

    assert all(np.array_equal(getattr(batch, n), getattr(other, n)) for n in ARRAYS)
    with pytest.raises(ValueError, match="does not fit"):
        make_batch("elements", 5).set_state(batch.get_state())


def test_action_features_can_be_left_out():
    game = load_game("noah")
    batch = make_batch("noah", 3, seed=1, action_features=False)

    assert batch.layout == game.layout.seen
    assert batch.observation.shape == (3, game.layout.start("rival_hidden"))
    assert np.array_equal(batch.observation[0], batch.table(0).observation[: batch.layout.size])
    assert batch.layout.decode(batch.observation[0])["phase"] == "load"
    assert make_batch("noah", 3).layout == game.layout


def test_a_saved_batch_keeps_that_action_features_are_left_out():
    batch = make_batch("noah", 4, seed=1, action_features=False)
    rng = np.random.default_rng(0)
    for _ in range(30):
        batch.step(random_actions(batch, rng))

    other = pickle.loads(pickle.dumps(batch))
    for _ in range(30):
        actions = random_actions(batch, rng)
        batch.step(actions)
        other.step(actions)

    assert other.observation.shape == (4, batch.game.layout.seen.size)
    assert all(np.array_equal(getattr(batch, n), getattr(other, n)) for n in ARRAYS)
    with pytest.raises(ValueError, match="does not fit: observation is missing or another shape"):
        make_batch("noah", 4).set_state(batch.get_state())


def test_each_game_may_be_of_another_variant():
    variants = [{"num_players": 2}, {"num_players": 4, "strong_cart": True}]
    batch = Batch(load_game("cart"), 50, seed=1, variants=variants)
    rng, seen = np.random.default_rng(0), set()
    for _ in range(60):
        batch.step(random_actions(batch, rng))
        for i in (0, 30):
            table = batch.table(i)
            assert np.array_equal(batch.observation[i], table.observation)
            assert table.num_players == int(batch.states["num_players"][i])
            seen.add((table.num_players, table.options["strong_cart"]))
    assert seen == {(2, False), (4, True)}
    assert batch.reward.shape == (50, 4)


def test_any_seat_can_be_shown_its_view():
    batch = make_batch("elements", 3, seed=1)
    batch.step(batch.mask.argmax(axis=1))

    seen = batch.observe(np.array([0, 1, -1]))

    assert np.array_equal(seen[0], batch.table(0).observe(0))
    assert np.array_equal(seen[1], batch.table(1).observe(1))
    assert not seen[2].any()
    with pytest.raises(ValueError, match="table 2: the seat must be one below 2, or negative"):
        batch.observe(np.array([0, 1, 2]))


def test_the_last_state_of_a_finished_game_can_be_seen():
    batch = make_batch("elements", 2, seed=1, target_points=1)

    batch.step(np.array([9, 9]))  # both surrender

    assert batch.done.all()
    view = batch.game.layout.decode(batch.observe(np.array([0, 0]), finished=True)[0])
    assert view["to_act"] is None
    assert view["last_ending"] == "surrender"


def test_random_rollouts_are_fair_between_the_seats():
    batch = make_batch("elements", 200, seed=1)
    before = batch.states.tobytes()

    games, returns = batch.rollout(500, seed=3)

    assert games > 1000
    assert abs(returns[0]) / games < 0.1
    assert returns[0] == -returns[1]
    assert batch.states.tobytes() == before


FORK = """
import os, sys
import numpy as np
from boardgame_envs import make_batch

def play(batch):
    for _ in range(30):
        batch.step(batch.mask.argmax(axis=1))
    return batch.states.tobytes(), batch.rollout(20, seed=1)[0]

expected = play(make_batch("elements", 300, seed=1))
inherited = make_batch("elements", 300, seed=1, threads=2)
play(make_batch("elements", 300, seed=2, threads=2))
child = os.fork()
if child == 0:
    right = play(inherited) == expected == play(make_batch("elements", 300, seed=1, threads=2))
    grandchild = os.fork()
    right = right and play(make_batch("elements", 300, seed=1, threads=2)) == expected
    if grandchild:
        right = right and os.waitpid(grandchild, 0)[1] == 0
    os._exit(0 if right else 1)
sys.exit(os.waitpid(child, 0)[1])
"""


@pytest.mark.slow
@pytest.mark.skipif(available_threads() < 2, reason="there is one thread only")
def test_a_process_that_has_used_threads_may_be_forked():
    """Its children have none, and their batches come out the same."""
    answer = subprocess.run(
        [sys.executable, "-c", FORK], capture_output=True, text=True, timeout=300, check=False
    )

    assert answer.returncode == 0, answer.stderr
    assert "unsafe" not in answer.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"num_tables": 0}, "num_tables must be a whole number from 1"),
        ({"num_tables": 2.5}, "not 2.5"),
        ({"num_tables": 2, "threads": 0}, "threads must be a whole number from 1"),
        ({"num_tables": 2, "hand_size": 0}, "hand_size must be"),
        ({"num_tables": 2, "action_features": 1}, "action_features must be True or False, not 1"),
    ],
    ids=str,
)
def test_wrong_arguments_are_refused_in_one_sentence(arguments, complaint):
    with pytest.raises(OptionError, match=complaint):
        make_batch("elements", **arguments)


def test_the_number_of_actions_must_fit():
    with pytest.raises(ValueError, match="there must be 3 whole numbers as actions"):
        make_batch("elements", 3).step(np.zeros(2, int))
