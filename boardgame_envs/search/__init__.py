"""Search from what a seat knows: actions tried in possible worlds, wholly in compiled code."""

from __future__ import annotations

from boardgame_envs.search.action_values import ActionValues
from boardgame_envs.search.belief import Belief, Policy, form_belief, form_beliefs
from boardgame_envs.search.budget import Budget
from boardgame_envs.search.explanation import Explanation
from boardgame_envs.search.halving import search_by_halving
from boardgame_envs.search.judging import Judge
from boardgame_envs.search.leaves import Leaves
from boardgame_envs.search.loop_groups import PlayoutPolicy
from boardgame_envs.search.playouts import search_actions
from boardgame_envs.search.solving import solve_actions
from boardgame_envs.search.together import play_out
from boardgame_envs.search.tree import search_by_tree

__all__ = [
    "ActionValues",
    "Belief",
    "Budget",
    "Explanation",
    "Judge",
    "Leaves",
    "PlayoutPolicy",
    "Policy",
    "form_belief",
    "form_beliefs",
    "play_out",
    "search_actions",
    "search_by_halving",
    "search_by_tree",
    "solve_actions",
]
