"""Many tables, of which each is what a single environment would be."""

from __future__ import annotations

import re
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from boardgame_envs import IllegalActionError
from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.adapters.gymnasium_vector import SeatVectorEnv
from boardgame_envs.agents import agent_names
from boardgame_envs.core.game import Game
from tests.opponents import Nth, OneTable, Witness
from tests.playing import published_games, some_settings

MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
TABLES = 5
each_setting = pytest.mark.parametrize(("game", "setting"), some_settings())
each_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)


def both(
    game: Game, autoreset: AutoresetMode, /, **arguments: Any
) -> tuple[SeatVectorEnv, SyncVectorEnv]:
    """Return tables that are stepped at once, and the same one after the other."""
    at_once = SeatVectorEnv(game, TABLES, autoreset_mode=autoreset, **arguments)
    singles = [lambda: SeatEnv(game, **arguments)] * TABLES
    return at_once, SyncVectorEnv(singles, autoreset_mode=autoreset)


def assert_same(ours: Any, theirs: Any, where: str = "") -> None:
    """Compare everything that two environments have returned, types included."""
    assert type(ours) is type(theirs), where
    if isinstance(ours, dict):
        assert ours.keys() == theirs.keys(), where
        for key in ours:
            assert_same(ours[key], theirs[key], f"{where}/{key}")
    elif isinstance(ours, tuple):
        for i, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            assert_same(one, other, f"{where}[{i}]")
    elif isinstance(ours, np.ndarray) and ours.dtype == object:
        assert_same(tuple(ours), tuple(theirs), where)
    elif isinstance(ours, np.ndarray):
        assert ours.dtype == theirs.dtype, where
        assert np.allclose(ours, theirs, atol=1e-6), where
    else:
        assert ours == theirs, where


def random_actions(env: SeatVectorEnv, rng: np.random.Generator) -> Any:
    mask = env.action_masks()
    return (mask * (rng.random(mask.shape) + 0.1)).argmax(axis=1)


# --- equal to single environments ---


@each_mode
@each_setting
def test_every_step_is_what_single_environments_do(
    game: Game, setting: dict[str, Any], mode: AutoresetMode
):
    opponents = "heuristic" if "heuristic" in agent_names(game) else [Nth(), Nth(last=True)]
    at_once, in_turn = both(game, mode, opponents=opponents, seat="random", **setting)
    assert at_once.observation_space == in_turn.observation_space
    assert at_once.action_space == in_turn.action_space
    assert_same(at_once.reset(seed=3), in_turn.reset(seed=3))
    rng, ends = np.random.default_rng(3), 0
    for step in range(150):
        actions = random_actions(at_once, rng)
        outcome = at_once.step(actions)
        assert_same(outcome, in_turn.step(actions), f"step {step}: ")
        ends += int((outcome[2] | outcome[3]).sum())
    assert ends > 0
    assert_same(at_once.reset(), in_turn.reset())


@each_mode
@pytest.mark.parametrize("mask_in", ["info", "observation", "both"])
@pytest.mark.parametrize("illegal", ["terminate", "penalise"])
def test_illegal_actions_do_what_they_do_in_single_environments(
    mode: AutoresetMode, mask_in: str, illegal: str
):
    arguments = {"seat": "random", "mask_in": mask_in, "illegal": illegal, "illegal_reward": -2.0}
    for game in published_games():
        opponents = [Nth(), Nth(last=True)]
        at_once, in_turn = both(game, mode, opponents=opponents, **arguments)
        assert_same(at_once.reset(seed=8), in_turn.reset(seed=8))
        rng = np.random.default_rng(8)
        for step in range(60):
            actions = random_actions(at_once, rng)
            if step % 4 == 3:
                actions = rng.integers(0, game.num_actions, TABLES)
            assert_same(at_once.step(actions), in_turn.step(actions), f"step {step}: ")


@each_mode
def test_games_that_end_before_the_learner_is_asked_are_replaced(mode: AutoresetMode):
    game = next(game for game in published_games() if game.name == "elements")
    at_once, in_turn = both(game, mode, opponents=Nth(last=True), seat="random", target_points=1)
    assert_same(at_once.reset(seed=1), in_turn.reset(seed=1))
    rng = np.random.default_rng(1)
    for _ in range(50):
        actions = random_actions(at_once, rng)
        assert_same(at_once.step(actions), in_turn.step(actions))


