"""One seat as a Gymnasium environment: Gymnasium's and Stable-Baselines3's own tests, and games."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from stable_baselines3.common.env_checker import check_env as check_env_of_sb3

import boardgame_envs
from boardgame_envs import IllegalActionError, OptionError, load_game
from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.adapters.gymnasium_vector import SeatVectorEnv
from boardgame_envs.agents import make_agent
from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.matches.one_table import play_game
from boardgame_envs.testing import Check, setting_name
from boardgame_envs.testing.laws import gymnasium_seat
from boardgame_envs.testing.laws.gymnasium_seat import MASKS_IN
from tests.opponents import Nth, OneTable, Script, Witness
from tests.playing import every_check, published_games, some_settings

each_setting = pytest.mark.parametrize(("game", "setting"), some_settings())
each_published_game = pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)


def identifier(game: Game) -> str:
    title = "".join(word.capitalize() for word in game.name.split("_"))
    return f"boardgame_envs/{title}-v{game.version}"


def play(env: Any, seed: int | None, seat: int | None = None) -> tuple[list[int], list[float]]:
    """Play a game at random; return the learner's actions and rewards."""
    rng = np.random.default_rng(seed)
    options = {} if seat is None else {"seat": seat}
    env.reset(seed=seed, options=options)
    actions, rewards, over = [], [], False
    while not over:
        actions.append(int(rng.choice(np.flatnonzero(env.unwrapped.action_masks()))))
        _, reward, terminated, truncated, _ = env.step(actions[-1])
        rewards.append(float(reward))
        over = terminated or truncated
    return actions, rewards


# --- other people's tests ---


@each_published_game
def test_every_game_is_registered_by_its_name(game: Game):
    env = gymnasium.make(identifier(game), opponents="random", seat="random")
    assert env.unwrapped.table.game is game
    assert env.spec.id == identifier(game)


HEAVY = "'torch', 'stable_baselines3', 'sb3_contrib', 'torchrl', 'tianshou', 'ray', 'pyspiel'"


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "import boardgame_envs; gymnasium.make('boardgame_envs/Elements-v0')",
        "gymnasium.make('boardgame_envs:boardgame_envs/Elements-v0')",
    ],
)
def test_nothing_but_the_package_must_be_imported(code: str):
    light = f"assert not {{{HEAVY}}} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", f"import gymnasium, sys; {code}; {light}"], check=True)


@every_check(gymnasium_seat)
def test_laws_of_the_environment(check: Check):
    check.hold()


@each_setting
def test_stable_baselines3_accepts_the_environment(game: Game, setting: dict[str, Any]):
    for mask_in in MASKS_IN:
        env = SeatEnv(game, mask_in=mask_in, seat="random", **setting)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env_of_sb3(env)


@each_published_game
def test_gymnasium_accepts_the_registered_environment_with_rendering(game: Game):
    with warnings.catch_warnings():
        # gymnasium warns that it cannot try out a mode that prints
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(identifier(game), render_mode="ansi").unwrapped)


# --- whose turn, and whose reward ---


@each_setting
def test_the_rewards_of_a_seat_add_up_to_what_it_has_earned(game: Game, setting: dict[str, Any]):
    for seat in range(setting["num_players"]):
        env = SeatEnv(game, **setting)
        for seed in range(5):
            _, rewards = play(env, seed, seat)
            assert sum(rewards) == pytest.approx(env.table.returns[seat])


@each_setting
def test_a_game_is_the_one_that_agents_at_a_table_would_play(game: Game, setting: dict[str, Any]):
    env = SeatEnv(game, opponents="random", seat="random", **setting)
    for seed in range(3):
        actions, _ = play(env, seed)
        agents: list[Any] = [make_agent("random", game) for _ in range(env.table.num_players)]
        agents[env.seat] = Script(actions)
        table = Table(game, **setting)

        play_game(table, agents, env.table.seed)

        assert table == env.table


@each_setting
def test_reset_and_step_stop_where_the_learner_is_to_act(game: Game, setting: dict[str, Any]):
    env = SeatEnv(game, seat="random", **setting)
    rng = np.random.default_rng(3)
    observation, info = env.reset(seed=3)
    for _ in range(100):
        assert env.table.seat == env.seat == info["seat"]
        assert np.array_equal(observation, env.table.observe(env.seat))
        observation, _, terminated, truncated, info = env.step(
            int(rng.choice(np.flatnonzero(info["action_mask"])))
        )
        if terminated or truncated:
            assert np.array_equal(observation, env.table.observe(env.seat))
            assert not env.action_masks().any()
            observation, info = env.reset()


def test_a_game_that_ends_before_the_learner_is_asked_is_replaced():
    # whoever begins gives the only round up
    env = SeatEnv("elements", opponents=Nth(last=True), seat=0, target_points=1)
    for seed in range(10):
        env.reset(seed=seed)
        assert env.table.seat == 0
        assert env.table.num_decisions == 0


