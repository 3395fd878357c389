"""The AEC environment: PettingZoo's own tests, and what our users rely on beside them."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest

import boardgame_envs
from boardgame_envs import IllegalActionError, OptionError, elements_v0
from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv
from boardgame_envs.core.game import Game
from boardgame_envs.testing import Check
from boardgame_envs.testing.laws import pettingzoo_aec
from boardgame_envs.testing.laws.pettingzoo_aec import CLASSES, MASKS_IN
from tests.playing import every_check, load_game, published_games

each_class = pytest.mark.parametrize("kind", CLASSES, ids=["raw_env", "env"])


@pytest.fixture(autouse=True)
def _quiet():
    """PettingZoo warns of every dict observation whose environment is not its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def random_steps(env: Any, seed: int, count: int) -> None:
    """Let random legal actions be taken, and agents retire."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        if not env.agents:
            return
        _, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        env.step(None if over else int(rng.choice(env.table.legal_actions())))


# --- PettingZoo's own tests, and other laws ---


@every_check(pettingzoo_aec)
def test_laws_of_the_environment(check: Check):
    check.hold()


# --- entry points ---


@pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)
def test_every_game_has_its_module_and_its_place_in_the_registry(game: Game):
    module = getattr(__import__(f"boardgame_envs.{game.name}_v{game.version}"), f"{game.name}_v0")

    assert str(module.env()) == f"{game.name}_v{game.version}"
    assert str(module.raw_env().unwrapped) == f"{game.name}_v{game.version}"
    if hasattr(pettingzoo, "make"):
        identifier = f"boardgame_envs/{game.name}-v{game.version}"
        assert isinstance(pettingzoo.make("aec", identifier), CheckedTableEnv)
        assert str(pettingzoo.make("parallel", identifier)) == str(module.parallel_env())


def test_both_ways_to_import_give_the_same_module():
    import boardgame_envs.elements_v0 as imported

    assert imported is elements_v0 is boardgame_envs.elements_v0
    assert set(imported.__all__) == {"env", "raw_env", "parallel_env"}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"mask_in": "pocket"}, "mask_in must be one of 'observation', 'info', 'both'"),
        ({"illegal": "ignore"}, "illegal must be one of 'raise', 'terminate', 'penalise'"),
        ({"render_mode": "rgb"}, "render_mode must be None, 'ansi', 'human', 'rgb_array' or 'svg'"),
        ({"render_seat": "player_7"}, "'player_1' or 'table', not 'player_7'"),
        ({"max_cycles": 0}, "max_cycles must be a whole number from 1 to 1000000000, not 0"),
        ({"target": 3}, "there is no option 'target'"),
        ({"num_players": 5}, "elements seats 2 players, not 5"),
    ],
    ids=str,
)
def test_a_wrong_argument_is_refused_in_one_sentence(arguments, complaint):
    with pytest.raises(OptionError, match=complaint):
        elements_v0.env(**arguments)


def test_what_can_be_known_before_a_game_is_there_at_once():
    env = elements_v0.env()

    assert env.possible_agents == ["player_0", "player_1"]
    assert env.observation_space("player_0")["observation"].shape == (507,)
    assert env.action_space("player_1").n == 10
    assert env.state_space.shape == (1014,)
    assert env.metadata["name"] == "elements_v0"


# --- observations and masks ---


@pytest.mark.parametrize("mask_in", MASKS_IN)
def test_observing_changes_nothing_and_gives_arrays_of_ones_own(mask_in):
    env = elements_v0.raw_env(mask_in=mask_in)
    env.reset(seed=1)
    random_steps(env, seed=1, count=5)
    before = env.table.clone()

    for agent in env.possible_agents * 2:
        seen = env.observe(agent)
        numbers = seen if mask_in == "info" else seen["observation"]
        again = env.observe(agent)
        numbers_again = again if mask_in == "info" else again["observation"]
        assert np.array_equal(numbers, numbers_again)
        numbers[:] = 7.0

    assert env.table == before
    assert np.array_equal(env.table.observation, before.observation)
    random_steps(env, seed=2, count=300)
    assert not env.agents
    for agent in env.possible_agents:
        env.observe(agent)


def test_a_spoilt_mask_does_not_spoil_the_game():
    env = elements_v0.raw_env(mask_in="both")
    env.reset(seed=1)
    env.observe(env.agent_selection)["action_mask"][:] = 1

    with pytest.raises(IllegalActionError):
        env.step(6)


def test_the_mask_can_stand_in_the_info():
    env = elements_v0.raw_env(mask_in="info")
    env.reset(seed=1)
    for _ in range(10):
        for agent in env.agents:
            mask = env.infos[agent]["action_mask"]
            assert list(env.infos[agent]) == ["action_mask"]
            assert mask.dtype == np.int8
            expected = env.table.mask if agent == env.agent_selection else 0
            assert np.array_equal(mask, np.broadcast_to(expected, 10))
        random_steps(env, seed=3, count=1)


def test_both_places_show_the_very_same_mask():
    env = elements_v0.raw_env(mask_in="both")
    env.reset(seed=1)
    random_steps(env, seed=1, count=3)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"] is env.infos[agent]["action_mask"]


def test_the_state_is_what_all_seats_see():
    env = elements_v0.env()
    env.reset(seed=2)

    views = [env.observe(agent)["observation"] for agent in env.possible_agents]

    assert np.array_equal(env.state(), np.concatenate(views))
    assert env.state_space.contains(env.state())


def test_a_text_and_an_information_state_are_at_hand():
    env = elements_v0.env(render_mode="ansi")
    env.reset(seed=2)
    agent = env.agent_selection

    assert env.render() == env.text(agent)
    assert env.information(agent).text == env.text(agent)


def test_rendering_without_a_mode_warns():
    env = elements_v0.env()
    env.reset(seed=1)

    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


# --- illegal actions ---


def test_an_illegal_action_is_refused_by_name():
    env = elements_v0.raw_env()
    env.reset(seed=0)
    before = env.get_state()

    with pytest.raises(IllegalActionError, match=r"may not 'take' now; legal are: .*surrender"):
        env.step(6)

    assert env.get_state() == before


@pytest.mark.parametrize("action", [None, 2.5, "lay 3"], ids=str)
def test_what_is_no_action_is_refused(action):
    env = elements_v0.raw_env()
    env.reset(seed=0)

    with pytest.raises(ValueError, match=r"may pass None|a whole number"):
        env.step(action)


def test_an_illegal_action_may_cost_something_and_be_chosen_again():
    env = elements_v0.env(illegal="penalise", illegal_reward=-0.25)
    env.reset(seed=0)
    agent, before = env.agent_selection, env.table.clone()

    env.step(6)
    env.step(6)

    assert env.agent_selection == agent
    assert env.table == before
    assert env.rewards[agent] == -0.25
    assert env.last()[1] == -0.25
    env.step(9)
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}


def test_an_illegal_action_may_be_replaced_by_a_legal_one():
    env, again = (elements_v0.env(illegal="random") for _ in range(2))
    for one in (env, again):
        one.reset(seed=0)
        while one.agents:
            one.step(6 if not one._ended else None)

    assert env.table.over
    assert env.table == again.table


# --- ends ---


def test_a_cap_truncates_all_agents_together():
    env = elements_v0.env(max_cycles=2)
    env.reset(seed=0)
    for _ in range(4):
        assert not any(env.truncations.values())
        env.step(int(env.table.legal_actions()[0]))

    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.terminations == {"player_0": False, "player_1": False}


def test_a_game_that_its_rules_cut_short_is_truncated():
    env = CheckedTableEnv(load_game("cart"), max_turns=3)
    env.reset(seed=0)
    random_steps(env, seed=0, count=3)

    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}


def test_a_raw_environment_says_when_all_is_over():
    env = elements_v0.raw_env(target_points=1)
    env.reset(seed=0)
    env.step(9)
    env.step(None)
    env.step(None)

    assert env.agents == []
    with pytest.raises(ValueError, match="call reset"):
        env.step(0)


def test_a_seed_fixes_this_game_and_all_that_follow():
    deals: list[list[bytes]] = []
    for _ in range(2):
        env = elements_v0.env()
        env.reset(seed=5)
        deals.append([env.table.states.tobytes()])
        for _ in range(3):
            env.reset()
            deals[-1].append(env.table.states.tobytes())

    assert deals[0] == deals[1]
    assert len(set(deals[0])) == 4


def test_a_reset_can_be_given_recorded_deals():
    deal = {"hands": [[1, 1, 2, 2, 3, 3], [4, 4, 5, 5, 6, 6]], "aside": [6] * 4, "starter": 0}
    env = elements_v0.env()

    env.reset(seed=1, options={"outcomes": [{"deal": deal}]})

    assert env.table.view(0)["my_hand"] == [2, 2, 2, 0, 0, 0]


# --- copies of the live game ---


@each_class
@pytest.mark.parametrize("mask_in", MASKS_IN)
@pytest.mark.parametrize(
    "copied",
    [
        pytest.param(lambda env: pickle.loads(pickle.dumps(env)), id="pickle"),
        pytest.param(copy.deepcopy, id="deepcopy"),
        pytest.param(lambda env: env.clone(), id="clone"),
        pytest.param(lambda env: restored(env), id="get_state"),  # noqa: PLW0108,
    ],
)
def test_a_copy_goes_on_with_the_same_game(kind: Any, mask_in: str, copied: Any):
    for steps in (0, 7, 50, 200):
        env = kind(load_game("elements"), mask_in=mask_in)
        env.reset(seed=3)
        random_steps(env, seed=steps, count=steps)
        other = copied(env)
        for _ in range(30):
            assert other.agents == env.agents
            assert other.table == env.table
            if env.agents:
                assert_same_step(other, env)
            random_steps(env, seed=1, count=1)
            assert env.agents != other.agents or other.table != env.table or not env.agents
            random_steps(other, seed=1, count=1)
        env.reset()
        other.reset()
        assert env.table == other.table


def restored(env: TableEnv) -> TableEnv:
    """Return another environment that was set to the state of this one."""
    other = type(env)(load_game("elements"), mask_in=env.mask_in)
    other.reset(seed=99)
    other.set_state(env.get_state())
    return other


def assert_same_step(left: Any, right: Any) -> None:
    """Both environments show the same in every way an agent can look at them."""
    for name in ("agents", "agent_selection", "rewards", "terminations", "truncations"):
        assert getattr(left, name) == getattr(right, name), name
    for agent in left.agents:
        assert same(left.observe(agent), right.observe(agent))
        assert same(left.infos[agent], right.infos[agent])
    assert same(left.last(), right.last())
    assert left._cumulative_rewards == right._cumulative_rewards


def same(left: Any, right: Any) -> bool:
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, tuple):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(np.array_equal(left, right)) and type(left) is type(right)


def test_a_state_of_other_options_is_refused():
    env, other = elements_v0.env(), elements_v0.env(surrender=False)
    env.reset(seed=1)
    other.reset(seed=1)

    with pytest.raises(ValueError, match="other players or options"):
        env.set_state(other.get_state())


def test_an_environment_that_was_never_reset_goes_on_from_a_state():
    env, other = elements_v0.env(), elements_v0.env()
    env.reset(seed=1)

    other.set_state(env.get_state())
    other.step(int(env.table.mask.argmax()))

    assert other.table.num_decisions == 1


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda state: 5, "a state is a dict with table, seeds, books, not 5"),
        (lambda state: {**state, "more": 1}, "a state is a dict with"),
        (lambda state: {**state, "table": b"x"}, "this is not a saved table"),
        (lambda state: {**state, "table": state["table"][:-1]}, "this saved table is damaged"),
        (lambda state: {**state, "seeds": 3}, "the seeds of a state are a dict"),
        (lambda state: {**state, "seeds": {"last": -1, "rng": None}}, "a seed is a whole number"),
        (lambda state: {**state, "seeds": {"last": 1, "rng": {}}}, "random numbers of a state"),
        (lambda state: {**state, "books": {}}, "do not have what they should"),
        (lambda state: with_books(state, step=print), "do not have what they should"),
        (lambda state: with_books(state, agents=["player_9"]), "name 'player_9', which is no"),
        (lambda state: with_books(state, agent_selection=0), "have agent_selection = 0"),
        (lambda state: with_books(state, rewards={"x": 1.0}), "have rewards = {'x': 1.0}"),
        (lambda state: with_books(state, _earned=[]), "have earnings of 0 agents"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_changed_state_is_refused_and_changes_nothing(damage: Any, complaint: str):
    env = elements_v0.env()
    env.reset(seed=1)
    before = env.get_state()

    with pytest.raises(ValueError, match=complaint):
        env.set_state(damage(env.get_state()))
    assert env.get_state() == before


def with_books(state: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return a state with other books."""
    return {**state, "books": {**state["books"], **changes}}
