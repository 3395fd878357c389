"""``pimc``: possible worlds in which all cards lie open, and the round is solved exactly."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic
from boardgame_envs.agents.searching.naming import WORLDS, Reader
from boardgame_envs.agents.searching.search_agent import SearchingAgent, seed_of_decision
from boardgame_envs.agents.searching.settings import SearchSettings, find_settings
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.problems import OptionError
from boardgame_envs.search import Explanation, solve_actions
from boardgame_envs.search.explanation import Tally, explain_tally, one_action
from boardgame_envs.search.solving import LIMIT

NUMBER_OF_WORLDS = 20


class OpenHandsAgent(SearchingAgent):
    """Does what would be best on average if all cards of each possible world lay open.

    Of actions that are equally good it takes the heuristic's, or else the first.
    """

    READERS: ClassVar[dict[str, Reader]] = {"worlds": WORLDS, "limit": WORLDS}

    def __init__(
        self,
        game: Game,
        policy: CompiledHeuristic | None,
        *,
        settings: SearchSettings | None = None,
        worlds: int = NUMBER_OF_WORLDS,
        limit: int = LIMIT,
    ) -> None:
        super().__init__()
        self.game, self.policy, self.worlds, self.limit = game, policy, worlds, limit
        self.settings = find_settings(game) if settings is None else settings
        if self.settings.open_rounds is None or self.settings.judge is None:
            raise OptionError(
                f"pimc solves rounds, and {game.name} does not say how (open_rounds of its "
                "SearchSettings)"
            )

    def explain_by(self, information: InformationState, seed: int) -> Explanation:
        """Return what the search found out, and what it decides."""
        legal, rounds = np.flatnonzero(information.mask), self.settings.open_rounds
        names = tuple(information.legal_actions.values())
        if legal.size == 1:
            return one_action(information.seat, int(legal[0]), names[0], "nothing else is legal")
        assert rounds is not None
        assert self.settings.judge is not None
        found = solve_actions(
            information,
            worlds=self.worlds,
            seed=seed_of_decision(information, seed),
            judge=self.settings.judge,
            key=rounds.key,
            write_bounds=rounds.write_bounds,
            policy=self.policy,
            limit=self.limit,
        )
        tally = Tally(legal.size)
        tally.add(np.arange(legal.size), found.of_seat())
        chosen = self._choose(information, found.means)
        reason = f"{names[chosen]} is worth most if all cards lie open"
        return explain_tally(information.seat, legal, names, tally, chosen, None, reason)

    def _choose(self, information: InformationState, means: Any) -> int:
        """Return the place of the best action."""
        best = np.flatnonzero(means >= means.max() - 1e-9)
        if self.policy is not None:
            usual = self.policy.choose_row(information.observation, information.mask)
            place = int(np.flatnonzero(np.flatnonzero(information.mask) == usual)[0])
            if place in best:
                return place
        return int(best[0])


def make_pimc(game: Game, over: Agent | None, settings: dict[str, Any]) -> SearchingAgent:
    """Return a search with open hands."""
    if over is None or isinstance(over, CompiledHeuristic):
        return OpenHandsAgent(game, over, **settings)
    raise OptionError(f"pimc asks a heuristic, not {type(over).__name__}")