def test_what_was_earned_before_the_first_decision_is_paid_with_the_first_step():
    # the other seat gives its rounds up, and whoever wins a round begins the next one
    env = SeatEnv("elements", opponents=Nth(last=True), seat=0, reward="points", rounds=2)
    found = 0
    for seed in range(10):
        env.reset(seed=seed)
        if env.table.num_decisions:
            found += 1
            earned = env.table.returns[0]
            assert earned > 0
            _, rewards = play(env, seed)
            assert sum(rewards) == pytest.approx(env.table.returns[0])
    assert found


# --- masks and illegal actions ---


@each_setting
def test_the_mask_is_the_same_wherever_it_is_shown(game: Game, setting: dict[str, Any]):
    env = SeatEnv(game, mask_in="both", **setting)
    observation, info = env.reset(seed=1)
    masks: list[Any] = [observation["action_mask"], info["action_mask"], env.action_masks()]
    for mask in masks:
        assert np.array_equal(mask, env.table.mask)
    assert [mask.dtype for mask in masks] == [np.int8, np.int8, np.bool_]
    assert env.table.mask[env.action_space.sample(mask=info["action_mask"])]
    plain, info = SeatEnv(game, mask_in="observation", **setting).reset(seed=1)
    assert "action_mask" not in info
    assert np.array_equal(plain["action_mask"], observation["action_mask"])


def illegal_action(env: SeatEnv) -> int:
    return int(np.flatnonzero(~env.action_masks())[0])


def test_an_illegal_action_ends_the_game_at_its_price():
    env = SeatEnv("elements", illegal_reward=-3.0)
    env.reset(seed=1)

    _, reward, terminated, truncated, info = env.step(illegal_action(env))

    assert (reward, terminated, truncated) == (-3.0, True, False)
    assert not info["action_mask"].any()
    with pytest.raises(ValueError, match=re.escape("no game is going on: call reset()")):
        env.step(0)
    env.reset()
    assert env.action_masks().any()


def test_an_illegal_action_may_cost_and_leave_the_choice():
    env = SeatEnv("elements", illegal="penalise", illegal_reward=-0.5)
    before, _ = env.reset(seed=1)

    observation, reward, terminated, _, _ = env.step(illegal_action(env))

    assert (reward, terminated) == (-0.5, False)
    assert np.array_equal(observation, before)


def test_an_illegal_action_may_be_replaced_by_a_legal_one():
    env = SeatEnv("elements", illegal="random")
    env.reset(seed=1)
    decisions = env.table.num_decisions

    _, reward, _, _, _ = env.step(illegal_action(env))

    assert reward == 0.0
    assert env.table.num_decisions > decisions


def test_an_illegal_action_may_be_an_error_that_says_what_was_wrong():
    env = SeatEnv("elements", illegal="raise")
    env.reset(seed=1)
    before = env.table.clone()

    with pytest.raises(IllegalActionError, match=r"\(seat 0\) may not .* now; legal are"):
        env.step(illegal_action(env))
    assert env.table == before


# --- seats and opponents ---


@each_setting
def test_a_random_seat_is_drawn_for_every_game_and_kept_through_it(
    game: Game, setting: dict[str, Any]
):
    env = SeatEnv(game, seat="random", **setting)
    seats = []
    for seed in range(40):
        env.reset(seed=seed)
        seats.append(env.seat)
        env.step(int(np.flatnonzero(env.action_masks())[0]))
        assert env.seat == seats[-1]
    assert set(seats) == set(range(env.table.num_players))


def test_a_solo_game_needs_no_opponents():
    # Cart is not meant for one player, but its rules can do with one
    solo = dataclasses.replace(load_game("cart"), players=range(1, 5))
    env = SeatEnv(solo, num_players=1, seat="random")

    _, rewards = play(env, 1)

    assert env._agents == {}
    assert sum(rewards) == env.table.returns[0]
    tables = SeatVectorEnv(solo, 3, num_players=1, autoreset_mode="SameStep")
    tables.reset(seed=1)
    ends = sum(tables.step(tables.action_masks().argmax(axis=1))[2].sum() for _ in range(30))
    assert ends == 3


def test_opponents_change_only_when_a_game_begins():
    before, after = Nth(), Nth()
    env = SeatEnv("noah", opponents=before, seat="random")
    env.reset(seed=2)
    env.set_opponents(after)

    while not env.table.over:
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert before.decisions > 0
    assert after.decisions == 0
    asked = before.decisions
    play(env, None)

    assert before.decisions == asked
    assert after.decisions > 0


def test_of_several_opponents_every_seat_draws_one_for_each_game():
    first, second = Nth(), Nth(last=True)
    env = SeatEnv("noah", opponents=[first, second])
    tables = set()
    for seed in range(60):
        env.reset(seed=seed)
        tables.add(tuple(env._agents[seat] is first for seat in (1, 2, 3)))
    assert len(tables) == 8


