"""What is measured in Noah: whole matches, with 2 to 5 players."""

from __future__ import annotations

from boardgame_envs.benchmark.suite import Suite

SUITE = Suite("noah", {"match": {}}, seed=2026, deals=1000)
