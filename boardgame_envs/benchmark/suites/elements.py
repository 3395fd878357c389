"""What is measured in Elements: whole matches."""

from __future__ import annotations

from boardgame_envs.benchmark.suite import Suite

SUITE = Suite("elements", {"match": {}}, seed=2026, deals=1000)
