"""``search``: actions tried in possible worlds, played on by the heuristic, behind a gate."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic
from boardgame_envs.agents.searching.naming import MS, THREADS, WORLDS, Reader, number_from
from boardgame_envs.agents.searching.settings import SearchSettings, find_settings
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.search import Budget, Explanation, search_by_halving


class SearchingAgent:
    """What agents that search have in common: they decide on information states, by a seed.

    What is decided depends on the seed of the game and on what the seat knows, and on nothing
    else: not on what was asked before. So ``explain`` tells what ``choose`` does.
    """

    needs_past = False
    # decisions take long, and no shorter together: games shall end one by one, not all in the end
    at_once = 4

    def __init__(self) -> None:
        self.begin_game(0)

    def begin_game(self, seed: int) -> None:
        """Begin a new game; the seed fixes all worlds that will be imagined."""
        self._seed = seed

    def choose(self, information: InformationState) -> int:
        """Return the action that the search decides on."""
        return self.explain(information).chosen

    def choose_together(
        self, informations: Sequence[InformationState], seeds: Sequence[int]
    ) -> list[int]:
        """Return an action for each of many information states, by a seed for each."""
        pairs = zip(informations, seeds, strict=True)
        return [self.explain_by(information, seed).chosen for information, seed in pairs]

    def explain(self, information: InformationState) -> Explanation:
        """Return what the search found out, and what it decides."""
        return self.explain_by(information, self._seed)

    def explain_by(self, information: InformationState, seed: int) -> Explanation:
        """Return what the search found out with a seed of its own."""
        raise NotImplementedError


def seed_of_decision(information: InformationState, seed: int) -> int:
    """Return the seed of a search: another one for each thing that there is to know."""
    seen = hashlib.blake2b(seed.to_bytes(8, "little"), digest_size=8)
    seen.update(information.observation.tobytes())
    seen.update(information.mask.tobytes())
    return int.from_bytes(seen.digest(), "little")


class SearchAgent(SearchingAgent):
    """Leaves the action of its policy only for one that is clearly better in possible worlds.

    ``policy`` is a heuristic that plays on for all seats, or None: then all play on at random,
    and the best action is taken.
    """

    READERS: ClassVar[dict[str, Reader]] = {
        "worlds": WORLDS,
        "ms": MS,
        "z": number_from(0.0, 100.0),
        "threads": THREADS,
    }

    def __init__(
        self,
        game: Game,
        policy: CompiledHeuristic | None,
        *,
        settings: SearchSettings | None = None,
        worlds: int | None = None,
        ms: float | None = None,
        z: float | None = None,
        threads: int = 1,
    ) -> None:
        super().__init__()
        self.game, self.policy, self.threads = game, policy, threads
        usual = find_settings(game) if settings is None else settings
        self.settings = usual if z is None else replace(usual, z=z)
        self.budget = Budget(usual.worlds if worlds is None and ms is None else worlds, ms)

    def explain_by(self, information: InformationState, seed: int) -> Explanation:
        """Return what the search found out, and what it decides."""
        settings, policy = self.settings, self.policy
        usual = None
        if policy is not None:
            usual = policy.choose_row(information.observation, information.mask)
        return search_by_halving(
            information,
            budget=self.budget,
            seed=seed_of_decision(information, seed),
            usual=usual,
            policy=policy,
            judge=settings.judge,
            z=settings.z,
            finalists=settings.finalists,
            until_round=settings.until_round,
            threads=self.threads,
        )
