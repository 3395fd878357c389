"""Tianshou: the recipe of the docs, PPO for one seat on the Gymnasium environment."""

from __future__ import annotations

from boardgame_envs.checks.recipes import SeatRecipe

recipe = SeatRecipe("tianshou_ppo")
steps, trains, exports = recipe.steps, recipe.trains, recipe.exports
