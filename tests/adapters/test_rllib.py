"""RLlib: the environment, and what its episodes make of rewards that come out of turn."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from tests.libraries import need

need("rllib")

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner

from boardgame_envs.adapters.rllib import TableMultiAgentEnv, observation_space
from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.core.options import OptionError
from boardgame_envs.learning.algorithms.rllib import module as rllib_module
from boardgame_envs.learning.algorithms.rllib.config import RllibConfig
from boardgame_envs.learning.algorithms.rllib.module import MaskedTrunk, mask_logits
from boardgame_envs.learning.algorithms.rllib.settings import describe_algorithm
from boardgame_envs.learning.run.config import make_config
from tests.playing import load_game, some_settings

each_setting = pytest.mark.parametrize(("game", "setting"), some_settings())


def make_env(game: Game, setting: dict[str, Any]) -> TableMultiAgentEnv:
    return TableMultiAgentEnv({"game": game.name, "options": setting})


def random_action(env: TableMultiAgentEnv, rng: np.random.Generator) -> dict[str, int]:
    return {env.agents[env.table.seat]: int(rng.choice(env.table.legal_actions()))}


# --- the environment ---


@each_setting
def test_the_agent_to_act_is_shown_its_view_and_the_mask_of_the_table(
    game: Game, setting: dict[str, Any]
):
    env, rng = make_env(game, setting), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    while not env.table.over:
        agent = env.agents[env.table.seat]
        assert list(seen) == [agent]
        assert env.observation_spaces[agent].contains(seen[agent])
        assert np.array_equal(seen[agent]["action_mask"], env.table.mask)
        assert np.array_equal(seen[agent]["observation"], env.table.observe(env.table.seat))
        for action in np.flatnonzero(~env.table.mask)[:3].tolist():
            with pytest.raises(IllegalActionError, match=f"seat {env.table.seat}"):
                env.step({agent: action})
        seen, _, ends, cuts, _ = env.step(random_action(env, rng))
        assert ends["__all__"] == (env.table.over and not env.table.truncated)
        assert cuts["__all__"] == env.table.truncated
    assert list(seen) == env.agents
    assert not any(view["action_mask"].any() for view in seen.values())


@each_setting
def test_every_step_pays_every_seat(game: Game, setting: dict[str, Any]):
    for seed in range(3):
        env, rng = make_env(game, setting), np.random.default_rng(seed)
        env.reset(seed=seed)
        paid = dict.fromkeys(env.agents, 0.0)
        while not env.table.over:
            _, rewards, _, _, _ = env.step(random_action(env, rng))
            assert list(rewards) == env.agents
            for agent, reward in rewards.items():
                paid[agent] += reward
        assert list(paid.values()) == pytest.approx(env.table.returns)


@each_setting
def test_no_observation_depends_on_what_is_hidden(game: Game, setting: dict[str, Any]):
    env, rng = make_env(game, setting), np.random.default_rng(2)
    env.reset(seed=2)
    truth, turn = env.table, 0
    while not truth.over:
        seats = range(truth.num_players)
        before = {seat: env._observe([seat]) for seat in seats}
        for seat in seats:
            env.table = truth.redealt(seat, seed=turn)
            after = env._observe([seat])
            for name, view in before[seat][env.agents[seat]].items():
                assert np.array_equal(view, after[env.agents[seat]][name])
        env.table, turn = truth, turn + 1
        env.step(random_action(env, rng))


def test_games_of_several_sizes_share_an_environment():
    variants = [{"num_players": 2}, {"num_players": 5, "rounds": 1}]
    env = TableMultiAgentEnv({"game": "noah", "variants": variants})
    assert env.possible_agents == [f"player_{seat}" for seat in range(5)]

    sizes = set()
    for seed in range(20):
        env.reset(seed=seed)
        assert len(env.agents) == env.table.num_players
        sizes.add(len(env.agents))
    assert sizes == {2, 5}


def test_a_seed_fixes_this_game_and_all_that_follow():
    deals: list[list[bytes]] = []
    for _ in range(2):
        env = make_env(load_game("elements"), {})
        env.reset(seed=5)
        deals.append([env.table.states.tobytes()])
        for _ in range(3):
            env.reset()
            deals[-1].append(env.table.states.tobytes())
    assert deals[0] == deals[1]
    assert len(set(deals[0])) == 4


@pytest.mark.parametrize(
    ("config", "complaint"),
    [
        ({}, "must name the game"),
        ({"game": "elements", "players": 2}, "may hold game, options, variants, reward_scale"),
        ({"game": "elements", "options": {"target": 3}}, "there is no option 'target'"),
    ],
    ids=str,
)
def test_a_wrong_config_is_refused_in_one_sentence(config: dict[str, Any], complaint: str):
    with pytest.raises(OptionError, match=complaint):
        TableMultiAgentEnv(config)


def test_only_the_agent_to_act_may_act():
    env = make_env(load_game("elements"), {})
    env.reset(seed=1)
    other = env.agents[1 - env.table.seat]
    with pytest.raises(ValueError, match=f"is to act, and nobody else; there are .* {other}"):
        env.step({other: 0})


# --- what RLlib makes of it ---

# what each seat has earned in all when it decides, and at the end, by game
LEDGER: list[dict[str, list[float]]] = []


class WatchedEnv(TableMultiAgentEnv):
    """Keeps books of what every seat has earned by each of its decisions."""

    def reset(self, **arguments: Any) -> Any:
        answer = super().reset(**arguments)
        self.books: dict[str, list[float]] = defaultdict(list)
        return answer

    def step(self, action_dict: Any) -> Any:
        seat = self.table.seat
        self.books[self.agents[seat]].append(self.table.returns[seat])
        answer = super().step(action_dict)
        if self.table.over:
            for agent, earned in zip(self.agents, self.table.returns, strict=True):
                if agent in self.books:
                    self.books[agent].append(earned)
            LEDGER.append(dict(self.books))
        return answer


def make_runner(game: str, env: type[TableMultiAgentEnv], **options: Any) -> MultiAgentEnvRunner:
    values = {"game": game, "total_steps": 100, "options": options, "tables": 3, "hidden": [16]}
    config = make_config(RllibConfig, values)
    settings = describe_algorithm(config)
    settings.environment(env).env_runners(num_env_runners=0)
    return MultiAgentEnvRunner(config=settings)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("elements", {"target_points": 3, "reward": "points"}),
        ("elements", {"target_points": 1}),
        ("noah", {"num_players": 3, "rounds": 2, "reward": "points"}),
        ("noah", {"num_players": 5, "rounds": 1, "reward": "points"}),
    ],
    ids=str,
)
def test_every_decision_gets_what_was_earned_until_the_same_seats_next(
    game: str, options: dict[str, Any]
):
    LEDGER.clear()
    runner = make_runner(game, WatchedEnv, **options)
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    finished: list[str] = []
    while len(finished) < 6:
        # pieces that cut games anywhere
        for episode in runner.sample(num_timesteps=11):
            for agent, own in episode.agent_episodes.items():
                found[episode.id_][agent] += [float(reward) for reward in own.get_rewards()]
            if episode.is_done:
                finished.append(episode.id_)
    runner.stop()

    rewards = [dict(found[identifier]) for identifier in finished]
    expected = [
        {agent: np.diff(earned).tolist() for agent, earned in books.items()} for books in LEDGER
    ]
    assert len(expected) == len(rewards)
    assert any(any(any(seat) for seat in game.values()) for game in expected)
    for one in rewards:
        assert any(same_rewards(one, other) for other in expected), one


def same_rewards(one: dict[str, list[float]], other: dict[str, list[float]]) -> bool:
    return one.keys() == other.keys() and all(
        one[agent] == pytest.approx(other[agent], abs=1e-5) for agent in one
    )


def test_who_ignores_the_mask_is_found_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rllib_module, "mask_logits", lambda logits, mask: logits)
    runner = make_runner("noah", TableMultiAgentEnv, num_players=3)

    with pytest.raises(RuntimeError) as caught:
        runner.sample(num_timesteps=60)
    # RLlib's own error has no words
    assert isinstance(caught.value.__cause__, IllegalActionError)


# --- the module ---


def make_module(game: Game) -> Any:
    from gymnasium import spaces

    return MaskedTrunk(
        observation_space=observation_space(game),
        action_space=spaces.Discrete(game.num_actions),
        model_config={"hidden": [16, 8]},
        inference_only=False,
    )


def test_illegal_actions_have_no_chance_at_all():
    game = load_game("noah")
    module, rng = make_module(game), np.random.default_rng(1)
    mask = torch.tensor(rng.random((50, game.num_actions)) < 0.1)
    mask[:, 7] = True
    batch = {
        Columns.OBS: {
            "observation": torch.tensor(rng.random((50, game.layout.size)), dtype=torch.float32),
            "action_mask": mask.to(torch.int8),
        }
    }
    for forward in (
        module.forward_exploration,
        module.forward_inference,
        module.forward_train,
    ):
        logits = forward(batch)[Columns.ACTION_DIST_INPUTS]
        chances = torch.softmax(logits, -1)
        assert (chances[~mask] == 0.0).all()
        assert (chances[mask] > 0.0).all()
    assert module.compute_values(batch).shape == (50,)


def test_a_row_of_a_game_that_is_over_stays_finite():
    logits = torch.tensor([[1.0, 2.0], [3.0, 4.0]])

    masked = mask_logits(logits, torch.tensor([[0, 0], [1, 0]], dtype=torch.int8))

    assert masked[0].tolist() == [1.0, 2.0]
    assert torch.softmax(masked[1], -1).tolist() == [1.0, 0.0]
