"""Search from what a seat knows: actions tried in possible worlds, wholly in compiled code."""

from __future__ import annotations

from boardgame_envs.search.action_values import ActionValues
from boardgame_envs.search.leaves import Leaves
from boardgame_envs.search.loop_groups import PlayoutPolicy
from boardgame_envs.search.playouts import search_actions

__all__ = ["ActionValues", "Leaves", "PlayoutPolicy", "search_actions"]