def test_an_agent_given_by_name_has_a_copy_of_its_own_in_every_seat():
    env = SeatEnv("noah", opponents="random")
    env.reset(seed=1)
    assert len({id(agent) for agent in env._agents.values()}) == 3


@each_setting
def test_opponents_are_shown_what_their_own_seat_knows(game: Game, setting: dict[str, Any]):
    witness = Witness()
    env = SeatEnv(game, opponents=witness, seat="random", **setting)
    for seed in range(3):
        witness.shown.clear()
        play(env, seed)
        assert env.seat not in {information.seat for information in witness.shown}
        assert witness.shown or env.table.num_players == 1
    for information in witness.shown:
        assert information.mask.any()


# --- hidden information ---


def test_no_hidden_card_reaches_the_learner():
    for game, setting in (parameter.values for parameter in some_settings()):
        env = SeatEnv(game, mask_in="both", render_mode="ansi", seat="random", **setting)
        rng = np.random.default_rng(5)
        env.reset(seed=5)
        for turn in range(30):
            shown = env._observation(), env._info(), env.render()
            real, env.table = env.table, env.table.redealt(env.seat, seed=turn)
            again = env._observation(), env._info(), env.render()
            env.table = real
            assert repr(shown) == repr(again), setting_name(setting)
            assert shown[0]["observation"].tobytes() == again[0]["observation"].tobytes()
            action = int(rng.choice(np.flatnonzero(env.action_masks())))
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()


# --- seeds ---


def test_a_seed_fixes_this_game_and_all_that_follow():
    def games(seed: int) -> list[bytes]:
        env = SeatEnv("elements", seat="random")
        play(env, seed)
        found = [env.table.states.tobytes()]
        for _ in range(3):
            env.reset()
            found.append(env.table.states.tobytes())
        return found

    assert games(4) == games(4)
    assert len(set(games(4) + games(5))) == 8


def test_recorded_deals_can_be_given():
    first, second = (SeatEnv("elements") for _ in range(2))
    first.reset(seed=1)
    deals = [
        first.table.game.notation.read_outcome(moment.state)
        for moment in first.table.history()
        if moment.seat < 0
    ]

    second.reset(seed=2, options={"outcomes": deals})

    hand = first.table.view(0)["my_hand"]
    assert second.table.view(0)["my_hand"] == hand


# --- mistakes ---


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"seat": 2}, "seat must be 'random' or a number from 0 to 1, not 2"),
        ({"seat": "first"}, "seat must be 'random' or a number from 0 to 1, not 'first'"),
        ({"seat": True}, "seat must be 'random' or a number from 0 to 1, not True"),
        ({"opponents": "rulez"}, "there is no agent 'rulez'"),
        ({"opponents": 3}, "an agent is the name of an agent, an object with choose"),
        ({"opponents": []}, "opponents must be an agent, a name, or a list of at least one"),
        ({"mask_in": "action"}, "mask_in must be one of"),
        ({"illegal": "ignore"}, "illegal must be one of"),
        ({"render_mode": "rgb"}, "render_mode must be None, 'ansi', 'human', 'rgb_array' or 'svg'"),
        ({"render_seat": "player_7"}, "'player_1' or 'table', not 'player_7'"),
        ({"target": 3}, "there is no option 'target'"),
    ],
    ids=str,
)
def test_a_mistake_gets_one_clear_sentence(arguments: dict[str, Any], complaint: str):
    with pytest.raises(ValueError, match=re.escape(complaint)) as found:
        SeatEnv("elements", **arguments)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize("action", [None, 1.5, "lay"], ids=str)
def test_what_is_no_action_is_said_to_be_none(action: Any):
    env = SeatEnv("elements")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"an action is a whole number|may pass None"):
        env.step(action)


def test_a_seat_that_is_not_there_cannot_be_asked_for():
    with pytest.raises(OptionError, match="from 0 to 1, not 5"):
        SeatEnv("elements").reset(options={"seat": 5})


def test_stepping_before_a_game_has_begun_is_an_error():
    with pytest.raises(ValueError, match=re.escape("call reset()")):
        SeatEnv("elements").step(0)


def test_agents_for_one_table_will_do_here():
    env = SeatEnv("elements", opponents=OneTable(), seat="random")
    play(env, 1)
    assert env.table.over


def test_rendering_shows_the_table_as_the_learner_sees_it(capsys):
    env = SeatEnv("elements", seat=1, render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert capsys.readouterr().out == env.table.text(1) + "\n"


def test_the_package_names_the_games_it_registers():
    registered = {name for name in gymnasium.registry if name.startswith("boardgame_envs/")}
    assert registered == {identifier(game) for game in published_games()}
    assert boardgame_envs.game_names()
