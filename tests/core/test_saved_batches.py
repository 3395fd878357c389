"""States of batches, as checkpoints keep them: every game is checked before it goes on."""

from __future__ import annotations

import copy
import pickle
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgame_envs.core.batch import ARRAYS, Batch
from boardgame_envs.games import load_game
from tests.core.from_outside import FIELDS, GAMES, change_field, few, unless_refused


def play(batch: Batch) -> Batch:
    """Play at random until a game has ended, and return the batch."""
    rng = np.random.default_rng(1)
    while not batch.final_length.any():
        batch.step([int(rng.choice(np.flatnonzero(mask))) for mask in batch.mask])
    return batch


@cache
def played_batch(game: str) -> Batch:
    """Return a batch in which games have been played, and some have ended."""
    return play(Batch(load_game(game), 5, seed=1))


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_goes_on_from_its_state_and_from_a_pickle(game: str):
    batch = played_batch(game)
    other = Batch(load_game(game), 5, seed=2)

    other.set_state(batch.get_state())

    for again in (other, pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch)):
        again.step(batch.mask.argmax(axis=1))
        once_more = Batch(load_game(game), 5)
        once_more.set_state(batch.get_state())
        once_more.step(batch.mask.argmax(axis=1))
        for name, array in once_more.get_state().items():
            assert array.tobytes() == getattr(again, name).tobytes(), name


def test_a_batch_of_several_variants_goes_on_from_its_state():
    variants = [{"num_players": number} for number in (2, 3, 4)]
    batch = play(Batch(load_game("cart"), 5, seed=1, variants=variants))
    other = Batch(load_game("cart"), 5, seed=2, variants=variants)

    other.set_state(batch.get_state())

    assert other.states.tobytes() == batch.states.tobytes()


@pytest.mark.parametrize(("game", "field"), FIELDS, ids=lambda part: part)
@few
@given(data=st.data())
def test_a_batch_with_a_changed_state_is_refused_or_goes_on(
    game: str, field: str, data: st.DataObject
):
    batch = played_batch(game)
    state = batch.get_state()
    name = data.draw(st.sampled_from(["states", "finished"]))
    row = data.draw(st.integers(0, 4))
    changed_states = state[name][row : row + 1].copy()
    change_field(changed_states, field, data)
    state[name][row] = changed_states[0]
    other = Batch(batch.game, 5)

    unless_refused(lambda: other.set_state(state))

    for _ in range(20):
        other.step(other.mask.argmax(axis=1))
    seats = np.zeros(5, np.int64)
    assert np.isfinite(other.observe(seats, finished=True)).all()


@pytest.mark.parametrize("name", [*ARRAYS])
@pytest.mark.parametrize("damage", ["missing", "another shape", "another kind", "not an array"])
def test_a_batch_needs_all_arrays_as_they_were(name: str, damage: str):
    state: dict[str, Any] = played_batch("cart").get_state()
    array = state.pop(name)
    if damage != "missing":
        others = {
            "another shape": array[:-1],
            "another kind": np.zeros(array.shape, np.complex128),
            "not an array": 3,
        }
        state[name] = others[damage]

    with pytest.raises(ValueError, match=f"does not fit: {name} is"):
        Batch(load_game("cart"), 5).set_state(state)


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("mask", True, "table 0 of this state of a batch: its mask is not that of the game"),
        ("seat", 1, "table 0 of this state of a batch: its seat is not that of the game"),
        ("observation", 0.5, "table 0 of this state of a batch: its observation is not"),
        ("observation", np.nan, "observation has no finite numbers"),
        ("reward", np.inf, "reward has no finite numbers"),
        ("length", -1, "length is below 0"),
        ("final_length", -5, "final_length is below 0"),
    ],
)
def test_what_is_shown_of_a_batch_must_agree_with_its_games(name: str, value: Any, complaint: str):
    batch = Batch(load_game("elements"), 5, seed=1)
    state = batch.get_state()
    state[name][...] = value
    before = batch.get_state()

    with pytest.raises(ValueError, match=complaint):
        batch.set_state(state)
    assert all(np.array_equal(before[n], getattr(batch, n)) for n in ARRAYS)


def test_seeds_that_ask_for_other_options_than_a_game_has_are_refused():
    batch = Batch(load_game("cart"), 5, variants=[{"num_players": 2}, {"num_players": 4}])
    state = batch.get_state()
    state["seeds"] = state["seeds"][::-1].copy()

    with pytest.raises(ValueError, match="table 0 of this state of a batch: its seed picks"):
        batch.set_state(state)
