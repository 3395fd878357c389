"""Laws of the Gymnasium environment, in which one seat learns: Gymnasium's own test."""

from __future__ import annotations

import warnings
from typing import Any

from gymnasium.utils.env_checker import check_env

from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.testing.lawmaking import Case, Each, law

MASKS_IN: tuple[Any, ...] = ("info", "observation", "both")


@law(Each.OPTION_SET)
def gymnasium_accepts_the_environment_of_a_seat(case: Case) -> None:
    """``SeatEnv`` passes Gymnasium's ``check_env`` without a warning, wherever the mask is."""
    for mask_in in MASKS_IN:
        env = SeatEnv(case.game, mask_in=mask_in, seat="random", **case.setting)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(env, skip_render_check=True)
