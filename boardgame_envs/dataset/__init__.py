"""Data sets: games of agents as numbers and as text, as each seat saw them.

``boardgame-envs dataset`` writes a folder of them; ``read_numbers``, ``read_text`` and
``read_games`` read it again.
"""

from __future__ import annotations

from boardgame_envs.dataset.folder import DatasetError
from boardgame_envs.dataset.reading import read_games, read_numbers, read_text

__all__ = ["DatasetError", "read_games", "read_numbers", "read_text"]
