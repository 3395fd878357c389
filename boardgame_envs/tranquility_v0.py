"""Tranquility for PettingZoo: ``env()``, ``raw_env()`` and ``parallel_env()``."""

from boardgame_envs.adapters.entry_points import EntryPoints

_ENTRY_POINTS = EntryPoints("tranquility")
env = _ENTRY_POINTS.env
raw_env = _ENTRY_POINTS.raw_env
parallel_env = _ENTRY_POINTS.parallel_env

__all__ = ["env", "parallel_env", "raw_env"]
