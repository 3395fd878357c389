"""AgileRL: the recipe of the docs, DQN with masks for one seat."""

from __future__ import annotations

from boardgame_envs.checks.recipes import SeatRecipe

recipe = SeatRecipe("agilerl_dqn")
steps, trains, exports = recipe.steps, recipe.trains, recipe.exports
