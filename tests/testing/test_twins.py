"""Twins of tables: hidden cards change places by hand, and all else stays as it is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.testing.random_games import random_play
from boardgame_envs.testing.twins import Twin, cards_of
from tests.playing import all_games, some_settings


def swapped(table: Table, seat: int, rng: np.random.Generator) -> Table:
    """Return a table at which two cards that a seat cannot see have changed places."""
    states = table.states.copy()
    table.game.rules.swap_hidden(states[0], seat, rng)
    return table.with_state(states)


def sizes(table: Table) -> dict[str, Any]:
    """Return how much of everything lies on a table, whichever cards they are."""
    state = table.states[0]
    return {name: np.count_nonzero(state[name]) for name in state.dtype.names if "size" in name}


@pytest.mark.parametrize(("game", "setting"), some_settings())
def test_two_hidden_cards_change_places_and_the_seat_sees_no_difference(
    game: Game, setting: dict[str, Any]
):
    table, rng, changes = Table(game, **setting), np.random.default_rng(3), 0
    for turn, _ in enumerate(random_play(table, seed=21)):
        seat = turn % table.num_players
        other = swapped(table, seat, rng)

        changes += cards_of(other) != cards_of(table)
        assert game.rules.count_all_cards(other.states[0]) == game.rules.count_all_cards(
            table.states[0]
        )
        assert sizes(other) == sizes(table)
        assert other.seat == table.seat
        if seat == table.seat and not is_about_all_hands(table):
            assert np.array_equal(other.observe(seat), table.observe(seat))
            assert np.array_equal(other.mask, table.mask)

    assert changes > table.num_decisions / 4 or not hides_anything(table)


def hides_anything(table: Table) -> bool:
    """Tell whether anything is hidden in a setting: a deck of Elements may be dealt out."""
    table.reset(5)
    return any(cards_of(table.redealt(0, seed)) != cards_of(table) for seed in range(5))


def is_about_all_hands(table: Table) -> bool:
    """Tell whether what is public depends on hands: who holds monsters, in a full field."""
    return bool(table.game.name == "tranquility" and table.states["is_start_played"][0])


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_twin_goes_along_with_the_real_table_for_a_while(game: Game):
    table, rng, longest, now = Table(game), np.random.default_rng(4), 0, 0
    twin = Twin(table, 0, rng)
    for action in random_play(table, seed=22):
        before = twin.table
        is_another = twin.look() and cards_of(twin.table) != cards_of(table)
        now = now + 1 if is_another and twin.table is before else 0
        longest = max(longest, now)
        if is_another:
            assert np.array_equal(twin.table.observe(0), table.observe(0))
        twin.follow(action)

    assert longest >= 2
