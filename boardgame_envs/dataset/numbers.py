"""Decisions as columns of numbers, in files of NumPy and, where pyarrow is installed, Parquet."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.dataset.seen_game import SeenGame

Columns: TypeAlias = dict[str, NDArray[Any]]

# what each column holds, for the card
MEANINGS = {
    "game": "number of the game, from 0",
    "decision": "number of the decision in its game, from 0",
    "seat": "who decided",
    "agent": "which of the agents below sat there, from 0",
    "observation": "what the seat saw",
    "mask": "what it could do: True for each legal action",
    "action": "what it did",
    "reward": "what it earned from here to its next decision or the end; what came before its "
    "first decision is paid with that",
    "return": "what it earned in the whole game; its rewards add up to it",
    "last": "whether it decided no more in this game",
}

# beside the columns: for each game a row for each seat
ENDS = "end_observation"


def columns_of(games: Sequence[SeenGame], first: int, width: int, num_actions: int) -> Columns:
    """Return the decisions of games as columns; ``first`` is the number of the first game."""
    rows = [
        (first + number, place, game, decision)
        for number, game in enumerate(games)
        for place, decision in enumerate(game.decisions)
    ]
    observations = [decision.observation for *_, decision in rows]
    masks = [decision.mask for *_, decision in rows]
    return {
        "game": np.array([number for number, *_ in rows], np.int64),
        "decision": np.array([place for _, place, *_ in rows], np.int32),
        "seat": np.array([decision.seat for *_, decision in rows], np.int8),
        "agent": np.array([game.agents[decision.seat] for *_, game, decision in rows], np.int16),
        "observation": np.array(observations, np.float32).reshape(-1, width),
        "mask": np.array(masks, np.bool_).reshape(-1, num_actions),
        "action": np.array([decision.action for *_, decision in rows], np.int32),
        "reward": np.array([decision.reward for *_, decision in rows], np.float32),
        "return": np.array(
            [game.returns[decision.seat] for *_, game, decision in rows], np.float32
        ),
        "last": np.array([decision.is_last for *_, decision in rows], np.bool_),
    }


def as_npz(columns: Columns, games: Sequence[SeenGame]) -> bytes:
    """Return columns as a compressed file of NumPy, with what each seat saw at the end of games."""
    file, ends = io.BytesIO(), np.stack([game.last_observations for game in games])
    np.savez_compressed(file, allow_pickle=False, **columns, **{ENDS: ends})
    return file.getvalue()


def as_parquet(columns: Mapping[str, NDArray[Any]]) -> bytes:
    """Return columns as a Parquet file; a row of an array is a list of fixed size."""
    import pyarrow
    from pyarrow import parquet

    def column(values: NDArray[Any]) -> Any:
        flat = pyarrow.array(values.reshape(-1))
        if values.ndim == 1:
            return flat
        return pyarrow.FixedSizeListArray.from_arrays(flat, values.shape[1])

    table = pyarrow.table({name: column(values) for name, values in columns.items()})
    file = io.BytesIO()
    parquet.write_table(table, file)
    return file.getvalue()
