"""What is measured in Tranquility: every mode and expansion, and levels of difficulty."""

from __future__ import annotations

from boardgame_envs.benchmark.suite import Suite

SUITE = Suite(
    "tranquility",
    {
        "standard": {},
        "galatea": {"removed_islands": "galatea"},
        "poseidon": {"removed_islands": "poseidon"},
        "reefs": {"expansions": ["reefs"]},
        "monsters 3": {"expansions": ["monsters"], "monsters": 3},
        "monsters 5": {"expansions": ["monsters"], "monsters": 5},
        "storms": {"expansions": ["storms"]},
        "storms ru": {"expansions": ["storms"], "edition": "ru"},
        "all three": {"expansions": ["reefs", "monsters", "storms"]},
        "high arch": {"mode": "high_arch"},
        "pyramid": {"mode": "pyramid"},
        "day and night": {"mode": "day_and_night"},
        "duel": {"mode": "duel"},
    },
    seed=2026,
    deals=1000,
)
