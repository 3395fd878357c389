"""AgileRL: the recipe of the docs trains, and what the docs say of its IPPO is so."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.libraries import need

need("agilerl")

import torch

from boardgame_envs import IllegalActionError, load_game
from boardgame_envs.checks.recipes import load_recipe, play_with
from boardgame_envs.core.game import Game
from tests.examples.recording import RecordingSeat
from tests.playing import published_games

recipe: Any = load_recipe("agilerl_dqn")
each_game = pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)


@pytest.fixture
def seat(monkeypatch) -> list[RecordingSeat]:
    """Let the recipe train in seats that keep count; return those that were made."""
    made: list[RecordingSeat] = []

    def make_env(game: Game, opponents: str = "random") -> RecordingSeat:
        made.append(RecordingSeat(game, opponents=opponents, seat="random", illegal="raise"))
        return made[-1]

    monkeypatch.setattr(recipe, "make_env", make_env)
    return made


@each_game
def test_the_recipe_trains_and_exports(game: Game, tmp_path):
    # an illegal action would be an error, so none was taken
    torch.manual_seed(1)
    learner = recipe.train(game, steps=200)
    for weights in learner.actor.parameters():
        assert torch.isfinite(weights).all()
    recipe.export(learner, game, tmp_path / "agent.onnx", 200)
    assert "kB" in play_with(tmp_path / "agent.onnx", game)


def test_a_learner_that_ignores_masks_is_found_out(monkeypatch):
    original = recipe.choose

    def careless(learner: Any, seen: Any, mask: Any, epsilon: float = 0.0) -> int:
        return int(original(learner, seen, np.ones_like(mask), epsilon))

    monkeypatch.setattr(recipe, "choose", careless)
    with pytest.raises(IllegalActionError):
        recipe.train(load_game("elements"), steps=300)


@each_game
def test_the_seat_is_given_what_it_has_earned(game: Game, seat, monkeypatch):
    games, earned = [], 0.0
    original = recipe.remember

    def watched(memory: Any, seen: Any, action: int, reward: float, after: Any, over: bool) -> None:
        nonlocal earned
        earned += reward
        if over:
            games.append(earned)
            earned = 0.0
        original(memory, seen, action, reward, after, over)
        assert memory.sample(1)["reward"].shape == (1, 1)

    monkeypatch.setattr(recipe, "remember", watched)
    recipe.train(game, steps=250)
    assert games == pytest.approx(seat[0].paid, abs=1e-5)
    assert any(games)


@each_game
def test_the_learner_is_shown_no_hidden_card(game: Game, seat, monkeypatch):
    original = recipe.choose

    def watched(learner: Any, seen: Any, mask: Any, epsilon: float = 0.0) -> int:
        seat[0].check_shown(seen)
        assert np.array_equal(mask, seat[0].table.mask)
        return int(original(learner, seen, mask, epsilon))

    monkeypatch.setattr(recipe, "choose", watched)
    recipe.train(game, steps=60)
    assert seat[0].looks == 60


def test_its_ippo_ignores_masks_when_it_learns():
    """If this fails, AgileRL has been mended: say so in the docs, and use it."""
    masks: Any = load_recipe("agilerl_masks")
    for game in published_games():
        assert "ambiguous" in masks.error_of_masks(game)
        assert masks.ratio_before_learning(game) < 0.9
