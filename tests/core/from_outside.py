"""What tests of things from outside need: games in their course, and changes of any field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from boardgame_envs.core.game import Game
from boardgame_envs.core.position import Position
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.testing.settings import each_setting

T = TypeVar("T")

GAMES = ("cart", "elements", "noah", "tranquility")
FIELDS = [(game, field) for game in GAMES for field in load_game(game).rules.STATE.names or ()]
LONGEST = 2000  # decisions; a game that has been changed must still end

few = settings(deadline=None, max_examples=8, suppress_health_check=list(HealthCheck))
many = settings(deadline=None, max_examples=80, suppress_health_check=list(HealthCheck))


def mid_game(game: Game, setting: dict[str, Any], seed: int, decisions: int) -> Table:
    """Return a table after some random decisions, or at the end of its game."""
    table, rng = Table(game, **setting), np.random.default_rng(seed)
    table.reset(seed)
    while table.num_decisions < decisions and not table.over:
        table.step(int(rng.choice(table.legal_actions())))
    return table


@st.composite
def tables(draw: st.DrawFn, game: Game) -> Table:
    """Tables in the course of a game, with a past or, from a position, without one."""
    setting = draw(st.sampled_from(each_setting(game)))
    table = mid_game(game, setting, draw(st.integers(0, 999)), draw(st.integers(0, 80)))
    if draw(st.booleans()):
        table = table.with_state(table.states)
        if not table.over:
            table.step(table.legal_actions()[0])
    return table


def unless_refused(attempt: Callable[[], T]) -> T | None:
    """Return what comes of an attempt, or None if it is refused, in one sentence."""
    try:
        return attempt()
    except ValueError as error:
        message = str(error)
    assert message
    assert "\n" not in message
    return None


def play_to_the_end(table: Position) -> None:
    """Do all that can be done with a table, to its end: nothing may fail, or last for ever."""
    table = table.with_state(table.states)
    rng = np.random.default_rng(0)
    for seat in range(table.num_players):
        observation = table.observe(seat)
        assert observation.min() >= 0
        assert observation.max() <= 1
        assert table.text(seat)
        table.information(seat).worlds(1, seed=1)
    assert table.game.observation.describe_table(table.states[0])
    assert isinstance(table, Table)
    while not table.over:
        assert table.num_decisions < LONGEST
        table.step(int(rng.choice(table.legal_actions())))
    assert table.game.notation.read_result(table.states[0])
    assert len(list(table.history())) >= table.num_decisions


def change_field(states: np.ndarray, field: str, data: st.DataObject) -> None:
    """Put any number in any place of a field."""
    values = states[field].reshape(-1)
    place = data.draw(st.integers(0, values.size - 1), label="place")
    if values.dtype == np.bool_:
        value = not values[place]
    elif values.dtype.kind == "f":
        value = data.draw(st.integers(0, 12).map(float) | st.floats(), label="value")
    else:
        bounds = np.iinfo(values.dtype)
        low, high = int(bounds.min), int(bounds.max)
        old = int(values[place])
        near = st.integers(max(low, old - 2), min(high, old + 2))
        small = st.integers(max(low, -3), 12)
        value = data.draw(near | small | st.integers(low, high), label="value")
    values[place] = value
    states[field] = values.reshape(states[field].shape)
