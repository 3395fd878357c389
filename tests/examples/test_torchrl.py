"""TorchRL: the recipe of the docs trains, and what it learns from is right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.libraries import need

need("torchrl")

import torch
from tensordict.nn import TensorDictModule
from torchrl.envs import ActionMask, GymEnv, TransformedEnv
from torchrl.modules import ProbabilisticActor

from boardgame_envs import IllegalActionError, load_game
from boardgame_envs.checks.recipes import load_recipe, play_with
from boardgame_envs.core.game import Game
from tests.playing import published_games

recipe: Any = load_recipe("torchrl_ppo")
PLAYERS = recipe.GROUP
each_game = pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)


def table_of(env: Any) -> Any:
    """Return the table behind TorchRL's wrapper."""
    return env._env.table


@pytest.mark.slow
@each_game
def test_the_recipe_trains_and_exports(game: Game, tmp_path):
    # raw_env() raises an error for an illegal action, so none was taken
    torch.manual_seed(1)
    learner = recipe.train(game, frames=256, frames_per_batch=128)
    for weights in learner.loss.parameters():
        assert torch.isfinite(weights).all()
    recipe.export(learner, game, tmp_path / "agent.onnx", 256)
    assert "kB" in play_with(tmp_path / "agent.onnx", game)


def test_a_policy_that_ignores_masks_is_found_out():
    game = load_game("elements")
    env = recipe.make_env(game)
    net = TensorDictModule(recipe.Learner(env, game).actor, [recipe.SEEN], [(PLAYERS, "logits")])
    careless = ProbabilisticActor(
        net,
        in_keys={"logits": (PLAYERS, "logits")},
        out_keys=[env.action_key],
        distribution_class=torch.distributions.Categorical,
    )
    with pytest.raises(IllegalActionError):
        env.rollout(500, careless, break_when_any_done=False)


@each_game
def test_every_seat_is_given_what_it_has_earned(game: Game):
    torch.manual_seed(2)
    env = recipe.make_env(game)
    learner = recipe.Learner(env, game)
    frames = env.rollout(10_000, learner.policy)

    earned = frames["next", PLAYERS, "reward"].sum(0).reshape(-1)

    assert table_of(env).over
    assert earned.tolist() == pytest.approx(table_of(env).returns, abs=1e-5)
    assert frames["next", PLAYERS, "done"][-1].all()


@each_game
def test_one_seat_acts_at_a_time_and_only_its_rows_count_in_the_loss(game: Game):
    torch.manual_seed(3)
    env = recipe.make_env(game)
    learner = recipe.Learner(env, game)
    with torch.no_grad():
        frames = env.rollout(60, learner.policy, break_when_any_done=False)
    acted = frames[PLAYERS, "mask"]
    assert (acted.sum(-1) == 1).all()
    # the masks of those who do not act say nothing: all is allowed
    assert frames[PLAYERS, "action_mask"][~acted].all()
    with torch.no_grad():
        learner.loss.value_estimator(frames, **learner._critic_parameters())
    loss = learner._total_loss(frames)
    other = frames.clone()
    other[PLAYERS, "advantage"][~acted] += 100.0
    assert learner._total_loss(other).item() == pytest.approx(loss.item(), rel=1e-4)
    other[PLAYERS, "advantage"][acted] += 100.0
    assert learner._total_loss(other).item() != pytest.approx(loss.item(), rel=1e-4)


@each_game
def test_no_seat_is_shown_a_hidden_card(game: Game):
    env = recipe.make_env(game)
    shown = env.reset(seed=4)
    for turn in range(20):
        table = table_of(env)
        for seat in range(table.num_players):
            other = table.redealt(seat, seed=turn)
            seen = shown[recipe.SEEN][seat].numpy()
            assert np.array_equal(seen, other.observe(seat))
        shown = env.step(env.rand_action(shown))["next"]
        if shown["done"].any():
            shown = env.reset()


def test_the_gymnasium_environment_with_its_masks():
    arguments = {"mask_in": "observation", "illegal": "raise", "categorical_action_encoding": True}
    env = GymEnv("boardgame_envs/Elements-v0", **arguments)
    masked = TransformedEnv(env, ActionMask())
    masked.set_seed(1)
    steps = masked.rollout(200, break_when_any_done=False)

    chosen = steps["action_mask"].gather(-1, steps["action"].unsqueeze(-1).long())
    assert chosen.all()
    # a win or a loss at each end, and nothing before
    assert (steps["next", "reward"].abs() == steps["next", "done"].float()).all()


def test_the_gymnasium_environment_without_its_masks_is_found_out():
    env = GymEnv("boardgame_envs/Elements-v0", illegal="raise", categorical_action_encoding=True)

    with pytest.raises(IllegalActionError):
        env.rollout(200, break_when_any_done=False)
