"""In playouts heuristics are shown less than the observation: they decide as on all of it."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs.agents.by_name import heuristic_editions
from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic
from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.testing.random_games import random_play
from tests.playing import published_games

VIEWED = [
    (game, name, agent)
    for game in published_games()
    for name, agent in heuristic_editions(game).items()
    if isinstance(agent, type) and issubclass(agent, CompiledHeuristic) and agent.view is not None
]


@pytest.mark.parametrize(
    ("game", "name", "kind"), VIEWED, ids=[f"{game.name} {name}" for game, name, _ in VIEWED]
)
def test_a_brief_view_is_a_part_of_the_observation_and_enough(
    game: Game, name: str, kind: type[CompiledHeuristic]
):
    agent = kind()
    assert kind.view is not None
    for options in game.example_options:
        table = Table(game, **options)
        for turn, _ in enumerate(random_play(table, 4)):
            if turn % 5:
                continue
            brief = np.zeros(game.layout.size, np.float32)
            kind.view(table.states[0], table.seat, brief)
            shown = brief != 0.0
            assert np.array_equal(brief[shown], table.observation[shown])
            assert agent.choose_row(brief, table.mask) == agent.choose(table.information())


def test_some_heuristics_have_a_view():
    assert {"noah"} <= {game.name for game, _, _ in VIEWED}
