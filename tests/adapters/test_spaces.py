"""Spaces: what observations, masks and actions lie in, for all adapters alike."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

from boardgame_envs import OptionError
from boardgame_envs.adapters.spaces import (
    action_space,
    as_action,
    check_mask_in,
    numbers_space,
    observation_space,
    with_mask,
)
from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from tests.playing import all_games

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


@each_game
def test_what_a_seat_sees_and_may_do_lies_in_the_spaces(game: Game):
    table = Table(game)
    table.reset(1)
    mask = table.mask.view(np.int8)

    assert table.observation in observation_space(game, "info")
    assert with_mask(table.observation, mask) in observation_space(game, "observation")
    assert observation_space(game, "observation") == observation_space(game, "both")
    assert all(action in action_space(game) for action in table.legal_actions())


@each_game
def test_an_interface_may_add_actions_and_show_several_seats(game: Game):
    space: Any = observation_space(game, "both", extra_actions=2)

    assert action_space(game, extra_actions=2) == spaces.Discrete(game.num_actions + 2)
    assert space["action_mask"].shape == (game.num_actions + 2,)
    assert space["observation"].shape == (game.layout.size,)
    assert numbers_space(game, num_seats=3).shape == (3 * game.layout.size,)


def test_the_mask_is_shown_in_one_of_three_places():
    assert check_mask_in("both") == "both"
    complaint = "mask_in must be one of 'observation', 'info', 'both', not 'action'"
    with pytest.raises(OptionError, match=complaint):
        check_mask_in("action")


def test_an_action_is_a_whole_number_of_any_kind():
    assert [as_action(number) for number in (3, np.int8(3), np.array(3))] == [3, 3, 3]
    with pytest.raises(ValueError, match=r"an action is a whole number, not 1\.5"):
        as_action(1.5)
    with pytest.raises(ValueError, match="only an agent whose game is over may pass None"):
        as_action(None)
