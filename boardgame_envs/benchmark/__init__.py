"""Yardsticks that never get easier: fixed deals against opponents that are known by a fingerprint.

A *suite* says which settings of a game are measured, and on which deals (``suites/<game>.py``). An
*opponent* is an agent under a name, with a fingerprint of what it does (``opponents/*.py``). If an
opponent does anything else than its fingerprint says, nothing is measured against it. More of
both are added by adding files: all modules in the two folders are looked at, and ``benchmark.py``
of a game from outside.
"""

from __future__ import annotations

from boardgame_envs.benchmark.catalogue import find_opponents, find_suite
from boardgame_envs.benchmark.measuring import Figure, measure
from boardgame_envs.benchmark.opponent import Opponent, OpponentError
from boardgame_envs.benchmark.suite import Suite

__all__ = [
    "Figure",
    "Opponent",
    "OpponentError",
    "Suite",
    "find_opponents",
    "find_suite",
    "measure",
]
