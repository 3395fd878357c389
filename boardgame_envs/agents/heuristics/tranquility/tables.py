"""The third heuristic for Tranquility: what is said of each action, and what that is worth.

The tables were fitted to what the shipped network does, by ``training/fit_tables.py``.
"""

from __future__ import annotations

from pathlib import Path

from boardgame_envs.agents.heuristics.score_tables import ScoreTables
from boardgame_envs.games.tranquility import GAME

TABLES = ScoreTables(
    GAME,
    circumstances=("num_players", "mode", "expansions", "russian"),
    file=Path(__file__).with_name("worth.csv"),
)
