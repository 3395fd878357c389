"""A searched best response: an agent that knows how the others play, and plays for that alone.

It reads their hands by what they did (``search/belief.py``), plays each of its actions out in the
likeliest worlds, all seats by the known policy, and takes the action that came out best. As a
player it is no better for that against anybody else: it says how far an agent can be exploited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.policies import policy_of
from boardgame_envs.agents.searching.settings import find_settings
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.numbers import MOST_TABLES, check_count
from boardgame_envs.search.action_values import ActionValues
from boardgame_envs.search.belief import DEALT, form_beliefs
from boardgame_envs.search.judging import judge_tables
from boardgame_envs.search.leaves import Leaves
from boardgame_envs.search.together import play_out

# in how many worlds each action is played out, unless asked otherwise
WORLDS = 40
# leaves of searches that are carried out together; more are no faster and need memory
MOST_LEAVES = 24_000


class BestResponse:
    """Plays against, or with, agents that all play by one known policy.

    ``worlds`` are those in which each action is played out, drawn from ``dealt`` that are dealt and
    weighed. How far tables are played, and what they are worth then, is as the game is
    searched by others.
    """

    needs_past = True

    def __init__(
        self, agent: Agent, game: Game, *, worlds: int = WORLDS, dealt: int = DEALT
    ) -> None:
        self.game, self.policy, self.settings = game, policy_of(agent), find_settings(game)
        self.worlds = check_count("worlds", worlds, 1, MOST_TABLES)
        self.dealt = check_count("dealt", dealt, 1, MOST_TABLES)
        self.begin_game(0)

    def begin_game(self, seed: int) -> None:
        """Begin a new sequence of choices."""
        self._rng = np.random.default_rng(seed)

    def choose(self, information: InformationState) -> int:
        """Return one of the legal actions."""
        return self.choose_together([information], [int(self._rng.integers(2**63))])[0]

    def choose_together(
        self, informations: Sequence[InformationState], seeds: Sequence[int]
    ) -> list[int]:
        """Return an action for each information state; its seed fixes the search there."""
        chosen = [int(information.mask.argmax()) for information in informations]
        # where one action is legal there is nothing to search
        asked = [n for n, each in enumerate(informations) if each.mask.sum() > 1]
        for some in self._shares(informations, asked):
            found = self.search([informations[n] for n in some], [seeds[n] for n in some])
            for n, values in zip(some, found, strict=True):
                chosen[n] = values.best
        return chosen

    def _shares(
        self, informations: Sequence[InformationState], asked: Sequence[int]
    ) -> Iterator[list[int]]:
        """Divide searches into some at a time."""
        share: list[int] = []
        leaves = 0
        for n in asked:
            share.append(n)
            leaves += self.worlds * int(informations[n].mask.sum())
            if leaves >= MOST_LEAVES:
                yield share
                share, leaves = [], 0
        if share:
            yield share

    def search(
        self, informations: Sequence[InformationState], seeds: Sequence[int]
    ) -> list[ActionValues]:
        """Return what each action is worth against the known policy."""
        beliefs = form_beliefs(informations, self.policy, seeds=seeds, dealt=self.dealt)
        searches = [
            Leaves(
                information,
                worlds=belief.draw(self.worlds, seed),
                seed=seed,
                until_round=self.settings.until_round,
            )
            for information, belief, seed in zip(informations, beliefs, seeds, strict=True)
        ]
        play_out(searches, self.policy, seeds)
        return [leaves.values(self._judged(leaves)) for leaves in searches]

    def _judged(self, leaves: Leaves) -> NDArray[np.float64]:
        """Return what each table is worth to each seat."""
        seats = leaves.information.num_players
        return judge_tables(self.game, self.settings.judge, leaves.states, seats)
