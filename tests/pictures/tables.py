"""Tables that tests of pictures look at."""

from __future__ import annotations

from typing import Any

from boardgame_envs import make_table
from boardgame_envs.core.table import Table

# by name: the game, the options, how many decisions have been made
SHOWN: dict[str, tuple[str, dict[str, Any], int]] = {
    "elements": ("elements", {"surrender": False}, 8),
    "noah-2": ("noah", {"num_players": 2}, 21),
    "noah-5": ("noah", {"num_players": 5}, 60),
    "tranquility-3": ("tranquility", {}, 40),
    "tranquility-5-stormy": (
        "tranquility",
        {"num_players": 5, "expansions": ["reefs", "monsters", "storms"]},
        70,
    ),
    "tranquility-high-arch": ("tranquility", {"mode": "high_arch", "num_players": 1}, 20),
    "tranquility-pyramid": ("tranquility", {"mode": "pyramid", "num_players": 2}, 50),
    "tranquility-day-and-night": ("tranquility", {"mode": "day_and_night", "num_players": 2}, 50),
    "tranquility-duel": ("tranquility", {"mode": "duel"}, 24),
}


def play(name: str, options: dict[str, Any], decisions: int, seed: int = 3) -> Table:
    """Return a table after some decisions, which differ but are not random."""
    table = make_table(name, **options)
    table.reset(seed)
    for number in range(decisions):
        if table.over:
            break
        legal = table.legal_actions()
        table.step(legal[number * 7 % len(legal)])
    return table


def shown(name: str) -> Table:
    """Return a table by its name."""
    return play(*SHOWN[name])
