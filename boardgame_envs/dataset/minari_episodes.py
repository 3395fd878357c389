"""A data set as Minari keeps them: an episode for each seat of each game that decided something.

An observation is what the Gymnasium environment shows with ``mask_in="observation"``: a dict of
observation and mask. After a seat's last decision comes what it saw at the end of the game, with
nothing to choose.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from boardgame_envs.adapters.entry_points import gymnasium_identifier
from boardgame_envs.dataset.folder import DatasetError, Folder
from boardgame_envs.dataset.numbers import ENDS, Columns
from boardgame_envs.dataset.reading import each_piece, read_games


def check_minari(name: str) -> None:
    """Raise DatasetError if Minari is not there, or has a data set of this name."""
    if not importlib.util.find_spec("minari"):
        raise DatasetError("Minari is not installed: pip install 'boardgame_envs[dataset]'")
    import minari

    if name in minari.list_local_datasets():
        raise DatasetError(f"Minari has a data set {name!r} already: choose another name")


def write_episodes(path: str | Path, name: str) -> int:
    """Write a data set for Minari; return how many episodes it has."""
    import minari

    written: Any = None
    description = Folder(path).description()
    truncated = {game["game"] for game in read_games(path) if game["truncated"]}
    for columns in each_piece(path):
        episodes = list(episodes_of(columns, truncated))
        if written is None:
            env = make_env(description)
            written = minari.create_dataset_from_buffers(
                name,
                episodes,
                env=env,
                algorithm_name=", ".join(agent["name"] for agent in description["agents"]),
                description=(Path(path) / "README.md").read_text(encoding="utf-8"),
                requirements=["boardgame_envs"],
            )
        else:
            written.storage.update_episodes(episodes)
    return int(written.storage.total_episodes)


def make_env(description: dict[str, Any]) -> Any:
    """Return the environment whose seat has such episodes."""
    return gymnasium.make(
        gymnasium_identifier(description["game"], description["version"]),
        num_players=description["players"],
        seat="random",
        mask_in="observation",
        **description["options"],
    )


def episodes_of(columns: Columns, truncated: set[int]) -> Iterator[Any]:
    """Go through the episodes of a piece, by game and seat."""
    from minari.data_collector import EpisodeBuffer

    first = int(columns["game"][0])
    for game in np.unique(columns["game"]).tolist():
        of_game = columns["game"] == game
        for seat in np.unique(columns["seat"][of_game]).tolist():
            rows = np.flatnonzero(of_game & (columns["seat"] == seat))
            end, is_last = columns[ENDS][game - first, seat], np.zeros(len(rows), np.bool_)
            is_last[-1] = True
            is_cut = game in truncated
            masks = columns["mask"][rows].astype(np.int8)
            yield EpisodeBuffer(
                observations={
                    "observation": np.vstack([columns["observation"][rows], end]),
                    "action_mask": np.vstack([masks, np.zeros_like(masks[:1])]),
                },
                actions=columns["action"][rows].astype(np.int64),
                rewards=columns["reward"][rows].astype(np.float64),
                terminations=is_last & (not is_cut),
                truncations=is_last & is_cut,
                infos={},
            )