# --- as Gymnasium wants it ---


@each_mode
def test_gymnasium_makes_the_batched_environment(mode: AutoresetMode):
    for name in [name for name in gymnasium.registry if name.startswith("boardgame_envs/")]:
        env = gymnasium.make_vec(
            name, 3, vectorization_mode="vector_entry_point", autoreset_mode=mode, seat="random"
        )
        assert isinstance(env, SeatVectorEnv)
        assert env.metadata["autoreset_mode"] is mode
        observation, _ = env.reset(seed=1)
        assert observation in env.observation_space
        # where nothing is said, the native one is made
        assert isinstance(gymnasium.make_vec(name, 2), SeatVectorEnv)


@each_mode
def test_gymnasiums_wrapper_counts_what_the_learners_earn(mode: AutoresetMode):
    env = SeatVectorEnv("noah", 6, autoreset_mode=mode, seat="random")
    wrapped = RecordEpisodeStatistics(env)
    _, infos = wrapped.reset(seed=1)
    rng, games = np.random.default_rng(1), 0
    earned = np.zeros(6)
    for _ in range(300):
        mask = infos["action_mask"]
        actions = (mask * (rng.random(mask.shape) + 0.1)).argmax(axis=1)
        _, rewards, terminated, truncated, infos = wrapped.step(actions)
        earned += rewards
        for i in np.flatnonzero(terminated | truncated):
            assert infos["episode"]["r"][i] == pytest.approx(earned[i])
            earned[i] = 0.0
            games += 1
    assert games > 3


def test_what_is_returned_is_not_changed_by_the_next_step():
    env = SeatVectorEnv("elements", 4, mask_in="both")
    observation, infos = env.reset(seed=1)
    kept = observation["observation"].copy(), infos["action_mask"].copy()

    env.step(random_actions(env, np.random.default_rng(1)))

    assert np.array_equal(observation["observation"], kept[0])
    assert np.array_equal(infos["action_mask"], kept[1])


# --- rewards ---


@each_setting
def test_the_rewards_of_a_game_add_up_to_what_the_seat_has_earned(
    game: Game, setting: dict[str, Any]
):
    env = SeatVectorEnv(game, 8, seat="random", **setting)
    env.reset(seed=2)
    rng, earned, games = np.random.default_rng(2), np.zeros(8), 0
    for _ in range(150):
        _, rewards, terminated, truncated, _ = env.step(random_actions(env, rng))
        earned += rewards
        for i in np.flatnonzero(terminated | truncated):
            table, seat = env.tables.table(i), int(env.tables.learner[i])
            assert table.over
            assert earned[i] == pytest.approx(table.returns[seat], abs=1e-5)
            earned[i] = 0.0
            games += 1
    assert games > 0


# --- opponents ---


@each_setting
def test_opponents_are_shown_what_their_own_seat_sees(game: Game, setting: dict[str, Any]):
    witness = Witness()
    env = SeatVectorEnv(game, 4, opponents=witness, seat="random", **setting)
    tables = env.tables
    original, seen = tables._ask, 0

    def watched(number: int, rows: Any, observation: Any, mask: Any) -> Any:
        nonlocal seen
        for row, i in enumerate(tables._arrays.waiting[: len(mask)]):
            table = tables.table(int(i))
            assert table.seat != tables.learner[i]
            assert np.array_equal(observation[row], table.observe(table.seat))
            assert np.array_equal(mask[row], table.mask)
            seen += 1
        return original(number, rows, observation, mask)

    tables._ask = watched  # type: ignore[method-assign]
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(20):
        env.step(random_actions(env, rng))
    assert seen > 0 or tables.num_players == 1
    assert len(witness.rows) > 0 or tables.num_players == 1


