"""One seat learns at many tables: each game is the one that agents at a table would play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgame_envs.core.options import OptionError
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.matches.learner_tables import LearnerTables
from boardgame_envs.matches.one_table import play_game
from tests.opponents import Nth, OneTable, Script

NOAH = load_game("noah")
ALL = np.arange(6)


def begun(seat: Any, opponents: Any) -> LearnerTables:
    """Return tables at which the learners are to act."""
    tables = LearnerTables(NOAH, ALL.size, 4, seat, opponents, {})
    tables.seeds[:] = 100 + ALL
    tables.begin(ALL)
    return tables


def test_tables_stop_where_the_learner_is_to_act():
    tables = begun("random", Nth())
    for _ in range(20):
        playing = ALL[~tables.over]
        assert (tables.states["seat"] == tables.learner)[playing].all()
        for i in playing:
            table = tables.table(int(i))
            assert np.array_equal(tables.mask[i], table.mask)
            assert np.array_equal(tables.observation[i], table.observation)
        tables.step(playing, tables.mask[playing].argmax(axis=1))


def test_a_game_is_the_one_that_agents_at_a_table_would_play():
    tables = begun("random", [Nth(), Nth(last=True)])
    actions: list[list[int]] = [[] for _ in ALL]
    earned = np.zeros(ALL.size)
    while not tables.over.all():
        playing = ALL[~tables.over]
        chosen = tables.mask[playing].argmax(axis=1)
        for i, action in zip(playing, chosen, strict=True):
            actions[i].append(int(action))
        tables.step(playing, chosen)
        earned[playing] += tables.reward[playing]

    table = Table(NOAH, 4)
    for i in ALL:
        seed = int(tables.seeds[i])
        learner, others = tables.seating.begin_game(seed)
        play_game(table, [others.get(seat, Script(actions[i])) for seat in range(4)], seed)
        assert learner == tables.learner[i]
        assert table == tables.table(int(i))
        assert earned[i] == pytest.approx(table.returns[learner], abs=1e-5)


def test_a_seed_fixes_what_random_agents_do():
    played = []
    for seed in (1, 1, 2):
        tables = LearnerTables(NOAH, ALL.size, 4, 0, "random", {})
        tables.seeds[:] = ALL
        tables.seed_agents(seed)
        tables.begin(ALL)
        for _ in range(5):
            tables.step(ALL, tables.mask.argmax(axis=1))
        played.append(tables.states.tobytes())

    assert played[0] == played[1] != played[2]


def test_agents_for_one_table_only_are_refused():
    with pytest.raises(OptionError, match=r"need choose_many\(observation, mask, rng\), which One"):
        begun(0, OneTable())
    tables = begun(0, Nth())
    with pytest.raises(OptionError, match="which OneTable has not"):
        tables.choose_opponents(OneTable())
