"""What the verifiers library looks for by the name ``boardgame-verifiers``: deals, and a table."""

from __future__ import annotations

from boardgame_envs.adapters.verifiers import Deals, TableEnv

__all__ = ["Deals", "TableEnv"]
