"""``ismcts``: information-set Monte Carlo tree search, the baseline that people expect."""

from __future__ import annotations

from typing import Any, ClassVar

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic
from boardgame_envs.agents.random_agent import RandomAgent
from boardgame_envs.agents.searching.naming import MS, WORLDS, Reader, number_from
from boardgame_envs.agents.searching.search_agent import SearchingAgent, seed_of_decision
from boardgame_envs.agents.searching.settings import SearchSettings, find_settings
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.problems import OptionError
from boardgame_envs.search import Budget, Explanation, search_by_tree

# worlds, each of which is played out once
ITERATIONS = 1000
EXPLORE = 0.7


class TreeAgent(SearchingAgent):
    """Searches a tree of what seats know; ``policy`` plays on from its leaves, None: chance."""

    READERS: ClassVar[dict[str, Reader]] = {
        "worlds": WORLDS,
        "ms": MS,
        "explore": number_from(0.0, 100.0),
    }

    def __init__(
        self,
        game: Game,
        policy: CompiledHeuristic | None,
        *,
        settings: SearchSettings | None = None,
        worlds: int | None = None,
        ms: float | None = None,
        explore: float = EXPLORE,
    ) -> None:
        super().__init__()
        self.game, self.policy, self.explore = game, policy, explore
        self.settings = find_settings(game) if settings is None else settings
        self.budget = Budget(ITERATIONS if worlds is None and ms is None else worlds, ms)

    def explain_by(self, information: InformationState, seed: int) -> Explanation:
        """Return what the search found out, and what it decides."""
        return search_by_tree(
            information,
            budget=self.budget,
            seed=seed_of_decision(information, seed),
            policy=self.policy,
            judge=self.settings.judge,
            explore=self.explore,
            until_round=self.settings.until_round,
        )


def make_ismcts(game: Game, over: Agent | None, settings: dict[str, Any]) -> SearchingAgent:
    """Return a tree search with playouts by an agent."""
    if over is None or isinstance(over, RandomAgent):
        return TreeAgent(game, None, **settings)
    if isinstance(over, CompiledHeuristic):
        return TreeAgent(game, over, **settings)
    raise OptionError(f"ismcts plays on by a heuristic or at random, not by {type(over).__name__}")
