"""The arrays of a batch from outside, such as a checkpoint, checked before any loop sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.problems import shortened
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.table import Table

# what follows from the states
SHOWN = ("seat", "mask", "observation")
COUNTS = ("length", "final_length", "skipped_games")


def check_arrays(state: Mapping[str, Any], own: Mapping[str, NDArray[Any]]) -> None:
    """Refuse arrays that are missing, of another kind, or have numbers that are none."""
    for name, array in own.items():
        given = state.get(name)
        if not isinstance(given, np.ndarray) or given.shape != array.shape:
            raise ValueError(
                f"this state of a batch does not fit: {name} is missing or another shape"
            )
        if given.dtype != array.dtype:
            raise ValueError(
                f"this state of a batch does not fit: {name} is {shortened(given.dtype)}"
            )
        if given.dtype.kind == "f" and not np.isfinite(given).all():
            raise ValueError(f"this state of a batch does not fit: {name} has no finite numbers")
        if name in COUNTS and (given < 0).any():
            raise ValueError(f"this state of a batch does not fit: {name} is below 0")


def check_picks(picks: Mapping[str, NDArray[Any]], num_variants: int) -> None:
    """Refuse option sets that there are not."""
    for name, numbers in picks.items():
        if (numbers < 0).any() or (numbers >= num_variants).any():
            raise ValueError(
                f"this state of a batch does not fit: {name} must be below {num_variants}"
            )


def check_seeds_pick(picked: NDArray[np.int64], variant: NDArray[np.int64]) -> None:
    """Refuse games of other option sets than their seeds pick."""
    for i in np.flatnonzero(picked != variant):
        raise ValueError(f"table {i} of this state of a batch: its seed picks another option set")


def check_tables(state: Mapping[str, NDArray[Any]], tables: Sequence[Table]) -> None:
    """Refuse a state that is no position, or does not belong to what is shown of it."""
    num_tables = state["seeds"].size
    # with a single option set it is not said which one a game has
    nothing = np.zeros(num_tables, np.int64)
    picked, finished = (state.get(name, nothing) for name in ("variant", "finished_variant"))
    for i in range(num_tables):
        try:
            check_game(tables[picked[i]], state, i)
            check_finished(state["finished"][i : i + 1], tables[finished[i]])
        except ValueError as error:
            raise ValueError(f"table {i} of this state of a batch: {error}") from None


def check_game(table: Table, state: Mapping[str, NDArray[Any]], i: int) -> None:
    """Refuse a running game that nobody decides in, or of which something else is shown."""
    states = state["states"][i : i + 1]
    if int(states["seat"][0]) < 0:
        raise ValueError("nobody is to act there")
    game = table.with_checked_state(states)
    for name in SHOWN:
        own = getattr(game, name)
        if name == "observation":
            # without action features it is the beginning of the whole one
            own = own[: state[name].shape[1]]
        if not np.array_equal(state[name][i], own):
            raise ValueError(f"its {name} is not that of the game")


def check_finished(states: NDArray[Any], table: Table) -> None:
    """Refuse the last state of a game that could not have ended so; it may be empty."""
    if not states.view(np.uint8).any():
        return
    try:
        if int(states["num_players"][0]) != table.num_players:
            raise ValueError("it is of another option set")
        check_end(table, states)
    except ValueError as error:
        raise ValueError(f"the game that ended last there cannot be: {error}") from None


def check_end(table: Table, states: NDArray[Any]) -> None:
    """Refuse a state that is no position, or at which somebody is to act."""
    if int(states["seat"][0]) != NOBODY:
        raise ValueError("it is not over")
    table.with_checked_state(states)
