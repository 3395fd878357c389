"""What learners see and choose from, as Gymnasium's spaces; all games and settings alike."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from boardgame_envs.adapters.arguments import check_choice
from boardgame_envs.core.game import Game
from boardgame_envs.core.numbers import check_action

Observation: TypeAlias = dict[str, NDArray[Any]] | NDArray[Any]
# where the mask is shown: in a dict with the observation, in the info, or in both
MaskIn: TypeAlias = Literal["observation", "info", "both"]


def check_mask_in(mask_in: Any) -> MaskIn:
    """Return where the mask is shown, or raise OptionError."""
    chosen: MaskIn = check_choice("mask_in", mask_in, MaskIn)
    return chosen


def observation_space(
    game: Game, mask_in: MaskIn, extra_actions: int = 0, action_features: bool = True
) -> spaces.Space[Any]:
    """Return the space that a seat's observations lie in, with or without the mask."""
    numbers = numbers_space(game, action_features=action_features)
    if mask_in == "info":
        return numbers
    mask = spaces.Box(0, 1, (game.num_actions + extra_actions,), np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask})


def numbers_space(game: Game, num_seats: int = 1, action_features: bool = True) -> spaces.Box:
    """Return the space of what a seat sees, or of what several see, one after the other."""
    size = num_seats * game.observed(action_features).size
    return spaces.Box(0.0, 1.0, (size,), np.float32)


def action_space(game: Game, extra_actions: int = 0) -> spaces.Discrete:
    """Return the space of the game's actions, and of others that an interface adds."""
    return spaces.Discrete(game.num_actions + extra_actions)


def with_mask(numbers: NDArray[np.float32], mask: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Return an observation that shows the mask."""
    return {"observation": numbers, "action_mask": mask}


def as_action(action: Any) -> int:
    """Return an action given as another kind of number, or raise ValueError."""
    if action is None:
        raise ValueError("only an agent whose game is over may pass None")
    return check_action(action)