def test_opponents_change_only_when_a_game_begins():
    before, after = Nth(), Nth()
    env = SeatVectorEnv("noah", 3, opponents=before, seat="random")
    env.reset(seed=2)
    env.set_opponents(after)
    rng, ended = np.random.default_rng(2), np.zeros(3, np.bool_)
    while not ended.all():
        _, _, terminated, _, _ = env.step(random_actions(env, rng))
        if not ended.any():
            assert after.decisions == 0
        ended |= terminated
    assert before.decisions > 0
    env.reset()
    asked = before.decisions
    for _ in range(20):
        env.step(random_actions(env, rng))
    assert before.decisions == asked
    assert after.decisions > 0
    # who sits nowhere any more is not kept
    assert len(env.tables.seating.agents) == 1


# --- hidden information ---


@each_setting
def test_no_hidden_card_reaches_a_learner(game: Game, setting: dict[str, Any]):
    env = SeatVectorEnv(game, 6, seat="random", **setting)
    env.reset(seed=4)
    rng, differ = np.random.default_rng(4), 0
    for turn in range(15):
        observation, _, _, _, infos = env.step(random_actions(env, rng))
        for i in range(6):
            seat = int(infos["seat"][i])
            other = env.tables.table(i).redealt(seat, seed=turn)
            differ += other != env.tables.table(i)
            assert np.array_equal(observation[i], other.observe(seat))
            if other.seat == seat:
                assert np.array_equal(infos["action_mask"][i], other.mask)
    assert differ > 0


# --- mistakes ---


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"autoreset_mode": "Disabled"}, "autoreset_mode must be 'NextStep' or 'SameStep'"),
        ({"num_envs": 0}, "num_envs"),
        ({"render_mode": "human"}, "many tables are not printed"),
        ({"seat": 9}, "seat must be 'random' or a number from 0 to 1, not 9"),
        ({"variants": [{}]}, "there is no option 'variants'"),
    ],
    ids=str,
)
def test_a_mistake_gets_one_clear_sentence(arguments: dict[str, Any], complaint: str):
    with pytest.raises(ValueError, match=re.escape(complaint)) as found:
        SeatVectorEnv("elements", **{"num_envs": 2, **arguments})
    assert "\n" not in str(found.value)


def test_opponents_that_play_at_one_table_only_are_refused():
    with pytest.raises(ValueError, match=r"many tables need choose_many.* which OneTable has not"):
        SeatVectorEnv("elements", 2, opponents=OneTable())


@pytest.mark.parametrize(
    ("actions", "complaint"),
    [
        ([0], "there must be 2 whole numbers as actions, not int64 of shape (1,)"),
        ([0.5, 1.0], "there must be 2 whole numbers as actions, not float64"),
    ],
    ids=str,
)
def test_actions_of_another_kind_are_refused(actions: Any, complaint: str):
    env = SeatVectorEnv("elements", 2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=re.escape(complaint)):
        env.step(np.array(actions))


def test_an_illegal_action_may_be_an_error_that_names_the_table():
    env = SeatVectorEnv("elements", 3, illegal="raise")
    env.reset(seed=1)
    actions = env.action_masks().argmax(axis=1)
    actions[1] = (~env.action_masks()[1]).argmax()
    before = env.tables.states.copy()

    with pytest.raises(IllegalActionError, match=r"table 1: P1 \(seat 0\) may not"):
        env.step(actions)
    assert np.array_equal(env.tables.states, before)


def test_an_illegal_action_may_be_replaced_by_a_legal_one():
    env = SeatVectorEnv("elements", 3, illegal="random")
    env.reset(seed=1)
    _, rewards, terminated, _, _ = env.step((~env.action_masks()).argmax(axis=1))
    assert (rewards >= 0).all() or terminated.any()
    assert not np.array_equal(env.tables.states["rng"], np.zeros(3))


def test_stepping_before_a_game_has_begun_is_an_error():
    with pytest.raises(ValueError, match="no game has begun"):
        SeatVectorEnv("elements", 2).step(np.zeros(2, int))


def test_seeds_may_be_a_list_of_the_right_length():
    env = SeatVectorEnv("elements", 2)
    first, _ = env.reset(seed=[7, 8])
    assert np.array_equal(first, env.reset(seed=7)[0])
    with pytest.raises(ValueError, match="there must be 2 seeds, not 3"):
        env.reset(seed=[1, 2, 3])
