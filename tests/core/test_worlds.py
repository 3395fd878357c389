"""Possible worlds: what an information state imagines, as a list of tables made on demand."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from boardgame_envs.core.batch import Batch
from boardgame_envs.core.chance import numbered_seed
from boardgame_envs.core.compiled_game import TableLoops, loops_of
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import WORLDS, InformationState
from boardgame_envs.core.states import blank_states, copy_states, states_from
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from tests.playing import all_games

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


def information_of(game: Game, decisions: int = 3) -> InformationState:
    table = Table(game)
    table.reset(seed=1)
    for _ in range(decisions):
        table.step(table.legal_actions()[0])
    return table.information()


# --- states as bytes ---


@each_game
def test_copies_of_states_are_equal_and_apart(game: Game):
    table = Table(game)
    table.reset(seed=2)

    copied, read = copy_states(table.states), states_from(table.record, game.rules.STATE)

    assert copied.tobytes() == read.tobytes() == table.record
    assert copied.dtype == read.dtype == table.states.dtype
    copied["seat"], read["seat"] = 5, 6
    assert table.states["seat"][0] not in (5, 6)
    assert not blank_states(game.rules.STATE, 3).view(np.uint8).any()


@each_game
def test_arrays_of_states_are_what_compiled_code_expects(game: Game):
    states = blank_states(game.rules.STATE, 3)
    for made in (states, copy_states(states), copy_states(states[1:2])):
        assert made.flags.aligned
        assert made.flags.writeable
        assert made.flags.c_contiguous


def test_the_kept_state_of_a_batch_stays_when_the_batch_goes_on():
    batch = Batch(load_game("elements"), 4, seed=1)
    kept = batch.get_state()
    before = {name: array.tobytes() for name, array in kept.items()}

    batch.step(batch.mask.argmax(axis=1))

    assert {name: array.tobytes() for name, array in kept.items()} == before
    batch.set_state(kept)
    assert batch.states.tobytes() == before["states"]


# --- worlds ---


@each_game
def test_worlds_are_those_that_are_dealt_one_by_one(game: Game):
    information = information_of(game)
    seeds = [numbered_seed(np.uint64(7) ^ WORLDS, number) for number in range(5)]
    one_by_one = []
    for seed in seeds:
        states = copy_states(information._states)
        loops_of(game, TableLoops).redeal_table(states, information.seat, seed)
        one_by_one.append(information.table_of(states))

    worlds = information.worlds(5, seed=7)

    assert worlds == one_by_one
    assert one_by_one == worlds
    assert [table.record for table in worlds] == [table.record for table in one_by_one]
    assert worlds[:3] == information.worlds(3, seed=7)


def test_worlds_are_used_as_a_list():
    information = information_of(load_game("elements"))
    worlds = information.worlds(4, seed=1)

    assert len(worlds) == 4
    assert len(information.worlds(0, seed=1)) == 0
    assert worlds[-1] is worlds[3]
    assert worlds[1:3] == [worlds[1], worlds[2]]
    assert worlds[2] in worlds
    assert [type(world) for world in worlds] == [Table] * 4
    assert worlds != worlds[:3]
    assert worlds != "four"
    assert repr(worlds) == f"<4 worlds of seat {information.seat} in elements>"
    with pytest.raises(IndexError):
        worlds[4]


def test_what_happens_at_a_table_is_there_when_it_is_asked_for_again():
    worlds = information_of(load_game("elements")).worlds(2, seed=1)
    dealt = worlds.states.tobytes()

    worlds[0].step(worlds[0].legal_actions()[0])

    assert worlds[0].num_decisions == 1
    assert worlds[1].num_decisions == 0
    assert worlds.states.tobytes() == dealt


def test_worlds_can_be_copied_and_pickled():
    worlds = information_of(load_game("noah")).worlds(3, seed=1)

    assert copy.deepcopy(worlds) == worlds
    assert pickle.loads(pickle.dumps(worlds)) == worlds


@each_game
def test_what_a_seat_would_see_in_each_world(game: Game):
    information = information_of(game)
    worlds = information.worlds(4, seed=2)

    for seat in range(information.num_players):
        expected = [world.observe(seat) for world in worlds]
        assert np.array_equal(worlds.observe(seat), expected)
    with pytest.raises(ValueError, match="a seat is 0 to"):
        worlds.observe(information.num_players)


def test_worlds_are_chosen_by_number_as_often_as_named():
    worlds = information_of(load_game("elements")).worlds(4, seed=1)

    assert worlds.chosen([2, 0, 2]) == [worlds[2], worlds[0], worlds[2]]
    assert len(worlds.chosen(np.zeros(0, np.int64))) == 0


@pytest.mark.parametrize("wrong", [[4], [-1], [0.5], 1, "ab", [[0]]])
def test_worlds_that_are_not_there_cannot_be_chosen(wrong):
    worlds = information_of(load_game("elements")).worlds(4, seed=1)

    with pytest.raises(ValueError, match="worlds are chosen by numbers from 0 to 3, not"):
        worlds.chosen(wrong)
